// Queries and changes of the admins' list of events and of the event form.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { client } from '../api/client'
import { keyOf, keysOf, listKey } from '../api/keys'
import { $api, unwrap, withTotal } from '../api/query'
import type { components } from '../api/schema'
import { useChange } from '../api/useChange'
import { toast } from '../kit/layers/Toast'
import type { EventInput } from './form/eventDraft'
import type { listQuery } from './adminRules'

export type AdminEventSummary = components['schemas']['AdminEventSummary']

// Another admin may change this at any time, so nothing here counts as fresh.
const FRESH = { staleTime: 0 }

type Query = Omit<Partial<ReturnType<typeof listQuery>>, 'status'> & { status?: string }
const ask = (query: Query) => ({
  queryKey: listKey('/api/admin/events', 'page', { params: { query } }),
  queryFn: ({ signal }: { signal: AbortSignal }) => withTotal(client.GET('/api/admin/events', { params: { query }, signal })),
  ...FRESH,
})

/** A page of the list and its total. The previous page stays while the next one loads. */
export const useAdminEventList = (query: Query) => useQuery({ ...ask(query), placeholderData: keepPreviousData })

/** The events that are neither over nor cancelled, today's first. */
export const useNextEvents = (limit: number) => useQuery(ask({ status: 'next', limit }))

/** Events that are not public yet: an organiser's own, or all for an admin. */
export const useDraftEvents = (limit: number) => useQuery(ask({ status: 'drafts', limit }))

/** Every list and count that an event is part of, without its own pages; for changes that may affect any of them. */
export const AROUND_EVENTS = keysOf('/api/events', '/api/events/count', '/api/users/me/events', '/api/users/me/doors', '/api/users/profile', '/api/users/{id}', '/api/admin/events', '/api/admin/stats')
const DOOR_LISTS = ['/api/admin/events/{id}/participants', '/api/admin/events/{id}/waiting-list', '/api/admin/events/{id}/checkin/participants', '/api/admin/events/{id}/checkin/waiting-list'] as const
/** All queries of the pages of one event. */
export const pagesOf = (id: string) => [keyOf('/api/events/{id}', { id }), keyOf('/api/events/{id}/ticket', { id }), keyOf('/api/admin/events/{id}', { id }), ...doorOf(id)]
export const doorOf = (id: string) => [keyOf('/api/admin/events/{id}/checkin/summary', { id }), ...DOOR_LISTS.map((path) => keyOf(path, { id }))]

/** Stores a picture for the form of an event and hands on its address. */
export const useStorePicture = (onStored: (address: string) => void) =>
  useChange({
    call: (file: Blob) =>
      unwrap(
        client.POST('/api/admin/pictures', {
          body: file as unknown as string,
          bodySerializer: (body) => body as unknown as BodyInit,
          headers: { 'Content-Type': 'application/octet-stream' },
        }),
      ),
    onDone: ({ address }) => onStored(address),
    failed: 'The picture could not be stored',
    safe: true,
  })

export const useCreateEvent = (onDone: (here: boolean) => void) =>
  useChange({
    call: (body: EventInput) => unwrap(client.POST('/api/admin/events', { body })),
    touches: AROUND_EVENTS,
    onDone({ message }, _, here) {
      toast(message)
      onDone(here)
    },
    failed: 'Failed to create event',
  })

export function useEditEvent(id: string, onDone: (here: boolean) => void) {
  const { queryKey } = $api.queryOptions('get', '/api/admin/events/{id}', { params: { path: { id } } })
  return useChange({
    call: (body: EventInput) => unwrap(client.PUT('/api/admin/events/{id}', { params: { path: { id } }, body })),
    renews: [queryKey],
    touches: [...AROUND_EVENTS, ...pagesOf(id).filter((key) => key[1] !== queryKey[1])],
    answered: (queries, { event }) => queries.setQueryData(queryKey, event),
    onDone({ message }, _, here) {
      toast(message)
      onDone(here)
    },
    failed: 'Failed to save event. Check required fields.',
  })
}
