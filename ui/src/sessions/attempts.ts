// Failed attempts as the browser remembers them (`loginAttempts`, `lastLoginAttempt`): a mirror of the server's answers.
import { readStored, store } from '../lib/storage'
import { attemptsAfter, lockedMinutes, WINDOW, type Failure } from './rules'

export function rememberFailure(failure: Failure) {
  const attempts = attemptsAfter(failure, Date.now())
  if (!attempts) return
  store('loginAttempts', String(attempts.count))
  store('lastLoginAttempt', String(attempts.last))
}

export function forgetFailures() {
  store('loginAttempts', null)
  store('lastLoginAttempt', null)
}

/** Minutes until the lockout ends that the server last spoke of; what is over is forgotten. */
export function rememberedLockout(): number {
  const count = Number(readStored('loginAttempts') ?? 0)
  const last = Number(readStored('lastLoginAttempt') ?? 0)
  if (!count) return 0
  if (Date.now() - last >= WINDOW) forgetFailures()
  return lockedMinutes({ count, last }, Date.now())
}
