// What the page of one project asks the server.
import { useInfiniteQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query'
import { client } from '../api/client'
import { $api, unwrap, withTotal, type Page } from '../api/query'
import type { components } from '../api/schema'
import { toast } from '../kit/layers/Toast'
import { LIST, type ProjectSummary } from './queries'
import { useRefusal } from '../sessions/useRefusal'

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

const commentsKey = (id: string) => ['get', '/api/projects/{id}/comments', id]

/** The comments, oldest first, page after page. */
export function useComments(id: string) {
  return useInfiniteQuery({
    queryKey: commentsKey(id),
    queryFn: ({ pageParam: offset, signal }) =>
      withTotal(client.GET('/api/projects/{id}/comments', { params: { path: { id }, query: { limit: COMMENTS_PAGE, offset } }, signal })),
    initialPageParam: 0,
    getNextPageParam: (_, pages) => {
      const read = pages.reduce((sum, page) => sum + page.items.length, 0)
      return pages.at(-1)!.items.length && read < pages.at(-1)!.total ? read : undefined
    },
  })
}

/** Writing, editing and deleting a comment; what is shown follows the server's answer. */
export function useCommentChanges(id: string) {
  const queries = useQueryClient()
  const refusal = useRefusal()
  const change = (with_: (pages: Page<Comment>[]) => Page<Comment>[]) =>
    queries.setQueryData<InfiniteData<Page<Comment>>>(commentsKey(id), (known) => known && { ...known, pages: with_(known.pages) })
  return {
    async write(text: string) {
      const { comment } = await unwrap(client.POST('/api/projects/{id}/comment', { params: { path: { id } }, body: { text } }))
      // Oldest first: where pages are still to come, it belongs behind them.
      const known = queries.getQueryData<InfiniteData<Page<Comment>>>(commentsKey(id))?.pages ?? []
      const isWhole = known.reduce((sum, page) => sum + page.items.length, 0) >= (known.at(-1)?.total ?? 0)
      if (!isWhole) toast('Comment posted. It stands at the end of the list.')
      change((pages) => pages.map((page, at) => ({ items: isWhole && at === pages.length - 1 ? [...page.items, comment] : page.items, total: page.total + 1 })))
    },
    async edit(commentId: string, text: string) {
      const { comment } = await unwrap(client.PUT('/api/projects/{id}/comments/{comment}', { params: { path: { id, comment: commentId } }, body: { text } }))
      change((pages) => pages.map((page) => ({ ...page, items: page.items.map((one) => (one._id === commentId ? comment : one)) })))
    },
    async remove(commentId: string) {
      try {
        const { message } = await unwrap(client.DELETE('/api/projects/{id}/comments/{comment}', { params: { path: { id, comment: commentId } } }))
        toast(message)
        change((pages) => pages.map((page) => ({ items: page.items.filter((one) => one._id !== commentId), total: page.total - 1 })))
        return true
      } catch (error) {
        toast.error(refusal(error).message)
        return false
      }
    },
  }
}
