// The session of this browser: one value that one place writes and every tab follows.
//
// It is stored under two keys. `user` holds all of it: the member and their token. `token` is written after
// it and decides: a user with another token does not count. So a tab sees a token without its user only between
// the two writes, and never mistakes one member for another.
import { readStored, store } from '../lib/storage'

export type SessionUser = {
  id: string
  name: string
  email: string
  profilePicture?: string
  role: string
  /** The member has not chosen a name yet; until then everybody sees `name`. */
  needsName?: boolean
  /** A name to propose to them. */
  proposedName?: string
}

/** `user` is missing while only the token is known; the server then tells whose token it is. */
export type Session = { token: string; user?: SessionUser }

/** `expired`: the server ended the last session; the member did not sign out. */
type SessionState = { session: Session | null; expired: boolean }

let state: SessionState = { session: readSession(), expired: false }
/** When the browser cannot store it, the session lasts as long as the page. */
let unstored = false
const listeners = new Set<() => void>()

function set(session: Session | null, expired = false) {
  state = { session, expired }
  for (const listener of listeners) listener()
}

/** The stored session; null when nobody is signed in. A value that cannot be read is removed. */
function readSession(): Session | null {
  const token = readStored('token')
  if (!token) return null
  const text = readStored('user')
  if (text === null) return { token }
  try {
    const { token: own = token, ...user } = JSON.parse(text) as SessionUser & { token?: string }
    if (typeof user.id === 'string' && typeof user.name === 'string') return own === token ? { token, user } : { token }
  } catch {
    // Removed below, like any other text that is no user.
  }
  forget()
  return null
}

function forget() {
  store('token', null)
  store('user', null)
}

function keep({ token, user }: Session) {
  const kept = store('user', user ? { ...user, token } : null)
  unstored = !store('token', token) || !kept
}

/** The current session, whichever tab changed it last. */
export function currentSession(): Session | null {
  if (!unstored && readStored('token') !== (state.session?.token ?? null)) set(readSession())
  return state.session
}

export const sessionState = () => state

export function onSession(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function beginSession(user: SessionUser, token: string) {
  keep({ token, user })
  set({ token, user })
}

/** Stores the member from the server's answer, if the session still has the token that the request was sent with. */
export function knowUser(token: string, user: SessionUser) {
  if (currentSession()?.token !== token) return
  keep({ token, user })
  set({ token, user })
}

/** Ends the session with this token; any other session stays. */
export function endSession(token: string, { expired = false } = {}) {
  if (currentSession()?.token !== token) return
  unstored = false
  forget()
  set(null, expired)
}

// Another tab signed in or out, or changed the member's name. The token is written last, so a user that arrives before
// its token is only the first of the two writes.
if (typeof window !== 'undefined')
  window.addEventListener('storage', ({ key }) => {
    if (key !== 'token' && key !== 'user' && key !== null) return
    const next = readSession()
    const { session } = state
    if (next?.token === session?.token && (!next?.user || JSON.stringify(next.user) === JSON.stringify(session?.user))) return
    set(next)
  })

/** Ends a session on the server. It outlives the page; if it fails, the session ends by age. */
export const endOnServer = (token: string) => void fetch('/api/auth/logout', { method: 'POST', keepalive: true, headers: { Authorization: `Bearer ${token}` } }).catch(() => {})
