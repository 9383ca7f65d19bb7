// The calls about the issuer of credentials and the log of them.
import { useMutation } from '@tanstack/react-query'
import { client } from '../api/client'
import { keysOf } from '../api/keys'
import { $api, unwrap } from '../api/query'
import { useChange } from '../api/useChange'
import { toast } from '../kit/layers/Toast'

/** The issuer, its keys, and the last head of the log; for everybody. */
export const useTransparency = () => $api.useQuery('get', '/api/transparency')

/** The issuer as admins see it. */
export const useIssuer = () => $api.useQuery('get', '/api/admin/issuer')

/** Looks whether others reach the issuer. */
export const useReach = () => {
  const { mutate, data, isPending, error } = useMutation({ mutationFn: () => unwrap(client.POST('/api/admin/issuer/reach')) })
  return { ask: () => mutate(), answer: data, busy: isPending, error }
}

/** Replaces the key. */
export const useReplaceKey = (onDone: () => void) =>
  useChange({
    call: async () => unwrap(client.POST('/api/admin/issuer/key')),
    touches: keysOf('/api/admin/issuer', '/api/transparency'),
    onDone() {
      toast('The key is replaced. What was signed before stays valid.')
      onDone()
    },
  })
