// Who is signed in here: loading, anonymous, authenticated, or authenticated as an admin.
import { useQueryClient } from '@tanstack/react-query'
import { createContext, startTransition, useCallback, useContext, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { client } from '../api/client'
import { readError } from '../lib/errors'
import { paths } from '../paths'
import { DAMAGED, forgetSession, keepSession, readToken, readUser, toSessionUser, type SessionUser } from './stored'

type State = {
  status: 'loading' | 'anonymous' | 'authenticated'
  user: SessionUser | null
  /** Anonymous because the server ended the session, not because somebody left. */
  expired?: boolean
}

export type Session = State & {
  isAdmin: boolean
  /** After a sign-in was answered; takes the answer's user as it came. */
  signIn: (user: Parameters<typeof toSessionUser>[0], token: string) => void
  /** Ends the session here and on the server; goes to / unless already there or on /login. */
  signOut: () => void
  /** The server said 401: the session is over; the page stays. */
  expire: () => void
  /** After the member changed name or picture. */
  update: (patch: Partial<SessionUser>) => void
}

const ANONYMOUS: State = { status: 'anonymous', user: null }
const SessionContext = createContext<Session | null>(null)

export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession outside of SessionProvider')
  return session
}

function restore(): State {
  if (!readToken()) return ANONYMOUS
  const user = readUser()
  if (user === DAMAGED) {
    forgetSession()
    return ANONYMOUS
  }
  return user ? { status: 'authenticated', user } : { status: 'loading', user: null }
}

export function SessionProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState(restore)
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { pathname } = useLocation()

  // What the server answered to somebody else is not for this one. After the pages have followed: what a guarded page
  // asked for is not asked again on its way out.
  const who = state.status === 'loading' ? undefined : (state.user?.id ?? null)
  const before = useRef(who)
  useEffect(() => {
    const changed = before.current !== undefined && before.current !== who
    before.current = who
    if (changed) void queries.resetQueries({ predicate: ({ queryKey }) => queryKey[1] !== '/api/site' })
  }, [who, queries])

  const expire = useCallback(() => {
    forgetSession()
    setState({ ...ANONYMOUS, expired: true })
  }, [])

  useEffect(() => {
    const token = readToken()
    if (!token) return
    const abort = new AbortController()
    void refresh(abort.signal).then((result) => {
      // Somebody signed in or out while the answer was on its way.
      if (abort.signal.aborted || readToken() !== token) return
      if (result === 'ended' || (result === 'failed' && !readUser())) expire()
      else if (result !== 'failed') {
        keepSession(result)
        setState({ status: 'authenticated', user: result })
      }
    })
    return () => abort.abort()
  }, [expire])

  // Another tab signed in or out.
  useEffect(() => {
    const follow = (event: StorageEvent) => {
      if (event.key === 'token' || event.key === null) setState(restore())
    }
    window.addEventListener('storage', follow)
    return () => window.removeEventListener('storage', follow)
  }, [])

  const session = useMemo<Session>(
    () => ({
      ...state,
      isAdmin: state.user?.role === 'admin',
      expire,
      signIn(user, token) {
        const next = toSessionUser(user)
        keepSession(next, token)
        setState({ status: 'authenticated', user: next })
      },
      signOut() {
        const token = readToken()
        // Outlives the page and the stored token. If it fails, the session ends by age.
        if (token) fetch('/api/auth/logout', { method: 'POST', keepalive: true, headers: { Authorization: `Bearer ${token}` } }).catch(() => {})
        forgetSession()
        // Together with the navigation, or the guard of the page that is left would lead to login.
        startTransition(() => setState(ANONYMOUS))
        if (pathname !== paths.home() && pathname !== paths.login()) void navigate(paths.home())
      },
      update(patch) {
        if (!state.user) return
        const user = { ...state.user, ...patch }
        keepSession(user)
        setState({ status: 'authenticated', user })
      },
    }),
    [state, expire, navigate, pathname],
  )

  return <SessionContext value={session}>{children}</SessionContext>
}

async function refresh(signal: AbortSignal): Promise<SessionUser | 'ended' | 'failed'> {
  try {
    const { data, error } = await client.GET('/api/users/profile', { signal })
    if (data) return toSessionUser(data)
    return readError(error).status === 401 ? 'ended' : 'failed'
  } catch {
    return 'failed'
  }
}
