// What the lists of projects ask the server.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { client } from '../api/client'
import { $api, withTotal } from '../api/query'
import type { components } from '../api/schema'
import type { listQuery } from './rules'

export type ProjectSummary = components['schemas']['ProjectSummary']
export type Project = components['schemas']['Project']
export type Picture = components['schemas']['Picture']

export const LIST = ['get', '/api/projects', 'page'] as const

/** One page of the list and its total; while another one loads, the last one stays. */
export function useProjects(query: ReturnType<typeof listQuery>) {
  return useQuery({
    queryKey: [...LIST, query],
    queryFn: ({ signal }) => withTotal(client.GET('/api/projects', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  })
}

export const useFeaturedProjects = (limit: number) => $api.useQuery('get', '/api/projects/featured', { params: { query: { limit } } })

/** The newest ones, for the home page. */
export const useNewestProjects = (limit: number) => $api.useQuery('get', '/api/projects', { params: { query: { limit } } })
