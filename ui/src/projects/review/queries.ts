// What the list and the review of projects ask the server, and what they change.
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { client } from '../../api/client'
import { $api, unwrap, withTotal } from '../../api/query'
import type { components } from '../../api/schema'
import { readRows, type listQuery } from './rules'

export type Project = components['schemas']['Project']
export type Decision = components['schemas']['StatusInput']

// Another admin may be at work: nothing here counts as fresh.
const FRESH = { staleTime: 0 }
const LIST = ['get', '/api/admin/projects', 'page'] as const
const QUEUE = ['get', '/api/admin/projects/review', 'page'] as const

/** A page of the list and its total; while another one loads, the last one stays. */
export function useProjectList(query: ReturnType<typeof listQuery>) {
  return useQuery({
    queryKey: [...LIST, query],
    queryFn: async ({ signal }) => {
      const { items, total } = await withTotal(client.GET('/api/admin/projects', { params: { query }, signal }))
      return { rows: readRows(items), total }
    },
    placeholderData: keepPreviousData,
    ...FRESH,
  })
}

/** Those who wait longest, and how many wait. */
export function useReviewQueue(limit: number) {
  return useQuery({
    queryKey: [...QUEUE, limit],
    queryFn: async ({ signal }) => {
      const { items, total } = await withTotal(client.GET('/api/admin/projects/review', { params: { query: { limit } }, signal }))
      return { rows: readRows(items), total }
    },
    ...FRESH,
  })
}

export const useProjectCounts = () => $api.useQuery('get', '/api/admin/projects/counts', undefined, FRESH)
export const useProject = (id: string) => $api.useQuery('get', '/api/projects/{id}', one(id), FRESH)
export const useNeighbours = (id: string) => $api.useQuery('get', '/api/admin/projects/{id}/neighbours', one(id), FRESH)

const one = (id: string) => ({ params: { path: { id } } })

const isOfProjects = ({ queryKey }: { queryKey: readonly unknown[] }) => /\/(projects|stats)\b/.test(String(queryKey[1]))

/** The decisions about a project; they throw what the server refuses. */
export function useProjectChanges(id: string) {
  const queries = useQueryClient()
  const { queryKey } = $api.queryOptions('get', '/api/projects/{id}', one(id))
  const setFeatured = (featured: boolean) => queries.setQueryData<Project>(queryKey, (known) => known && { ...known, featured })
  // The pages that show it ask again when they are looked at.
  const outdate = () => queries.invalidateQueries({ predicate: isOfProjects, refetchType: 'none' })
  return {
    async decide(body: Decision) {
      const { message } = await unwrap(client.PUT('/api/admin/projects/{id}/status', { ...one(id), body }))
      // Lists that still hold it would show it for a moment.
      queries.removeQueries({ type: 'inactive', predicate: ({ queryKey: [, path] }) => String(path).startsWith('/api/admin/projects') })
      void outdate()
      return message
    },
    /** Shows at once, and takes it back if refused. */
    async feature(featured: boolean) {
      await queries.cancelQueries({ queryKey })
      setFeatured(featured)
      try {
        const { message } = await unwrap(client.PUT('/api/admin/projects/{id}/feature', { ...one(id), body: { featured } }))
        void outdate()
        return message
      } catch (error) {
        setFeatured(!featured)
        throw error
      }
    },
    /** Somebody else changed it meanwhile. */
    reload: () => queries.invalidateQueries({ predicate: isOfProjects }),
  }
}
