// The session of this browser: one value, written once, and followed by every tab.
//
// It is kept under two names. `user` is the whole of it: who is signed in, and with which token. `token` is written after
// it and decides: a user that names another token does not count. So no tab ever sees a token without its user for longer
// than the two writes take, and nobody is taken for somebody else.
import { readStored, store } from '../lib/storage'

export type SessionUser = { id: string; name: string; email: string; profilePicture?: string; role: string }

/** `user` is missing while only the token is known: the server says whose it is. */
export type Session = { token: string; user?: SessionUser }

/** `expired`: the server ended the last session; nobody left. */
type SessionState = { session: Session | null; expired: boolean }

let state: SessionState = { session: readSession(), expired: false }
/** Where nothing can be stored, the session lasts as long as the page. */
let unstored = false
const listeners = new Set<() => void>()

function set(session: Session | null, expired = false) {
  state = { session, expired }
  for (const listener of listeners) listener()
}

/** What is stored; null when nobody is signed in. What cannot be read is removed. */
function readSession(): Session | null {
  const token = readStored('token')
  if (!token) return null
  const text = readStored('user')
  if (text === null) return { token }
  try {
    const { token: own = token, ...user } = JSON.parse(text) as SessionUser & { token?: string }
    if (typeof user.id === 'string' && typeof user.name === 'string') return own === token ? { token, user } : { token }
  } catch {
    // Removed, like any other text that is no user.
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

/** The session as it is now, whichever tab changed it last. */
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

/** The member as the server knows them, for the token that it was asked with. */
export function knowUser(token: string, user: SessionUser) {
  if (currentSession()?.token !== token) return
  keep({ token, user })
  set({ token, user })
}

/** Ends the session that `token` belongs to; another one stays. */
export function endSession(token: string, { expired = false } = {}) {
  if (currentSession()?.token !== token) return
  unstored = false
  forget()
  set(null, expired)
}

// Another tab signed in or out, or changed its member's name. The token is written last: a user that comes before its
// token is one of the two writes.
if (typeof window !== 'undefined')
  window.addEventListener('storage', ({ key }) => {
    if (key !== 'token' && key !== 'user' && key !== null) return
    const next = readSession()
    const { session } = state
    if (next?.token === session?.token && (!next?.user || JSON.stringify(next.user) === JSON.stringify(session?.user))) return
    set(next)
  })
