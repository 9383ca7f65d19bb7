// Queries and changes of the list and the review of projects.
import { keepPreviousData, useQuery, type QueryClient } from '@tanstack/react-query'
import { client } from '../../api/client'
import { keyOf, keysOf, listKey } from '../../api/keys'
import { $api, unwrap, withTotal } from '../../api/query'
import type { components } from '../../api/schema'
import { useChange } from '../../api/useChange'
import { toast } from '../../kit/layers/Toast'
import { AROUND_PROJECTS } from '../queries'
import { readRows, type listQuery } from './rules'

export type Project = components['schemas']['Project']
export type Decision = components['schemas']['StatusInput']

// Another admin may change this at any time, so nothing here counts as fresh.
const FRESH = { staleTime: 0 }

/** A page of the list and its total. The previous page stays while the next one loads. */
export function useProjectList(query: ReturnType<typeof listQuery>) {
  return useQuery({
    queryKey: listKey('/api/admin/projects', 'page', { params: { query } }),
    queryFn: async ({ signal }) => {
      const { items, total } = await withTotal(client.GET('/api/admin/projects', { params: { query }, signal }))
      return { rows: readRows(items), total }
    },
    placeholderData: keepPreviousData,
    ...FRESH,
  })
}

/** The projects that have waited longest, and the number of all that wait. */
export function useReviewQueue(limit: number) {
  return useQuery({
    queryKey: listKey('/api/admin/projects/review', 'page', { params: { query: { limit } } }),
    queryFn: async ({ signal }) => {
      const { items, total } = await withTotal(client.GET('/api/admin/projects/review', { params: { query: { limit } }, signal }))
      return { rows: readRows(items), total }
    },
    ...FRESH,
  })
}

export const useProjectCounts = () => $api.useQuery('get', '/api/admin/projects/counts', undefined, FRESH)
export const useProject = (id: string) => $api.useQuery('get', '/api/projects/{id}', one(id), FRESH)
/** The earlier decision, and what has changed since. */
export const useEarlierReview = (id: string) => $api.useQuery('get', '/api/admin/projects/{id}/earlier-review', one(id), FRESH)
export const useNeighbours = (id: string) => $api.useQuery('get', '/api/admin/projects/{id}/neighbours', one(id), FRESH)

const one = (id: string) => ({ params: { path: { id } } })

/** What a decision about a project changes. Cached lists would still show it for a moment, and its page closes. */
const decided = (id: string) => ({
  touches: AROUND_PROJECTS,
  forgets: [keyOf('/api/projects/{id}', { id }), keyOf('/api/admin/projects/{id}/earlier-review', { id }), ...keysOf('/api/admin/projects', '/api/admin/projects/review')],
})

/** Decides; when another admin was faster, the page shows the current state. */
export const useDecision = (id: string, onDone: (message: string, here: boolean) => void) =>
  useChange({
    call: (body: Decision) => unwrap(client.PUT('/api/admin/projects/{id}/status', { ...one(id), body })),
    ...decided(id),
    onDone: ({ message }, _, here) => onDone(message, here),
    failed: ({ status }) => (status === 'Approved' ? 'Failed to approve project. Please try again.' : 'Failed to reject project'),
  })

/** Takes a decision back, which is possible for some seconds. */
export const useTakeBack = (id: string, onDone: (message: string) => void) =>
  useChange({
    call: () => unwrap(client.DELETE('/api/admin/projects/{id}/decision', one(id))),
    ...decided(id),
    onDone: ({ message }) => onDone(message),
    onRefused: ({ message }) => toast.error(message),
    failed: 'Failed to take the decision back.',
  })

export function useFeature(id: string) {
  const { queryKey } = $api.queryOptions('get', '/api/projects/{id}', one(id))
  const setFeatured = (queries: QueryClient, featured: boolean) => queries.setQueryData<Project>(queryKey, (known) => known && { ...known, featured })
  return useChange({
    call: (featured: boolean) => unwrap(client.PUT('/api/admin/projects/{id}/feature', { ...one(id), body: { featured } })),
    touches: [queryKey, ...AROUND_PROJECTS],
    show: setFeatured,
    answered: (queries, { featured }) => setFeatured(queries, featured),
    onDone: ({ message }) => toast(message),
    failed: 'Failed to update featured status.',
    scope: `feature ${id}`,
    again: true,
    safe: true,
  })
}
