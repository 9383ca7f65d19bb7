// Queries and changes of a project's page.
import { useInfiniteQuery, useQueryClient, type InfiniteData, type QueryClient } from '@tanstack/react-query'
import { client } from '../api/client'
import { keyOf, keysOf, listKey, listsOf } from '../api/keys'
import { $api, unwrap, withTotal, type Page } from '../api/query'
import type { components } from '../api/schema'
import { useChange } from '../api/useChange'
import { toast } from '../kit/layers/Toast'
import type { Project, ProjectSummary } from './queries'

export type Comment = components['schemas']['Comment']

const COMMENTS_PAGE = 20

export const useProject = (id: string) => $api.useQuery('get', '/api/projects/{id}', { params: { path: { id } } })

/** What a cached list already knows about a project. */
export function useSeenProject(id: string): ProjectSummary | undefined {
  const queries = useQueryClient()
  const lists = queries.getQueriesData<Page<ProjectSummary>>({ queryKey: listsOf('/api/projects', 'page') }).flatMap(([, page]) => page?.items ?? [])
  const others = keysOf('/api/projects', '/api/projects/featured')
    .flatMap((queryKey) => queries.getQueriesData<ProjectSummary[]>({ queryKey }))
    .flatMap(([, items]) => (Array.isArray(items) ? items : []))
  return [...lists, ...others].find((one) => one._id === id)
}

/** Sets the vote instead of toggling it, so that a vote whose answer was lost can be sent again. */
export const useVote = (id: string) =>
  useChange({
    call: (upvoted: boolean) => unwrap(client.POST('/api/projects/{id}/upvote', { params: { path: { id } }, body: { upvoted } })),
    renews: [keyOf('/api/projects/{id}', { id })],
    touches: keysOf('/api/projects', '/api/projects/featured', '/api/users/me/projects', '/api/users/profile', '/api/users/{id}'),
    answered: (queries, answer) => {
      queries.setQueryData<Project>($api.queryOptions('get', '/api/projects/{id}', { params: { path: { id } } }).queryKey, (known) => known && { ...known, ...answer })
      const renewed = (items: ProjectSummary[]) => items.map((one) => (one?._id === id ? { ...one, ...answer } : one))
      for (const queryKey of keysOf('/api/projects', '/api/projects/featured'))
        queries.setQueriesData<ProjectSummary[] | Page<ProjectSummary>>({ queryKey }, (known) =>
          Array.isArray(known) ? renewed(known) : known?.items ? { ...known, items: renewed(known.items) } : known,
        )
    },
    onRefused: ({ message }) => toast.error(message),
    failed: 'Failed to upvote project',
    scope: `vote ${id}`,
    again: true,
    safe: true,
  })

const commentsKey = (id: string) => listKey('/api/projects/{id}/comments', 'pages', { params: { path: { id } } })

/** The comments, oldest first, page after page. */
export function useComments(id: string) {
  return useInfiniteQuery({
    queryKey: commentsKey(id),
    queryFn: ({ pageParam: after, signal }) =>
      withTotal(client.GET('/api/projects/{id}/comments', { params: { path: { id }, query: { limit: COMMENTS_PAGE, after } }, signal })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
  })
}

type Pages = InfiniteData<Page<Comment>>

/** The common part of changes to comments: the list follows the server's answers, in their order. */
const ofComments = (id: string) => ({
  renews: [commentsKey(id)],
  touches: [keyOf('/api/projects/{id}', { id }), keyOf('/api/users/me/projects')],
  scope: `comments ${id}`,
})
const rewrite = (queries: QueryClient, id: string, each: (page: Page<Comment>, at: number, pages: Page<Comment>[]) => Page<Comment>) =>
  queries.setQueryData<Pages>(commentsKey(id), (known) => known && { ...known, pages: known.pages.map(each) })

/** The list is oldest first, so a new comment belongs after pages that are not loaded yet. */
const isWhole = (pages: Page<Comment>[]) => pages.at(-1)?.next === undefined

export const useWriteComment = (id: string) =>
  useChange({
    ...ofComments(id),
    call: (text: string) => unwrap(client.POST('/api/projects/{id}/comment', { params: { path: { id } }, body: { text } })),
    answered: (queries, { comment }) => {
      toast(isWhole(queries.getQueryData<Pages>(commentsKey(id))?.pages ?? []) ? 'Comment posted.' : 'Comment posted. It is at the end of the list.')
      rewrite(queries, id, (page, at, pages) => ({ ...page, items: isWhole(pages) && at === pages.length - 1 ? [...page.items, comment] : page.items, total: page.total + 1 }))
    },
    failed: 'Failed to submit comment',
  })

export const useEditComment = (id: string, commentId: string) =>
  useChange({
    ...ofComments(id),
    call: (text: string) => unwrap(client.PUT('/api/projects/{id}/comments/{comment}', { params: { path: { id, comment: commentId } }, body: { text } })),
    answered: (queries, { comment }) => rewrite(queries, id, (page) => ({ ...page, items: page.items.map((one) => (one._id === commentId ? comment : one)) })),
    failed: 'Failed to submit comment',
  })

export const useRemoveComment = (id: string, commentId: string, onDone: () => void) =>
  useChange({
    ...ofComments(id),
    call: () => unwrap(client.DELETE('/api/projects/{id}/comments/{comment}', { params: { path: { id, comment: commentId } } })),
    answered: (queries) => rewrite(queries, id, (page) => ({ ...page, items: page.items.filter((one) => one._id !== commentId), total: page.total - 1 })),
    onDone: ({ message }) => {
      toast(message)
      onDone()
    },
    onRefused: ({ message }) => toast.error(message),
    failed: 'Failed to delete comment',
  })
