// The session as kept in the browser: `token` (a string) and `user` (JSON).
import { readStored, store } from '../lib/storage'

export type SessionUser = { id: string; name: string; email: string; profilePicture?: string; role: string }

export const DAMAGED = Symbol('damaged')

/** The stored user; undefined when there is none, DAMAGED when it cannot be read. */
export function readUser(): SessionUser | undefined | typeof DAMAGED {
  const text = readStored('user')
  if (text === null) return undefined
  try {
    const user = JSON.parse(text) as SessionUser
    return user && typeof user.id === 'string' && typeof user.name === 'string' ? user : DAMAGED
  } catch {
    return DAMAGED
  }
}

export const readToken = () => readStored('token')

export function keepSession(user: SessionUser, token?: string) {
  if (token !== undefined) store('token', token)
  store('user', user)
}

export function forgetSession() {
  store('token', null)
  store('user', null)
}

type AnyUser = { id?: string; _id?: string; name: string; email?: string; profilePicture?: string | null; role?: string }

/** The sign-in answer names the id `id`, the profile `_id`. */
export function toSessionUser(user: AnyUser): SessionUser {
  return { id: user.id ?? user._id ?? '', name: user.name, email: user.email ?? '', profilePicture: user.profilePicture ?? undefined, role: user.role ?? 'user' }
}
