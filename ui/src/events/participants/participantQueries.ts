// What an event's admin page asks the server, and what it changes.
import { keepPreviousData, useQuery, useQueryClient, type QueryKey } from '@tanstack/react-query'
import { client } from '../../api/client'
import { $api, unwrap, withTotal, type Page } from '../../api/query'
import type { components } from '../../api/schema'
import { failureMessage, readError } from '../../lib/errors'
import { fileName, recount, STATUSES, type Letter, type Links, type ParticipantStatus } from './participantRules'

export type AdminEvent = components['schemas']['AdminEvent']
export type Participant = components['schemas']['Participant']
export type Waiting = components['schemas']['Waiting']
export type Person = components['schemas']['Person']

// Another admin or the door may be at work: nothing here counts as fresh.
const FRESH = { staleTime: 0 }
const PARTICIPANTS = '/api/admin/events/{id}/participants'
const WAITING = '/api/admin/events/{id}/waiting-list'
const event = (id: string) => ({ params: { path: { id } } })
const member = (id: string, userId: string) => ({ params: { path: { id, userId } } })

export const useAdminEvent = (id: string) => $api.useQuery('get', '/api/admin/events/{id}', event(id), FRESH)

type ListQuery = { search?: string; status?: ParticipantStatus; limit: number; offset?: number }
const listKey = (id: string, query: ListQuery): QueryKey => ['get', PARTICIPANTS, id, query]

/** A page of the list and its total; while another one loads, the last one stays. */
export function useParticipants(id: string, query: ListQuery) {
  return useQuery({
    queryKey: listKey(id, query),
    queryFn: ({ signal }) => withTotal(client.GET(PARTICIPANTS, { params: { path: { id }, query }, signal })),
    placeholderData: keepPreviousData,
    ...FRESH,
  })
}

/** A page of the waiting list, who waits longest first. */
export function useWaitingList(id: string, query: { limit: number; offset?: number }, enabled = true) {
  return useQuery({
    queryKey: ['get', WAITING, id, query],
    queryFn: ({ signal }) => withTotal(client.GET(WAITING, { params: { path: { id }, query }, signal })),
    placeholderData: keepPreviousData,
    enabled,
    ...FRESH,
  })
}

/** The description as the public page shows it. */
export function useRendered(text: string) {
  return useQuery({
    queryKey: ['post', '/api/markdown', text],
    queryFn: ({ signal }) => unwrap(client.POST('/api/markdown', { body: { text }, signal })),
    staleTime: Infinity,
  })
}

/** What to say about a failed change. */
export const useFailure = () => failureOf

function failureOf(error: unknown, fallback: string) {
  const failure = readError(error, fallback)
  return { ...failure, message: failureMessage(failure, fallback) }
}

export function useEventChanges(id: string) {
  const queries = useQueryClient()
  const { queryKey: eventKey } = $api.queryOptions('get', '/api/admin/events/{id}', event(id))
  const keep = (saved: AdminEvent) => queries.setQueryData<AdminEvent>(eventKey, saved)
  const isOfEvents = ({ queryKey }: { queryKey: QueryKey }) => /\/events\b/.test(String(queryKey[1]))
  const lists = (path: string) => ({ queryKey: ['get', path, id] })

  /** Other pages ask again when they are looked at; what this one shows is known. */
  const outdate = () => queries.invalidateQueries({ predicate: isOfEvents, refetchType: 'none' })

  /** People came or went: the lists of this page ask again. */
  const changed = (saved: AdminEvent) => {
    void outdate()
    keep(saved)
    for (const path of [PARTICIPANTS, WAITING]) void queries.invalidateQueries(lists(path))
  }

  /** Nobody sees somebody who is gone, not even until the answer comes. */
  const drop = (userId: string) => {
    for (const path of [PARTICIPANTS, WAITING])
      queries.setQueriesData<Page<{ user: Person }>>(lists(path), (page) => {
        const items = page?.items.filter((one) => one.user._id !== userId)
        return page && items && { items, total: page.total - (page.items.length - items.length) }
      })
  }

  /** Shows a status in every list that is known, and in the counts. Says who stood otherwise before. */
  const show = (users: ReadonlySet<string>, status: ParticipantStatus) => {
    const before = new Map<string, ParticipantStatus>()
    queries.setQueriesData<Page<Participant>>(lists(PARTICIPANTS), (page) =>
      page && {
        ...page,
        items: page.items.map((one) => {
          if (!users.has(one.user._id) || one.status === status) return one
          before.set(one.user._id, one.status)
          // Whoever is merely registered has not been at the door.
          return { ...one, status, checkedInAt: status === 'Registered' ? undefined : one.checkedInAt }
        }),
      },
    )
    queries.setQueryData<AdminEvent>(eventKey, (known) => known && [...before.values()].reduce((counts, was) => recount(counts, was, status), known))
    return before
  }

  const put = async (users: string[], status: ParticipantStatus) => {
    const { message, event: saved } = await unwrap(
      users.length === 1
        ? client.PUT('/api/admin/events/{id}/participants/{userId}/status', { ...member(id, users[0]!), body: { status } })
        : client.PUT('/api/admin/events/{id}/participants/status', { ...event(id), body: { userIds: users, status } }),
    )
    keep(saved)
    return message
  }

  return {
    /** Shows at once, and takes it back if refused. Answers how to take it back later. */
    async setStatus(users: readonly string[], status: ParticipantStatus) {
      await queries.cancelQueries(lists(PARTICIPANTS))
      const before = show(new Set(users), status)
      const groups = STATUSES.map((was) => [was, [...before.keys()].filter((user) => before.get(user) === was)] as const).filter(([, them]) => them.length > 0)
      const restore = () => groups.forEach(([was, them]) => show(new Set(them), was))
      try {
        const message = await put([...users], status)
        void outdate()
        const undo = async () => {
          restore()
          for (const [was, them] of groups) await put([...them], was)
          await queries.invalidateQueries(lists(PARTICIPANTS))
        }
        return { message, undo: before.size > 0 ? undo : undefined }
      } catch (error) {
        restore()
        // Somebody else may have removed them.
        void queries.invalidateQueries(lists(PARTICIPANTS))
        void queries.invalidateQueries({ queryKey: eventKey })
        throw error
      }
    },
    async add(userId: string) {
      const { message, event: saved } = await unwrap(client.POST(PARTICIPANTS, { ...event(id), body: { userId } }))
      changed(saved)
      return message
    },
    async remove(userId: string) {
      const { message, event: saved } = await unwrap(client.DELETE('/api/admin/events/{id}/participants/{userId}', member(id, userId)))
      drop(userId)
      changed(saved)
      return message
    },
    async sendLinks(links: Links) {
      const body = { meetLink: links.meetLink.trim(), whatsappLink: links.whatsappLink.trim() }
      const { message } = await unwrap(client.POST('/api/admin/events/{id}/send-links', { ...event(id), body }))
      void outdate()
      queries.setQueryData<AdminEvent>(eventKey, (known) => known && { ...known, ...body })
      return message
    },
    async sendLetter({ subject, message, status }: Letter) {
      const body = { subject: subject.trim(), message, status: status === 'all' ? undefined : status }
      return unwrap(client.POST('/api/admin/events/{id}/send-email', { ...event(id), body }))
    },
    async cancel(reason: string) {
      const { message, event: saved } = await unwrap(client.POST('/api/admin/events/{id}/cancel', { ...event(id), body: { reason: reason.trim() } }))
      void outdate()
      keep(saved)
      return message
    },
    async duplicate() {
      const answer = await unwrap(client.POST('/api/admin/events/{id}/duplicate', event(id)))
      void outdate()
      return answer
    },
    async deleteEvent() {
      const { message } = await unwrap(client.DELETE('/api/admin/events/{id}', event(id)))
      // Lists that still hold it would show it for a moment.
      queries.removeQueries({ type: 'inactive', predicate: isOfEvents })
      void outdate()
      return message
    },
    /** Somebody else changed it meanwhile. */
    reload: () => queries.invalidateQueries({ predicate: isOfEvents }),
  }
}

/** The list of participants as a file, under the name that the server gives it. */
export async function downloadParticipants(id: string) {
  const { data, error, response } = await client.GET('/api/admin/events/{id}/participants.csv', { ...event(id), parseAs: 'blob' })
  if (!response.ok || !data) throw error ?? new Error('empty answer')
  const url = URL.createObjectURL(data as unknown as Blob)
  const link = Object.assign(document.createElement('a'), { href: url, download: fileName(response.headers.get('Content-Disposition'), 'participants.csv') })
  link.click()
  // The download has begun once the click is over; some browsers read the address a moment later.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
