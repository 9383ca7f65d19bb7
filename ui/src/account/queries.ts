// The calls about the member's own account.
import { client } from '../api/client'
import { $api, unwrap } from '../api/query'
import { saveFile } from '../api/saveFile'
import type { components } from '../api/schema'
import { useChange } from '../api/useChange'
import { toast } from '../kit/layers/Toast'

export type Account = components['schemas']['Account']
export type SessionInfo = components['schemas']['SessionInfo']

const ACCOUNT = $api.queryOptions('get', '/api/users/me/account').queryKey

export const useAccount = () => $api.useQuery('get', '/api/users/me/account')

const renewed = { touches: [ACCOUNT], safe: true, onRefused: ({ message }: { message: string }) => void toast.error(message) }

/** Ends one session. One that has ended already is what was wanted. */
export const useEndSession = () =>
  useChange({
    ...renewed,
    call: (id: string) => unwrap(client.DELETE('/api/users/me/sessions/{id}', { params: { path: { id } } })),
    onDone: ({ message }) => toast(message),
    failed: 'The device could not be signed out',
    again: true,
  })

export const useEndOtherSessions = () =>
  useChange({
    ...renewed,
    call: () => unwrap(client.POST('/api/users/me/sessions/end-others')),
    onDone: ({ message }) => toast(message),
    failed: 'The other devices could not be signed out',
  })

export const useAskForAddress = (onDone: () => void) =>
  useChange({
    call: (body: components['schemas']['EmailInput']) => unwrap(client.POST('/api/users/me/email', { body })),
    touches: [ACCOUNT],
    onDone({ message }) {
      toast(message)
      onDone()
    },
    failed: 'Failed to change your address',
  })

export const useDropAddressChange = () =>
  useChange({
    ...renewed,
    call: () => unwrap(client.DELETE('/api/users/me/email')),
    onDone: ({ message }) => toast(message),
    failed: 'The change could not be dropped',
  })

/** Saves all that is stored about the member as a file. */
export const useDownloadData = () =>
  useChange({
    call: async () => saveFile((await unwrap<unknown>(client.GET('/api/users/me/data', { parseAs: 'blob' }))) as Blob, 'my-data.json'),
    onRefused: ({ message }) => toast.error(message),
    failed: 'Failed to download your data',
  })

export const useDeleteAccount = (onDone: () => void) =>
  useChange({
    call: (body: components['schemas']['DeletionInput']) => unwrap(client.POST('/api/users/me/delete', { body })),
    onDone({ message }) {
      toast(message)
      onDone()
    },
    failed: 'Failed to delete your account',
  })

/** Answers the mail about a change of an address. */
export const useAnswerAddress = (token: string) =>
  useChange({
    call: async (confirms: boolean) => {
      const body = { token }
      if (confirms) return unwrap(client.POST('/api/auth/address/confirm', { body }))
      return { ...(await unwrap(client.POST('/api/auth/address/refuse', { body }))), done: false }
    },
    touches: [ACCOUNT],
    failed: 'The change could not be answered',
  })
