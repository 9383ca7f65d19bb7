// The door's queries and its scan call.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { MAX_PAGE } from '../../api/rules'
import { client } from '../../api/client'
import { listKey } from '../../api/keys'
import { $api, withTotal } from '../../api/query'
import type { components } from '../../api/schema'
import { currentSession } from '../../api/session'
import { readError } from '../../lib/errors'
import type { Answer, Scan, Sent } from './door'

export type Participant = components['schemas']['Participant']
type Summary = components['schemas']['CheckInSummary']

/** How often to refetch, since others may scan at the same door. Milliseconds. */
const REFRESH = 15_000
const PATIENCE = 8_000

const doorKey = (id: string) => listKey('/api/admin/events/{id}/participants', 'all', { params: { path: { id } } })

const SUMMARY = ['get', '/api/admin/events/{id}/checkin/summary'] as const

export const useDoorSummary = (id: string) => $api.useQuery(...SUMMARY, { params: { path: { id } } }, { staleTime: 0, refetchInterval: REFRESH })

/** All registrations, kept on this device so that the name search works without a network. */
export function useDoorList(id: string) {
  return useQuery({
    queryKey: doorKey(id),
    queryFn: async ({ signal }) => {
      const all: Participant[] = []
      // People register meanwhile: each page begins after the last entry of the one before.
      for (let after: string | undefined; ; ) {
        const page = await withTotal(client.GET('/api/admin/events/{id}/participants', { params: { path: { id }, query: { limit: MAX_PAGE, after } }, signal }))
        all.push(...page.items)
        after = page.next
        if (!after) return all
      }
    },
    staleTime: 0,
    refetchInterval: 4 * REFRESH,
  })
}

/** Adds a new arrival to the count and the list. */
export function useArrivals(id: string) {
  const queries = useQueryClient()
  const { queryKey } = $api.queryOptions(...SUMMARY, { params: { path: { id } } })
  return async ({ state, participant, checkedInAt, checkedInCount, registrationsCount }: Answer) => {
    // Running requests do not count this arrival.
    await queries.cancelQueries({ queryKey })
    queries.setQueryData<Summary>(queryKey, (known) => known && { ...known, checkedInCount, registrationsCount })
    if (state === 'wrong_event') return
    if (!participant || !checkedInAt) return
    queries.setQueryData<Participant[]>(doorKey(id), (all) =>
      all?.map((one) => (one.user._id === participant._id ? { ...one, checkedInAt, status: one.status === 'Registered' ? 'Attended' : one.status } : one)),
    )
  }
}

/** Sends one scan, and turns what the call throws into what to do with the scan. */
export async function sendScan(id: string, scan: Scan): Promise<Sent> {
  const { scanId, scannedAt } = scan
  const subject = 'ticket' in scan ? { ticket: scan.ticket } : { userId: scan.userId }
  try {
    const { data, error, response } = await client.POST('/api/admin/events/{id}/checkin', {
      params: { path: { id } },
      body: { ...subject, scanId, scannedAt },
      signal: AbortSignal.timeout(PATIENCE),
    })
    if (data) return { kind: 'answer', answer: data }
    // The refusal was for an earlier session, so the current one may try.
    if (response.status === 401) return { kind: currentSession() ? 'lost' : 'ended' }
    if (response.status === 429 || response.status >= 500) return { kind: 'lost' }
    return { kind: 'refused', message: readError(error, 'Failed to check in').message }
  } catch {
    // No answer, or none in time. If the server did get the scan, it will recognise its id.
    return { kind: 'lost' }
  }
}
