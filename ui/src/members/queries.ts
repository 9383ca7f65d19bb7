// The calls about members.
import { useQuery } from '@tanstack/react-query'
import { MAX_PAGE } from '../api/rules'
import { client } from '../api/client'
import { keysOf, listKey } from '../api/keys'
import { $api, unwrap, withTotal } from '../api/query'
import { saveFile } from '../api/saveFile'
import type { components } from '../api/schema'
import { useChange } from '../api/useChange'
import { toast } from '../kit/layers/Toast'

export type MailChoices = components['schemas']['MailChoices']
export type Profile = components['schemas']['Profile']

/** A member's profile; without an id the signed-in member's own, which guests do not request. */
export function useProfile(id: string | undefined, isSignedIn: boolean) {
  const own = $api.useQuery('get', '/api/users/profile', undefined, { enabled: id === undefined && isSignedIn })
  const other = $api.useQuery('get', '/api/users/{id}', { params: { path: { id: id ?? '' } } }, { enabled: id !== undefined })
  return id === undefined ? own : other
}

const MAIL = $api.queryOptions('get', '/api/users/me/mail').queryKey

export const useMailChoices = () => $api.useQuery('get', '/api/users/me/mail')

/** The latest choice wins, however fast they are made. */
export const useSetMailChoices = () =>
  useChange({
    call: (choices: MailChoices) => unwrap(client.PUT('/api/users/me/mail', { body: choices })),
    renews: [MAIL],
    show: (queries, choices) => queries.setQueryData(MAIL, choices),
    answered: (queries, choices) => queries.setQueryData(MAIL, choices),
    scope: 'mail-choices',
    again: true,
    safe: true,
    failed: 'Your choice could not be saved',
    onRefused: ({ message }) => toast.error(message),
  })

const OWN = $api.queryOptions('get', '/api/users/profile').queryKey
/** Where a member's name and picture stand. */
const AROUND = keysOf('/api/users/{id}', '/api/projects', '/api/projects/featured', '/api/projects/{id}', '/api/users/search')

type Edit = components['schemas']['ProfileInput']

/** Changes the member's own profile. Their name stands in many lists, so these are read again too. */
export const useEditProfile = ({ failed, done, onDone }: { failed: string; done: string; onDone: (profile: Profile) => void }) =>
  useChange({
    call: (body: Edit) => unwrap(client.PUT('/api/users/profile', { body })),
    renews: [OWN],
    touches: AROUND,
    answered: (queries, profile) => queries.setQueryData<Profile>(OWN, profile),
    onDone(profile, _, here) {
      toast(done)
      if (here) onDone(profile)
    },
    failed,
    // The same values again change nothing.
    safe: true,
  })

/** Sets the member's own picture, or removes it. */
export const useChangePicture = (know: (profile: Profile) => void) =>
  useChange({
    call: (file: Blob | null) =>
      unwrap(
        file
          ? client.POST('/api/users/profile/picture', {
              body: file as unknown as string,
              bodySerializer: (body) => body as unknown as BodyInit,
              headers: { 'Content-Type': 'application/octet-stream' },
            })
          : client.DELETE('/api/users/profile/picture'),
      ),
    renews: [OWN],
    touches: AROUND,
    answered: (queries, profile) => queries.setQueryData<Profile>(OWN, profile),
    onDone(profile, file) {
      toast(file ? 'Picture saved.' : 'Picture removed.')
      know(profile)
    },
    failed: 'The picture could not be stored',
    safe: true,
  })

export type OwnEvent = components['schemas']['EventSummary']

/** The signed-in member's events: what is on first, then what comes, then what was. */
export function useOwnEvents() {
  const query = { limit: MAX_PAGE }
  return useQuery({
    queryKey: listKey('/api/users/me/events', 'page', { params: { query } }),
    queryFn: ({ signal }) => withTotal(client.GET('/api/users/me/events', { params: { query }, signal })),
  })
}

/** Saves all certificates and badges of the signed-in member as one file. */
export const useDownloadCredentials = () =>
  useChange({
    call: async () => saveFile((await unwrap<unknown>(client.GET('/api/users/me/credentials.zip', { parseAs: 'blob' }))) as Blob, 'my-credentials.zip'),
    onRefused: ({ message }) => toast.error(message),
    failed: 'Failed to download your certificates and badges',
    safe: true,
  })
