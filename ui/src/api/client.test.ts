// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest'
import { client } from './client'
import { withTotal } from './query'

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
