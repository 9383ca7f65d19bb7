// Server state: one QueryClient, the typed hooks of $api, and lists that know their total.
import { QueryClient, useQuery } from '@tanstack/react-query'
import type { OpenapiQueryClient } from 'openapi-react-query'
import { readError } from '../lib/errors'
import { client } from './client'
import type { paths } from './schema'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      gcTime: 10 * 60_000,
      // A self-hosted site may be reachable while the machine counts as offline.
      networkMode: 'always',
      retry: (count, error) => count < 2 && isPassing(error),
      retryDelay: (count) => 400 * 2 ** count,
    },
    mutations: { networkMode: 'always', retry: false },
  },
})

/** Whether a failure may pass in a moment. A 4xx does not. */
export function isPassing(error: unknown): boolean {
  const { status, code } = readError(error)
  return status >= 500 || code === 'dropped'
}

/** `next` is where the next page begins, for the parameter `after`; absent on the last one. */
export type Page<T> = { items: T[]; total: number; next?: string }

/**
 * A list with the count before paging, for a queryFn:
 * `() => withTotal(client.GET('/api/projects', { params: { query }, signal }))`.
 */
export async function withTotal<T>(call: Promise<{ data?: T[]; error?: unknown; response: Response }>): Promise<Page<T>> {
  const { data, error, response } = await call
  if (!data) throw error ?? new Error('empty answer')
  return { items: data, total: Number(response.headers.get('X-Total-Count') ?? data.length), next: response.headers.get('X-Next') ?? undefined }
}

/** Returns the answer or throws the error body, for calls outside `$api`. */
export async function unwrap<T>(call: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<T> {
  const { data, error, response } = await call
  if (error !== undefined || !response.ok) throw error ?? new Error(`status ${response.status}`)
  return data as T
}

type Call = (path: string, asked: object) => Promise<{ data?: unknown; error?: unknown; response: Response }>
// A call by POST may ask as well, when what it asks about is secret.
const CALLS = { get: client.GET as Call, post: client.POST as Call }
const options = (method: keyof typeof CALLS, path: string, asked?: object, more?: object) => ({
  queryKey: asked === undefined ? [method, path] : [method, path, asked],
  queryFn: async ({ signal }: { signal: AbortSignal }) => (await unwrap(CALLS[method](path, { ...asked, signal }))) ?? null,
  ...more,
})

/** `$api.useQuery('get', '/api/events/{id}', { params: { path: { id } } })`, with the types of openapi-react-query. */
export const $api = {
  queryOptions: options,
  useQuery: (...asked: Parameters<typeof options>) => useQuery(options(...asked)),
} as unknown as Pick<OpenapiQueryClient<paths>, 'queryOptions' | 'useQuery'>
