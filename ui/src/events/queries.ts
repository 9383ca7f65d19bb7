// The calls about events.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { MAX_OFFSET } from '../api/rules'
import { client } from '../api/client'
import { listKey } from '../api/keys'
import { $api, withTotal } from '../api/query'
import type { components } from '../api/schema'
import { untilNext, type EventFilters } from './rules'
import { pageNumber } from '../lib/paging'

export type EventDetail = components['schemas']['Event']
export type EventSummary = components['schemas']['EventSummary']

export const PAGE_SIZE = 18
/** The last page that the server's paging reaches. */
const LAST_PAGE = Math.floor(MAX_OFFSET / PAGE_SIZE) + 1
export const FARTHEST = LAST_PAGE * PAGE_SIZE

export const listPage = (page: string) => Math.min(pageNumber(page), LAST_PAGE)

/** A page of the list. The previous page stays while the next one loads. */
export function useEventList(filters: EventFilters) {
  const query = {
    search: filters.search || undefined,
    status: filters.status === 'all' ? undefined : filters.status,
    type: filters.type === 'all' ? undefined : filters.type,
    sort: filters.sort || undefined,
    limit: PAGE_SIZE,
    offset: (listPage(filters.page) - 1) * PAGE_SIZE,
  }
  return useQuery({
    queryKey: listKey('/api/events', 'page', { params: { query } }),
    queryFn: ({ signal }) => withTotal(client.GET('/api/events', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  })
}

export const useEventCount = () => $api.useQuery('get', '/api/events/count')

/** A page that stays open asks again when the event begins, ends or closes its registration. */
export const useEvent = (id: string) =>
  $api.useQuery('get', '/api/events/{id}', { params: { path: { id } } }, { refetchInterval: ({ state: { data } }) => (data ? untilNext([data.startsAt, data.endsAt, data.registrationClosesAt], Date.now()) : false) })
