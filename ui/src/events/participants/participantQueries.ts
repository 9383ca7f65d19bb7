// Queries and changes of an event's admin page.
import { keepPreviousData, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { PARTICIPANT_STATUS } from '../../api/forms'
import { client } from '../../api/client'
import { keyOf, listKey, listsOf } from '../../api/keys'
import { $api, unwrap, withTotal, type Page } from '../../api/query'
import type { components } from '../../api/schema'
import { useChange, type ChangeOptions } from '../../api/useChange'
import { toast } from '../../kit/layers/Toast'
import { saveFile } from '../../api/saveFile'
import { AROUND_CERTIFICATES } from '../../certificates/queries'
import { AROUND_EVENTS, doorOf, pagesOf } from '../adminQueries'
import { fileName, recount, type Links, type ParticipantStatus } from './participantRules'

export type AdminEvent = components['schemas']['AdminEvent']
export type Participant = components['schemas']['Participant']
export type Waiting = components['schemas']['Waiting']
export type ParticipantsCompleted = components['schemas']['ParticipantsCompleted']
export type Person = components['schemas']['Person']

// Another admin or the door may change this at any time, so nothing here counts as fresh.
const FRESH = { staleTime: 0 }
const PARTICIPANTS = '/api/admin/events/{id}/participants'
const WAITING = '/api/admin/events/{id}/waiting-list'
const event = (id: string) => ({ params: { path: { id } } })
const eventKey = (id: string) => $api.queryOptions('get', '/api/admin/events/{id}', event(id)).queryKey
const member = (id: string, userId: string) => ({ params: { path: { id, userId } } })

export const useAdminEvent = (id: string) => $api.useQuery('get', '/api/admin/events/{id}', event(id), FRESH)

type ListQuery = { search?: string; status?: ParticipantStatus; limit: number; offset?: number }

/** A page of the list and its total. The previous page stays while the next one loads. */
export function useParticipants(id: string, query: ListQuery) {
  return useQuery({
    queryKey: listKey(PARTICIPANTS, 'page', { params: { path: { id }, query } }),
    queryFn: ({ signal }) => withTotal(client.GET(PARTICIPANTS, { params: { path: { id }, query }, signal })),
    placeholderData: keepPreviousData,
    ...FRESH,
  })
}

/** A page of the waiting list, longest wait first. */
export function useWaitingList(id: string, query: { limit: number; offset?: number }, enabled = true) {
  return useQuery({
    queryKey: listKey(WAITING, 'page', { params: { path: { id }, query } }),
    queryFn: ({ signal }) => withTotal(client.GET(WAITING, { params: { path: { id }, query }, signal })),
    placeholderData: keepPreviousData,
    enabled,
    ...FRESH,
  })
}

/** The description, rendered as on the public page. */
export function useRendered(text: string) {
  return useQuery({
    queryKey: ['post', '/api/markdown', text],
    queryFn: ({ signal }) => unwrap(client.POST('/api/markdown', { body: { text }, signal })),
    staleTime: Infinity,
  })
}

/** The common part of the changes on an event's page: afterwards it shows the current event. */
function useEventChange<Input, Answer extends { message: string; event?: AdminEvent }>(id: string, options: ChangeOptions<Input, Answer>) {
  return useChange<Input, Answer>({
    renews: [eventKey(id)],
    touches: [...AROUND_EVENTS, keyOf('/api/events/{id}', { id }), ...doorOf(id)],
    ...options,
    answered(queries, answer, input) {
      if (answer.event) queries.setQueryData<AdminEvent>(eventKey(id), answer.event)
      options.answered?.(queries, answer, input)
    },
  })
}

type StatusChange = { users: readonly string[]; status: ParticipantStatus }

/** Sets the status of participants. Every cached list and the counts show it at once. */
export function useStatusChange(id: string, onDone: (users: readonly string[]) => void) {
  const queries = useQueryClient()
  const lists = listsOf(PARTICIPANTS, 'page', { id })
  const known = () => new Map(queries.getQueriesData<Page<Participant>>({ queryKey: lists }).flatMap(([, page]) => page?.items.map((one) => [one.user._id, one.status] as const) ?? []))
  /** Writes the status into the lists; returns the previous status of each participant whose status changed. */
  const stand = (cache: QueryClient, users: readonly string[], status: ParticipantStatus) => {
    const before = new Map<string, ParticipantStatus>()
    cache.setQueriesData<Page<Participant>>({ queryKey: lists }, (page) =>
      page && {
        ...page,
        items: page.items.map((one) => {
          if (!users.includes(one.user._id) || one.status === status) return one
          before.set(one.user._id, one.status)
          // A participant who is only registered has not been at the door.
          return { ...one, status, checkedInAt: status === 'Registered' ? undefined : one.checkedInAt }
        }),
      },
    )
    return [...before.values()]
  }
  const { run } = useEventChange(id, {
    call: ({ users, status }: StatusChange) =>
      unwrap(
        users.length === 1
          ? client.PUT('/api/admin/events/{id}/participants/{userId}/status', { ...member(id, users[0]!), body: { status } })
          : client.PUT('/api/admin/events/{id}/participants/status', { ...event(id), body: { userIds: [...users], status } }),
      ),
    // A participant who no longer matches the filter stays in the list until it is opened again.
    renews: [eventKey(id), lists],
    touches: [...AROUND_EVENTS, keyOf('/api/events/{id}', { id }), listsOf(PARTICIPANTS, 'all', { id })],
    show(cache, { users, status }) {
      const before = stand(cache, users, status)
      cache.setQueryData<AdminEvent>(eventKey(id), (now) => now && before.reduce((counts, was) => recount(counts, was, status), now))
    },
    answered: (cache, _, { users, status }) => void stand(cache, users, status),
    onRefused: ({ message }) => toast.error(message),
    failed: 'Failed to update participant status',
    scope: `statuses ${id}`,
    again: true,
    safe: true,
  })
  return async (users: readonly string[], status: ParticipantStatus) => {
    const stood = known()
    const groups = PARTICIPANT_STATUS.filter((was) => was !== status).map((was) => ({ users: users.filter((user) => stood.get(user) === was), status: was })).filter((group) => group.users.length > 0)
    const outcome = await run({ users, status })
    if (!outcome?.ok) return
    toast(outcome.data.message, { undo: groups.length > 0 ? () => groups.forEach((group) => void run(group)) : undefined })
    onDone(users)
  }
}

export const useAddParticipant = (id: string, onDone: () => void) =>
  useEventChange(id, {
    call: (userId: string) => unwrap(client.POST(PARTICIPANTS, { ...event(id), body: { userId } })),
    onDone({ message }) {
      onDone()
      toast(message)
    },
    failed: 'Failed to add participant',
  })

/** Marks all who attended as Completed; they get the certificates that the event offers. */
export const useCompleteAttended = (id: string) =>
  useEventChange(id, {
    call: (_: void) => unwrap(client.POST('/api/admin/events/{id}/participants/complete', event(id))),
    touches: [...AROUND_EVENTS, ...AROUND_CERTIFICATES, keyOf('/api/events/{id}', { id }), keyOf(PARTICIPANTS, { id }), ...doorOf(id)],
    failed: 'Failed to update participant status',
  })

export const useRemoveParticipant = (id: string, onDone: (message: string) => void) =>
  useEventChange(id, {
    call: (userId: string) => unwrap(client.DELETE('/api/admin/events/{id}/participants/{userId}', member(id, userId))),
    // The lists leave out a removed person at once, before they are fetched again.
    answered(queries, _, userId) {
      for (const queryKey of [listsOf(PARTICIPANTS, 'page', { id }), listsOf(WAITING, 'page', { id })])
        queries.setQueriesData<Page<{ user: Person }>>({ queryKey }, (page) => {
          const items = page?.items.filter((one) => one.user._id !== userId)
          return page && items && { items, total: page.total - (page.items.length - items.length) }
        })
    },
    onDone: ({ message }) => onDone(message),
    failed: 'Failed to remove participant',
  })

/** Sends the links, and stores them with the event for registered members. */
export const useSendLinks = (id: string) =>
  useEventChange(id, {
    call: (links: Links) => unwrap(client.POST('/api/admin/events/{id}/send-links', { ...event(id), body: trimmed(links) })),
    touches: [keyOf('/api/events/{id}', { id })],
    answered: (queries, _, links) => queries.setQueryData<AdminEvent>(eventKey(id), (known) => known && { ...known, ...trimmed(links) }),
    onDone: ({ message }) => toast(message),
    failed: 'Failed to send links',
  })
const trimmed = ({ meetLink, whatsappLink }: Links): Links => ({ meetLink: meetLink.trim(), whatsappLink: whatsappLink.trim() })

export const useCancelEvent = (id: string) =>
  useEventChange(id, {
    call: (reason: string) => unwrap(client.POST('/api/admin/events/{id}/cancel', { ...event(id), body: { reason: reason.trim() } })),
    failed: 'Failed to cancel event',
  })

export const useDuplicateEvent = (id: string, onDone: (made: string, here: boolean) => void) =>
  useChange({
    call: () => unwrap(client.POST('/api/admin/events/{id}/duplicate', event(id))),
    touches: AROUND_EVENTS,
    onDone({ message, event: made }, _, here) {
      toast(message)
      onDone(made._id, here)
    },
    onRefused: ({ message }) => toast.error(message),
    failed: 'Failed to duplicate event',
  })

export const useDeleteEvent = (id: string, onDone: (here: boolean) => void) =>
  useChange({
    call: () => unwrap(client.DELETE('/api/admin/events/{id}', event(id))),
    touches: AROUND_EVENTS.filter(([, path]) => path !== '/api/admin/events'),
    // Cached lists would still show the event for a moment.
    forgets: [...pagesOf(id), keyOf('/api/admin/events')],
    onDone({ message }, _, here) {
      toast(message)
      onDone(here)
    },
    failed: 'Failed to delete event',
  })

/** Downloads the list of participants under the file name that the server gives. */
export async function downloadParticipants(id: string) {
  const { data, error, response } = await client.GET('/api/admin/events/{id}/participants.csv', { ...event(id), parseAs: 'blob' })
  if (!response.ok || !data) throw error ?? new Error('empty answer')
  saveFile(data as unknown as Blob, fileName(response.headers.get('Content-Disposition'), 'participants.csv'))
}
