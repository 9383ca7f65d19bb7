// The door's queries and its scan call.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { MAX_PAGE } from '../../api/rules'
import { client } from '../../api/client'
import { listKey } from '../../api/keys'
import { $api, withTotal, type Page } from '../../api/query'
import type { components } from '../../api/schema'
import { currentSession } from '../../api/session'
import { readError } from '../../lib/errors'
import type { Answer, Scan, Sent } from './door'

export type Participant = components['schemas']['DoorParticipant']
type Waiting = components['schemas']['DoorWaiting']
type Summary = components['schemas']['CheckInSummary']

/** How often to refetch, since others may scan at the same door. Milliseconds. */
const REFRESH = 15_000
const PATIENCE = 8_000

const PARTICIPANTS = '/api/admin/events/{id}/checkin/participants'
const WAITING = '/api/admin/events/{id}/checkin/waiting-list'
const doorKey = (id: string) => listKey(PARTICIPANTS, 'all', { params: { path: { id } } })
const waitingKey = (id: string) => listKey(WAITING, 'all', { params: { path: { id } } })

/** All pages of a list. People come and go meanwhile: each page begins after the last entry of the one before. */
async function readAll<T>(page: (query: { limit: number; after?: string }) => Promise<Page<T>>): Promise<T[]> {
  const all: T[] = []
  for (let after: string | undefined; ; ) {
    const { items, next } = await page({ limit: MAX_PAGE, after })
    all.push(...items)
    after = next
    if (!after) return all
  }
}

const SUMMARY = ['get', '/api/admin/events/{id}/checkin/summary'] as const

export const useDoorSummary = (id: string) => $api.useQuery(...SUMMARY, { params: { path: { id } } }, { staleTime: 0, refetchInterval: REFRESH })

/** All registrations, kept on this device so that the name search works without a network. */
export function useDoorList(id: string) {
  return useQuery({
    queryKey: doorKey(id),
    queryFn: ({ signal }) => readAll<Participant>((query) => withTotal(client.GET(PARTICIPANTS, { params: { path: { id }, query }, signal }))),
    staleTime: 0,
    refetchInterval: 4 * REFRESH,
  })
}

/** Everybody on the waiting list, kept in the same way. */
export function useDoorWaiting(id: string) {
  return useQuery({
    queryKey: waitingKey(id),
    queryFn: ({ signal }) => readAll<Waiting>((query) => withTotal(client.GET(WAITING, { params: { path: { id }, query }, signal }))),
    staleTime: 0,
    refetchInterval: 4 * REFRESH,
  })
}

/** Whether a text is long enough to look for members by it. */
export const asksMembers = (typed: string) => Array.from(typed).length >= 2

/** Members by name, for who comes without a registration. Needs the network. */
export const useWalkIns = (typed: string, enabled: boolean) => $api.useQuery('get', '/api/users/search', { params: { query: { q: typed } } }, { enabled: enabled && asksMembers(typed), retry: false })

/** Adds a new arrival to the count and the list. */
export function useArrivals(id: string) {
  const queries = useQueryClient()
  const { queryKey } = $api.queryOptions(...SUMMARY, { params: { path: { id } } })
  return async ({ state, participant, checkedInAt, checkedInCount, registrationsCount }: Answer) => {
    // Running requests do not count this arrival.
    await queries.cancelQueries({ queryKey })
    queries.setQueryData<Summary>(queryKey, (known) => known && { ...known, checkedInCount, registrationsCount })
    if (state === 'wrong_event' || !participant) return
    const isKnown = queries.getQueryData<Participant[]>(doorKey(id))?.some((one) => one.user._id === participant._id)
    queries.setQueryData<Participant[]>(doorKey(id), (all) => all?.map((one) => (one.user._id === participant._id ? arrived(one, state === 'undone' ? undefined : checkedInAt) : one)))
    // Who was let in, or back, is in another list now.
    if (isKnown && state !== 'undone') return
    void queries.invalidateQueries({ queryKey: doorKey(id) })
    void queries.invalidateQueries({ queryKey: waitingKey(id) })
    void queries.invalidateQueries({ queryKey })
  }
}

function arrived(one: Participant, checkedInAt: string | undefined): Participant {
  const status = checkedInAt ? (one.status === 'Registered' ? 'Attended' : one.status) : one.status === 'Attended' ? 'Registered' : one.status
  return { ...one, checkedInAt, status }
}

/** Sends one scan, and turns what the call throws into what to do with the scan. */
export async function sendScan(id: string, scan: Scan): Promise<Sent> {
  const { scanId, scannedAt, letIn = false, undoes } = scan
  const subject = 'ticket' in scan ? { ticket: scan.ticket } : 'email' in scan ? { email: scan.email } : { userId: scan.userId }
  const call = { params: { path: { id } }, signal: AbortSignal.timeout(PATIENCE) }
  try {
    const { data, error, response } = undoes
      ? await client.POST('/api/admin/events/{id}/checkin/undo', { ...call, body: { ...subject, ...undoes } })
      : await client.POST('/api/admin/events/{id}/checkin', { ...call, body: { ...subject, letIn, scanId, scannedAt } })
    if (data) return isAnswer(data) ? { kind: 'answer', answer: data } : { kind: 'lost' }
    // The refusal was for an earlier session, so the current one may try.
    if (response.status === 401) return { kind: currentSession() ? 'lost' : 'ended' }
    const { message, code } = readError(error, 'Failed to check in')
    // Only the server itself refuses a scan; a proxy's page says nothing about it.
    if (response.status === 429 || response.status >= 500 || !code || code === 'unreadable') return { kind: 'lost' }
    return { kind: 'refused', message }
  } catch {
    // No answer, or none in time. If the server did get the scan, it will recognise its id.
    return { kind: 'lost' }
  }
}

/** Whether it is the server's own answer: a network's sign-in page may answer anything. */
const isAnswer = (data: Partial<Answer>): data is Answer => typeof data === 'object' && typeof data.state === 'string' && typeof data.checkedInCount === 'number'
