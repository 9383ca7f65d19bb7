// What the admins' list of events and their form ask the server, and what they change.
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { client } from '../api/client'
import { $api, unwrap, withTotal } from '../api/query'
import type { components } from '../api/schema'
import type { EventInput } from './form/eventDraft'
import type { listQuery } from './adminRules'

export type AdminEventSummary = components['schemas']['AdminEventSummary']

// Another admin may be at work: nothing here counts as fresh.
const FRESH = { staleTime: 0 }
const LIST = ['get', '/api/admin/events', 'page'] as const

type Query = Partial<ReturnType<typeof listQuery>>
const ask = (query: Query) => ({
  queryKey: [...LIST, query],
  queryFn: ({ signal }: { signal: AbortSignal }) => withTotal(client.GET('/api/admin/events', { params: { query }, signal })),
  ...FRESH,
})

/** A page of the list and its total; while another one loads, the last one stays. */
export const useAdminEventList = (query: Query) => useQuery({ ...ask(query), placeholderData: keepPreviousData })

/** Those that come next. */
export const useNextEvents = (limit: number) => useQuery(ask({ status: 'upcoming', limit }))

const one = (id: string) => ({ params: { path: { id } } })

/** Creating and editing; they throw what the server refuses. */
export function useEventSaving() {
  const queries = useQueryClient()
  // Lists, counts and pages of events ask again when they are looked at.
  const outdate = () => void queries.invalidateQueries({ predicate: ({ queryKey: [, path] }) => /\/(events|stats)\b/.test(String(path)) })
  return {
    async create(body: EventInput) {
      const saved = await unwrap(client.POST('/api/admin/events', { body }))
      outdate()
      return saved
    },
    async edit(id: string, body: EventInput) {
      const saved = await unwrap(client.PUT('/api/admin/events/{id}', { ...one(id), body }))
      queries.setQueryData($api.queryOptions('get', '/api/admin/events/{id}', one(id)).queryKey, saved.event)
      outdate()
      return saved
    },
  }
}
