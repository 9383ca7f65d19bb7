// @vitest-environment jsdom
// The sentences that clients of the contract know, where the interface itself says them: when a call fails without words, and
// where there is nothing to show.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, renderHook, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import UserListPage from './admin/users/UserListPage'
import { useSetRole } from './admin/users/queries'
import { useGive } from './badges/adminQueries'
import BadgeListPage from './badges/BadgeListPage'
import CertificateListPage from './certificates/CertificateListPage'
import CertificatePage from './certificates/CertificatePage'
import { StandingNotice } from './certificates/CertificateStanding'
import { useDownload, type Certificate } from './certificates/queries'
import EventPage from './events/EventPage'
import EventsPage from './events/EventsPage'
import { useCompleteTask, useRegister } from './events/registration/registrationQueries'
import { useAddresses, useSendEmail } from './mail/mailQueries'
import { Recipients } from './mail/Recipients'
import { AboutMe, FunFacts } from './members/ProfileAbout'
import type { Profile } from './members/queries'
import { useVote, useWriteComment } from './projects/detailQueries'
import { ProjectForm } from './projects/edit/ProjectForm'
import ProjectsPage from './projects/ProjectsPage'
import { emptyDraft } from './projects/edit/draft'
import { $api } from './api/query'
import { SiteProvider, type Site } from './sessions/SiteProvider'
import { SessionProvider } from './sessions/SessionProvider'
import { useForm } from './kit/fields/useForm'
import { Toaster } from './kit/layers/Toast'

const answer = (status: number, body: unknown) => vi.stubGlobal('fetch', () => Promise.resolve(Response.json(body, { status, headers: { 'X-Total-Count': '0' } })))
const fail = () => answer(500, { message: 'Server error. Please try again later.', code: 'internal' })

let queries: QueryClient
const around = ({ children }: { children: ReactNode }) => <QueryClientProvider client={queries}>{children}</QueryClientProvider>
const show = (page: ReactNode, at = '/') =>
  render(
    <MemoryRouter initialEntries={[at]}>
      <SessionProvider>
        <Routes>
          <Route path="/:id?" element={<SiteProvider>{page}</SiteProvider>} />
        </Routes>
      </SessionProvider>
    </MemoryRouter>,
    { wrapper: around },
  )
const says = (text: string | RegExp) => screen.findByText(text)

beforeEach(() => {
  queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  localStorage.clear()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('a change that fails without words says which one it was', async () => {
  fail()
  type Hook = () => { run: (input: never) => unknown; refusal?: { message: string } }
  const email = { kind: 'news', subject: 'S', message: 'M', all: true, recipients: [] }
  const changes: [Hook, unknown, string][] = [
    [() => useVote('1'), true, 'Failed to upvote project'],
    [() => useWriteComment('1'), 'Hello', 'Failed to submit comment'],
    [() => useRegister('1'), { captchaToken: '', waitingList: false }, 'Failed to register for event'],
    [() => useCompleteTask('1'), 'Read', 'Failed to complete task'],
    [() => useSetRole('1'), 'admin', 'Failed to update user role'],
    [() => useGive(), {}, 'Failed to create badge'],
    [() => useAddresses(), {}, 'Failed to load users. Please refresh the page and try again.'],
    [() => useSendEmail(), { email, key: 'k' }, 'Failed to send email. Please check your connection and try again.'],
  ]
  for (const [hook, input, message] of changes) {
    const { result } = renderHook(hook, { wrapper: around })
    await act(async () => void (await result.current.run(input as never)))
    // A call that is safe to repeat is repeated first.
    await waitFor(() => expect(result.current.refusal?.message).toBe(message), { timeout: 5000 })
  }
}, 15_000)

it('a page that does not load says so', async () => {
  fail()
  show(<EventPage />, '/7')
  expect(await says('Failed to load event data')).toBeTruthy()
  cleanup()
  show(<BadgeListPage />)
  expect(await says('Failed to load badges')).toBeTruthy()
  cleanup()
  show(<Recipients all={false} recipients={[]} onChange={() => {}} />)
  expect(await says('Failed to load users. Please refresh the page and try again.')).toBeTruthy()
  cleanup()
  // An answer that is no list has no words of the server's.
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('<html>', { status: 200 })))
  show(<UserListPage />)
  expect(await says('Failed to load users')).toBeTruthy()
})

it('an empty page says so', async () => {
  answer(200, [])
  queries.setQueryData($api.queryOptions('get', '/api/site').queryKey, { name: 'Makers', categories: [], accentColour: '#c2410c', timeZone: 'UTC' } as unknown as Site)
  show(<EventsPage />)
  expect(await says('Check back later for upcoming events!')).toBeTruthy()
  cleanup()
  show(<ProjectsPage />)
  expect(await says('Be the first to submit a project!')).toBeTruthy()
  cleanup()
  show(<BadgeListPage />)
  expect(await says('No badges found.')).toBeTruthy()
  cleanup()
  show(<CertificateListPage />)
  expect(await says('No certificates found.')).toBeTruthy()
  cleanup()
  show(<CertificatePage />)
  expect(await says('Invalid certificate ID provided.')).toBeTruthy()
})

it('a download that fails says so', async () => {
  fail()
  const { result } = renderHook(() => useDownload(), { wrapper: around })
  await act(async () => void render(<Toaster />))
  await act(async () => void (await result.current.run({ certificate: { certificateId: 'CERT-BV-1' } as Certificate, as: 'png', named: false })))
  expect(await says('Failed to download certificate. Please try again.')).toBeTruthy()
})

it('a certificate says when it is pending, and when nobody is named on it', () => {
  render(<StandingNotice certificate={{ status: 'pending', recipientName: '' } as Certificate} />)
  expect(screen.getByText('This certificate verification status is pending.')).toBeTruthy()
  expect(screen.getByText('Data Issue')).toBeTruthy()
})

it('a profile says what its owner may add, and others that there is nothing', () => {
  const profile = { bio: '' } as Profile
  const { rerender } = render(<AboutMe profile={profile} isOwner />, { wrapper: around })
  expect(screen.getByText('Click edit to add your bio...')).toBeTruthy()
  rerender(<AboutMe profile={profile} isOwner={false} />)
  expect(screen.getByText('No bio available.')).toBeTruthy()
  const answers = { bestAchievement: '', worstBugEver: '', favoriteLanguage: '', dreamProject: '', programmingSuperpowers: '' }
  rerender(<FunFacts answers={answers} />)
  expect(screen.queryByText('Fun Facts & Developer Insights')).toBeNull()
  rerender(<FunFacts answers={{ ...answers, favoriteLanguage: 'Rust' }} />)
  expect(screen.getByText('Fun Facts & Developer Insights')).toBeTruthy()
})

it('the form of a project says when its events do not load', async () => {
  fail()
  function Form() {
    return <ProjectForm form={useForm({ initial: emptyDraft(), send: () => Promise.resolve(undefined) })} footer={null} />
  }
  show(<Form />)
  expect(await says('Failed to load form data')).toBeTruthy()
})
