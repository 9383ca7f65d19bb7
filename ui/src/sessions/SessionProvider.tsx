// Who is signed in here: loading, anonymous, authenticated, or authenticated as an admin or an organiser.
import { useQueryClient } from '@tanstack/react-query'
import { createContext, startTransition, useCallback, useContext, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { keyOf } from '../api/keys'
import { client } from '../api/client'
import { beginSession, currentSession, endOnServer, endSession, knowUser, onSession, sessionState, type SessionUser } from '../api/session'
import { readError } from '../lib/errors'
import { paths } from '../paths'

type AnyUser = { id?: string; _id?: string; name: string; email?: string; profilePicture?: string | null; role?: string; needsName?: boolean; proposedName?: string }

/** The sign-in answer names the id `id`, the profile `_id`. */
const toSessionUser = (user: AnyUser): SessionUser => ({
  id: user.id ?? user._id ?? '',
  name: user.name,
  email: user.email ?? '',
  profilePicture: user.profilePicture ?? undefined,
  role: user.role ?? 'user',
  ...(user.needsName && { needsName: true, proposedName: user.proposedName }),
})

export type Session = {
  /** `loading`: there is a token, and the server has not yet said whose it is. */
  status: 'loading' | 'anonymous' | 'authenticated'
  user: SessionUser | null
  isAdmin: boolean
  /** Has the role of an organiser, who sees the events of the admin area. */
  isOrganiser: boolean
  /** Anonymous because the server ended the session, not because somebody left. */
  expired: boolean
  /** Why it is still loading: the server did not answer. The token may be good. */
  problem?: string
  /** Asks the server again. */
  retry: () => void
  /** After a sign-in was answered; takes the answer's user as it came. */
  signIn: (user: AnyUser, token: string) => void
  /** Takes the member's own profile from an answer, so that every tab shows it. */
  know: (user: AnyUser) => void
  /** Ends the session here and on the server; goes to / unless already there or on /login. */
  signOut: () => void
}

const [, SITE] = keyOf('/api/site')
const SessionContext = createContext<Session | null>(null)

export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession outside of SessionProvider')
  return session
}

export function SessionProvider({ children }: { children: ReactNode }) {
  // Not useSyncExternalStore: signing out is a transition, together with leaving the page.
  const [{ session, expired }, setState] = useState(() => {
    currentSession()
    return sessionState()
  })
  const [failure, setFailure] = useState<{ token: string; message: string }>()
  const [asked, setAsked] = useState(0)
  const confirmed = useRef<string>(undefined)
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { token, user = null } = session ?? {}
  const problem = !user && failure?.token === token ? failure?.message : undefined
  const retry = useCallback(() => setAsked((before) => before + 1), [])

  useEffect(() => {
    const follow = () => setState(sessionState())
    follow()
    return onSession(follow)
  }, [])

  // What the server answered to somebody else is not for this one. After the pages have followed: what a guarded page
  // asked for is not asked again on its way out.
  const who = token && !user ? undefined : (user?.id ?? null)
  const before = useRef(who)
  useEffect(() => {
    if (who === undefined) return
    const changed = before.current !== undefined && before.current !== who
    before.current = who
    if (changed) void queries.resetQueries({ predicate: ({ queryKey }) => queryKey[1] !== SITE })
  }, [who, queries])

  // A token that was found, here or in another tab: the server says whose it is today. Its 401 is the client's to handle.
  useEffect(() => {
    if (!token || confirmed.current === token) return
    const abort = new AbortController()
    const fail = (error: unknown) => abort.signal.aborted || setFailure({ token, message: readError(error).message })
    client.GET('/api/auth/session', { signal: abort.signal }).then(({ data, error }) => {
      if (abort.signal.aborted) return
      if (!data) return fail(error)
      confirmed.current = token
      knowUser(token, toSessionUser(data))
    }, fail)
    return () => abort.abort()
  }, [token, asked])

  useEffect(() => {
    if (!problem) return
    window.addEventListener('online', retry)
    window.addEventListener('focus', retry)
    return () => {
      window.removeEventListener('online', retry)
      window.removeEventListener('focus', retry)
    }
  }, [problem, retry])

  const value = useMemo<Session>(
    () => ({
      status: !token ? 'anonymous' : user ? 'authenticated' : 'loading',
      user,
      isAdmin: user?.role === 'admin',
      isOrganiser: user?.role === 'organiser',
      expired,
      problem,
      retry,
      signIn(answered, answeredToken) {
        confirmed.current = answeredToken
        beginSession(toSessionUser(answered), answeredToken)
      },
      know(answered) {
        if (token) knowUser(token, toSessionUser(answered))
      },
      signOut() {
        const ended = currentSession()?.token
        if (ended) {
          endOnServer(ended)
          // Together with the navigation, or the guard of the page that is left would lead to login.
          startTransition(() => endSession(ended))
        }
        if (pathname !== paths.home() && pathname !== paths.login()) void navigate(paths.home())
      },
    }),
    [token, user, expired, problem, retry, navigate, pathname],
  )

  return <SessionContext value={value}>{children}</SessionContext>
}
