// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { useEffect } from 'react'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { client } from '../api/client'
import { queryClient } from '../api/query'
import { RequireMember, RequireStaff } from './guards'
import { SessionProvider, useSession, type Session } from './SessionProvider'

const ADA = { id: 'u1', name: 'Ada', email: 'ada@example.org', role: 'user' }
let session: Session
let requests: Request[]

function answer(status: number, body: unknown) {
  requests = []
  vi.stubGlobal('fetch', async (input: Request | string, init?: RequestInit) => {
    requests.push(new Request(input instanceof Request ? input : location.origin + input, init))
    return Response.json(body, { status })
  })
}

function Probe() {
  const now = useSession()
  const { pathname, search } = useLocation()
  useEffect(() => {
    session = now
  })
  return <output>{`${now.status} ${now.user?.name ?? '-'} ${now.isAdmin} ${pathname}${search}`}</output>
}

function start(at = '/projects') {
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[at]}>
        <SessionProvider>
          <Probe />
          <Routes>
            <Route element={<RequireMember />}>
              <Route path="/profile" element={<p>secret</p>} />
            </Route>
            <Route element={<RequireStaff />}>
              <Route path="/admin" element={<p>control room</p>} />
            </Route>
            <Route path="*" element={null} />
          </Routes>
        </SessionProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

const shows = (text: string) => waitFor(() => expect(screen.getByRole('status').textContent).toBe(text))

beforeEach(() => {
  localStorage.clear()
  window.dispatchEvent(new StorageEvent('storage', { key: null }))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('is anonymous without a token, and sends guests of guarded pages to /login', async () => {
  answer(200, {})
  start('/profile?tab=badges')
  await shows('anonymous - false /login?returnTo=%2Fprofile%3Ftab%3Dbadges')
  expect(requests).toHaveLength(0)
})

it('restores the stored user at once and replaces it by the profile', async () => {
  localStorage.setItem('token', 't')
  localStorage.setItem('user', JSON.stringify(ADA))
  answer(200, { _id: 'u1', name: 'Ada King', email: 'ada@example.org', role: 'admin' })
  start()
  expect(screen.getByRole('status').textContent).toBe('authenticated Ada false /projects')
  await shows('authenticated Ada King true /projects')
  expect(JSON.parse(localStorage.getItem('user')!)).toMatchObject({ id: 'u1', name: 'Ada King', role: 'admin' })
  expect(requests[0]!.headers.get('Authorization')).toBe('Bearer t')
})

it('clears everything on 401, but keeps the user when the server is merely away', async () => {
  localStorage.setItem('token', 't')
  localStorage.setItem('user', JSON.stringify(ADA))
  answer(503, { message: 'away', code: 'internal' })
  start()
  await shows('authenticated Ada false /projects')
  cleanup()
  answer(401, { message: 'over', code: 'unauthorized' })
  start()
  await shows('anonymous - false /projects')
  expect(localStorage.getItem('token')).toBeNull()
  expect(localStorage.getItem('user')).toBeNull()
})

it('does not take a server that is away for the end of a session whose user is unknown', async () => {
  localStorage.setItem('token', 't')
  answer(503, { message: 'The server is away.', code: 'internal' })
  start('/profile')
  await screen.findByText('The server is away.')
  expect(localStorage.getItem('token')).toBe('t')
  answer(200, { _id: 'u1', ...ADA })
  screen.getByRole('button', { name: 'Retry' }).click()
  await screen.findByText('secret')
})

it('follows the other tabs: a sign-in, a switch, a new name, a sign-out', async () => {
  answer(200, { _id: 'u1', ...ADA })
  start('/profile')
  await shows('anonymous - false /login?returnTo=%2Fprofile')
  const otherTab = (key: string, value: string | null) => {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key })))
  }
  otherTab('user', JSON.stringify({ ...ADA, token: 'a' }))
  await shows('anonymous - false /login?returnTo=%2Fprofile')
  otherTab('token', 'a')
  await shows('authenticated Ada false /login?returnTo=%2Fprofile')

  queryClient.setQueryData(['get', '/api/projects'], 'what Ada saw')
  answer(200, { _id: 'u2', name: 'Grace', email: 'grace@example.org', role: 'admin' })
  // Only the token: the user that is stored belongs to the earlier one.
  otherTab('token', 'g')
  await shows('authenticated Grace true /login?returnTo=%2Fprofile')
  expect(requests[0]!.headers.get('Authorization')).toBe('Bearer g')
  expect(queryClient.getQueryData(['get', '/api/projects'])).toBeUndefined()

  otherTab('user', JSON.stringify({ id: 'u2', name: 'Grace Hopper', email: 'grace@example.org', role: 'admin', token: 'g' }))
  await shows('authenticated Grace Hopper true /login?returnTo=%2Fprofile')
  otherTab('token', null)
  await shows('anonymous - false /login?returnTo=%2Fprofile')
})

it('an answer to an earlier token ends nothing', async () => {
  localStorage.setItem('token', 'old')
  localStorage.setItem('user', JSON.stringify(ADA))
  let late: (response: Response) => void = () => {}
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (late = resolve)))
  start()
  const asked = client.GET('/api/users/profile')
  await act(async () => session.signIn(ADA, 'new'))
  await act(async () => {
    await Promise.resolve()
    late(Response.json({ message: 'over', code: 'unauthorized' }, { status: 401 }))
    expect((await asked).response.status).toBe(401)
  })
  await shows('authenticated Ada false /projects')
  expect(localStorage.getItem('token')).toBe('new')
  expect(JSON.parse(localStorage.getItem('user')!)).toMatchObject({ id: 'u1', token: 'new' })
})

it('clears what it cannot read', async () => {
  localStorage.setItem('token', 't')
  localStorage.setItem('user', '{broken')
  answer(200, {})
  start()
  await shows('anonymous - false /projects')
  expect(localStorage.getItem('token')).toBeNull()
})

it('signs in and out', async () => {
  answer(200, {})
  start('/profile')
  await act(async () => session.signIn({ ...ADA, role: 'admin' }, 'new'))
  await shows('authenticated Ada true /login?returnTo=%2Fprofile')
  expect(localStorage.getItem('token')).toBe('new')
  await act(async () => session.signOut())
  await shows('anonymous - false /login?returnTo=%2Fprofile')
  expect(localStorage.getItem('token')).toBeNull()
  expect(requests.at(-1)!.url).toMatch(/\/api\/auth\/logout$/)
  expect(requests.at(-1)!.headers.get('Authorization')).toBe('Bearer new')
})

it('leads from a guarded page home on signing out, and says so when the session ended', async () => {
  localStorage.setItem('token', 't')
  localStorage.setItem('user', JSON.stringify(ADA))
  answer(200, { _id: 'u1', ...ADA })
  start('/profile')
  await shows('authenticated Ada false /profile')
  act(() => session.signOut())
  await shows('anonymous - false /')
  cleanup()

  localStorage.setItem('token', 't')
  localStorage.setItem('user', JSON.stringify(ADA))
  answer(401, { message: 'over', code: 'unauthorized' })
  start('/profile')
  await screen.findByText('Session expired. Please log in again.')
  await waitFor(() => expect(screen.getByText(/login/).textContent).toBe('anonymous - false /login?returnTo=%2Fprofile'), { timeout: 4000 })
})

it('shows an admin out for a refusal only, and says so when the session ended', async () => {
  const enter = (status: number, body: unknown) => {
    cleanup()
    queryClient.clear()
    localStorage.setItem('token', `t${status}`)
    localStorage.setItem('user', JSON.stringify({ ...ADA, role: 'admin' }))
    answer(status, body)
    start('/admin')
  }
  enter(503, { message: 'The server is away.', code: 'internal' })
  await screen.findByText('The server is away.', undefined, { timeout: 4000 })
  answer(200, { _id: 'u1', ...ADA, role: 'admin', isAdmin: true })
  screen.getByRole('button', { name: 'Retry' }).click()
  await screen.findByText('control room')
  enter(401, { message: 'over', code: 'unauthorized' })
  await screen.findByText('Session expired. Please log in again.')
  enter(403, { message: 'No', code: 'forbidden' })
  await shows('authenticated Ada true /login')
})
