// What the page of one project asks the server.
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { client } from '../api/client'
import { $api, withTotal, type Page } from '../api/query'
import type { components } from '../api/schema'
import { LIST, type ProjectSummary } from './queries'

export type Comment = components['schemas']['Comment']

const COMMENTS_PAGE = 20

export const useProject = (id: string) => $api.useQuery('get', '/api/projects/{id}', { params: { path: { id } } })

/** What a list that was seen before already knows about a project. */
export function useSeenProject(id: string): ProjectSummary | undefined {
  const queries = useQueryClient()
  const lists = queries.getQueriesData<Page<ProjectSummary>>({ queryKey: LIST }).flatMap(([, page]) => page?.items ?? [])
  const others = queries
    .getQueriesData<ProjectSummary[]>({ predicate: ({ queryKey: [, path] }) => path === '/api/projects' || path === '/api/projects/featured' })
    .flatMap(([, items]) => (Array.isArray(items) ? items : []))
  return [...lists, ...others].find((one) => one._id === id)
}

/** The comments, oldest first, page after page. */
export function useComments(id: string) {
  return useInfiniteQuery({
    queryKey: ['get', '/api/projects/{id}/comments', id],
    queryFn: ({ pageParam: offset, signal }) =>
      withTotal(client.GET('/api/projects/{id}/comments', { params: { path: { id }, query: { limit: COMMENTS_PAGE, offset } }, signal })),
    initialPageParam: 0,
    getNextPageParam: (_, pages) => {
      const read = pages.reduce((sum, page) => sum + page.items.length, 0)
      return pages.at(-1)!.items.length && read < pages.at(-1)!.total ? read : undefined
    },
  })
}
