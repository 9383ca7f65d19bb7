// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { client } from './client'
import { $api, withTotal } from './query'

afterEach(() => vi.unstubAllGlobals())

function answer(body: string, init?: ResponseInit) {
  const fetch = vi.fn(async (_: Request) => new Response(body, init))
  vi.stubGlobal('fetch', fetch)
  return fetch
}

it('attaches the stored bearer', async () => {
  localStorage.setItem('token', 'abc')
  const fetch = answer('{}')
  await client.GET('/api/site')
  localStorage.removeItem('token')
  expect(fetch.mock.calls[0]![0].headers.get('Authorization')).toBe('Bearer abc')
})

it('adds the status and the waiting time to the error body', async () => {
  answer('{"message":"Too many","code":"too_many_requests"}', { status: 429, headers: { 'Retry-After': '60' } })
  const { error } = await client.GET('/api/site')
  expect(error).toEqual({ message: 'Too many', code: 'too_many_requests', status: 429, retryAfter: 60 })
})

it('survives an answer that is not JSON', async () => {
  answer('<h1>Bad gateway</h1>', { status: 502 })
  const { error } = await client.GET('/api/site')
  expect(error).toMatchObject({ message: 'Server error. Please try again later.', status: 502 })
})

it('reads the total of a list', async () => {
  const response = new Response('[]', { headers: { 'X-Total-Count': '57' } })
  expect(await withTotal(Promise.resolve({ data: [1, 2], response }))).toEqual({ items: [1, 2], total: 57 })
})

it('puts values into the path and the query, and says what it sends', async () => {
  const fetch = answer('')
  await client.GET('/api/events/{id}', { params: { path: { id: 'a/b' } } })
  await client.GET('/api/admin/users', { params: { query: { search: 'Ä & b', role: undefined, limit: 25 } } })
  await client.POST('/api/projects/{id}/comment', { params: { path: { id: 'p' } }, body: { text: 'Hello' } })
  const requests = fetch.mock.calls.map(([request]) => request)
  const [event, users] = requests.map(({ url }) => url.slice(location.origin.length))
  expect([event, users]).toEqual(['/api/events/a%2Fb', '/api/admin/users?search=%C3%84%20%26%20b&limit=25'])
  expect([requests[0]!.headers.get('Content-Type'), requests[2]!.headers.get('Content-Type'), await requests[2]!.json()]).toEqual([null, 'application/json', { text: 'Hello' }])
})

it('sends a file as it is, and ends the session with a 401', async () => {
  localStorage.setItem('token', 'gone')
  const fetch = answer('{}', { status: 401 })
  await client.POST('/api/users/profile/picture', { body: 'picture', bodySerializer: (body) => body, headers: { 'Content-Type': 'application/octet-stream' } })
  expect(fetch.mock.calls[0]![0].headers.get('Content-Type')).toBe('application/octet-stream')
  expect(localStorage.getItem('token')).toBeNull()
})

it('asks by POST where the call says so', async () => {
  const fetch = answer('{}')
  await new QueryClient().fetchQuery($api.queryOptions('post', '/api/setup/check', { body: { token: 'secret' } }))
  const [request] = fetch.mock.calls[0]!
  expect([request.method, await request.json()]).toEqual(['POST', { token: 'secret' }])
})
