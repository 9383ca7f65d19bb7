// What the dashboard asks, and what every admin page asks about mail.
import { client } from '../api/client'
import { keysOf } from '../api/keys'
import { $api, unwrap } from '../api/query'
import { useChange } from '../api/useChange'
import { toast } from '../kit/layers/Toast'

// Another admin may change this at any time, so nothing here counts as fresh.
const FRESH = { staleTime: 0 }

export const useStats = () => $api.useQuery('get', '/api/admin/stats', undefined, FRESH)

/** What waits for an admin. */
export const useToDo = () => $api.useQuery('get', '/api/admin/to-do', undefined, FRESH)

/** The last 12 months in numbers. */
export const useGrowth = () => $api.useQuery('get', '/api/admin/growth', undefined, FRESH)

/** The page views of the last 30 days. */
export const useAnalytics = () => $api.useQuery('get', '/api/admin/analytics', undefined, FRESH)

const MAIL = $api.queryOptions('get', '/api/admin/mail').queryKey

/** How mails leave. While they do not, it is asked again every few seconds. */
export const useMailState = () =>
  $api.useQuery('get', '/api/admin/mail', undefined, { staleTime: 0, refetchInterval: ({ state }) => (state.data?.trouble ? 5000 : 60_000) })

export const useRetryMail = () =>
  useChange({
    call: () => unwrap(client.POST('/api/admin/mail/retry')),
    touches: [MAIL],
    onDone: ({ message }) => toast(message),
    onRefused: ({ message }) => toast.error(message),
    failed: 'The mails could not be tried again',
  })

/** Lets the mails go that are held since a backup was restored. */
export const useReleaseHeld = () =>
  useChange({
    call: () => unwrap(client.POST('/api/admin/outbox/release')),
    touches: [MAIL, ...keysOf('/api/admin/outbox')],
    onDone: ({ message }) => toast(message),
    onRefused: ({ message }) => toast.error(message),
    failed: 'The mails could not be released',
  })

/** What looks wrong in the settings of the machine. */
export const useNotes = () => $api.useQuery('get', '/api/admin/notes', undefined, FRESH)
