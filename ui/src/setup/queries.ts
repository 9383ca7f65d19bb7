// What is asked and changed about the first steps of a new community.
import { client } from '../api/client'
import { $api, unwrap } from '../api/query'
import { useChange } from '../api/useChange'
import { toast } from '../kit/layers/Toast'

const STEPS = $api.queryOptions('get', '/api/admin/first-steps').queryKey
const SITE = $api.queryOptions('get', '/api/site').queryKey

export const useFirstSteps = () => $api.useQuery('get', '/api/admin/first-steps', undefined, { staleTime: 0, refetchInterval: 10_000 })

export const usePutAway = () => {
  const back = useChange({
    call: () => unwrap(client.PUT('/api/admin/first-steps', { body: { isPutAway: false } })),
    touches: [STEPS],
    safe: true,
    failed: 'The list could not be got out again',
    onRefused: ({ message }) => toast.error(message),
  })
  return useChange({
    call: () => unwrap(client.PUT('/api/admin/first-steps', { body: { isPutAway: true } })),
    touches: [STEPS],
    safe: true,
    failed: 'The list could not be put away',
    onDone: () => toast('First steps are put away.', { undo: () => void back.run() }),
    onRefused: ({ message }) => toast.error(message),
  })
}

export const useSetContact = () =>
  useChange({
    call: (contactEmail: string) => unwrap(client.PUT('/api/admin/contact', { body: { contactEmail } })),
    touches: [STEPS, SITE],
    safe: true,
    failed: 'The contact address could not be saved',
    onDone: () => toast('Contact address saved.'),
  })
