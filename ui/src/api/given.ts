// The answers that stand in the page: those that it would ask for first (src/http/first.rs).
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { currentSession } from './session'

type Answer = { key: QueryKey; data: unknown; total?: number; next?: string }

/** Read by everybody in the same way. All others are a guest's. */
const FOR_ALL = '/api/site'

/** A cached answer in the shape of its query, which a list names in its key (`listKey`). */
function shaped({ key, data, total, next }: Answer) {
  const page = { items: data, total, next }
  return key[3] === 'page' ? page : key[3] === 'pages' ? { pages: [page], pageParams: [undefined] } : data
}

/** Takes the answers over into the cache, once. */
export function takeGiven(queries: QueryClient) {
  const element = document.getElementById('answers')
  if (!element) return
  element.remove()
  // A browser that goes back, or opens its tabs again, shows the page that it has kept. It asked for any other just now.
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const updatedAt = entry && entry.type !== 'back_forward' ? performance.timeOrigin : 0
  const isGuest = currentSession() === null
  for (const answer of JSON.parse(element.textContent) as Answer[])
    if (isGuest || answer.key[1] === FOR_ALL) queries.setQueryData(answer.key, shaped(answer), { updatedAt })
}
