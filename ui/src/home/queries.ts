// The home page's queries, without the lists of projects.
import { useQuery } from '@tanstack/react-query'
import { client } from '../api/client'
import { $api, unwrap } from '../api/query'

export type Stats = { userCount?: number; projectCount?: number; eventCount?: number }

/** The three counts. When their common call fails, each is fetched on its own; an unknown one is left out, never invented. */
async function readStats(signal: AbortSignal): Promise<Stats> {
  try {
    return await unwrap(client.GET('/api/admin/stats', { signal }))
  } catch (error) {
    const counts = await Promise.allSettled([
      unwrap(client.GET('/api/users/count', { signal })),
      unwrap(client.GET('/api/projects/count', { signal })),
      unwrap(client.GET('/api/events/count', { signal })),
    ])
    const [userCount, projectCount, eventCount] = counts.map((one) => (one.status === 'fulfilled' ? one.value.count : undefined))
    if (counts.every((one) => one.status === 'rejected')) throw error
    return { userCount, projectCount, eventCount }
  }
}

export const useStats = () => useQuery({ queryKey: ['get', '/api/admin/stats', 'or counts'], queryFn: ({ signal }) => readStats(signal), retry: false })

/** The event that is on, or the next one; never a cancelled one. */
export const useNextEvent = () => $api.useQuery('get', '/api/events', { params: { query: { status: 'next', limit: 1 } } })
