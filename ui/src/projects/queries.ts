// The queries of the project lists.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { client } from '../api/client'
import { keysOf, listKey } from '../api/keys'
import { $api, withTotal } from '../api/query'
import type { components } from '../api/schema'
import type { listQuery } from './rules'

export type ProjectSummary = components['schemas']['ProjectSummary']
export type Project = components['schemas']['Project']
export type Picture = components['schemas']['Picture']

/** Every list and count that a project is part of, without its own page; for changes that may affect any of them. */
export const AROUND_PROJECTS = keysOf(
  '/api/projects',
  '/api/projects/featured',
  '/api/projects/count',
  '/api/projects/{id}/similar',
  '/api/users/me/projects',
  '/api/users/profile',
  '/api/users/{id}',
  '/api/admin/projects',
  '/api/admin/projects/review',
  '/api/admin/projects/counts',
  '/api/admin/projects/{id}/neighbours',
  '/api/admin/stats',
)

/** One page of the list and its total. The previous page stays while the next one loads. */
export function useProjects(query: ReturnType<typeof listQuery>) {
  return useQuery({
    queryKey: listKey('/api/projects', 'page', { params: { query } }),
    queryFn: ({ signal }) => withTotal(client.GET('/api/projects', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  })
}

export const useFeaturedProjects = (limit: number) => $api.useQuery('get', '/api/projects/featured', { params: { query: { limit } } })

/** The newest projects, for the home page. */
export const useNewestProjects = (limit: number) => $api.useQuery('get', '/api/projects', { params: { query: { limit } } })
