import { expect, it } from 'vitest'
import { attemptsAfter, failureMessage, lockedMinutes } from './rules'

it('says each failure in its own words', () => {
  const says = (failure: Parameters<typeof failureMessage>[0], words: string) => expect(failureMessage(failure)).toBe(words)
  says({ status: 0, code: 'timeout' }, 'Login timeout. Please check your connection and try again.')
  says({ status: 0, code: 'dropped' }, 'Login timeout. Please check your connection and try again.')
  says({ status: 401 }, 'Authentication failed. Please try again.')
  says({ status: 401, attemptsLeft: 3, message: 'x' }, 'Authentication failed. 3 attempts remaining.')
  says({ status: 401, attemptsLeft: 0 }, 'Account temporarily blocked due to multiple failed attempts.')
  says({ status: 429 }, 'Too many login attempts. Please wait and try again.')
  says({ status: 429, retryAfter: 840, attemptsLeft: 0 }, 'Too many failed attempts. Please try again in 14 minutes.')
  says({ status: 429, retryAfter: 841 }, 'Too many failed attempts. Please try again in 15 minutes.')
  says({ status: 429, retryAfter: 60, message: 'Too many sign-in links were requested. Please try again in 1 minutes.' }, 'Too many sign-in links were requested. Please try again in 1 minutes.')
  says({ status: 500, message: 'x' }, 'Server error. Please try again later.')
  says({ status: 503, message: 'The sign-in service does not answer.' }, 'The sign-in service does not answer.')
  says({ status: 409, message: 'This account is blocked.' }, 'This account is blocked.')
  says({ status: 400 }, 'Login failed. Please try again.')
})

it('remembers what the server answered, and for how long', () => {
  const now = 1_000_000_000
  expect(attemptsAfter({ status: 500 }, now)).toBeUndefined()
  expect(attemptsAfter({ status: 429, retryAfter: 60, message: 'Too many sign-in links were requested.' }, now)).toBeUndefined()
  expect(attemptsAfter({ status: 401, attemptsLeft: 3 }, now)).toEqual({ count: 2, last: now })
  const locked = attemptsAfter({ status: 429, retryAfter: 600 }, now)!
  expect(lockedMinutes(locked, now)).toBe(10)
  expect(lockedMinutes(locked, now + 599_000)).toBe(1)
  expect(lockedMinutes(locked, now + 600_000)).toBe(0)
  expect(lockedMinutes({ count: 4, last: now }, now)).toBe(0)
  // A clock that was set back does not lock for ever.
  expect(lockedMinutes({ count: 5, last: now + 86_400_000 }, now)).toBe(0)
})
