// What a failed sign-in says, and what is remembered of it. Pure: the server counts, this repeats its answer.
import { SIGN_IN_ATTEMPTS, SIGN_IN_WINDOW_SECONDS } from '../api/forms'

/** What the server counts, for the mirror in the browser's storage. */
const MAX_ATTEMPTS = SIGN_IN_ATTEMPTS
export const WINDOW = SIGN_IN_WINDOW_SECONDS * 1000

export const CAPTCHA_FIRST = 'Please complete the security verification first'
export const INVALID_ANSWER = 'Invalid response from server'
export const GOOGLE = {
  blocked: 'Popup was blocked. Please allow popups for this site and try again.',
  initialisation: 'Google sign-in initialization failed. Please enable third-party cookies or try a different browser.',
  closed: 'Sign-in was cancelled. Please try again.',
  other: 'Google sign-in failed. Please try again or contact support.',
}

export type Failure = {
  /** 0 when no answer came. */
  status: number
  message?: string
  /** 'timeout' and 'dropped' are ours, anything else is the server's. */
  code?: string
  /** Seconds, from Retry-After. */
  retryAfter?: number
  /** From X-Attempts-Left. */
  attemptsLeft?: number
}

export const lockedMessage = (minutes: number) => `Too many failed attempts. Please try again in ${minutes} minutes.`

const minutesOf = (milliseconds: number) => Math.max(1, Math.ceil(milliseconds / 60_000))

/** Too many links asked for is another pause than too many failures. */
const isLockout = (message: string | undefined) => !message || !message.startsWith('Too many') || message.startsWith('Too many failed') || message.startsWith('Too many requests')

/** The sentence for a failure that is nobody's field. */
export function failureMessage({ status, message, code, retryAfter, attemptsLeft }: Failure): string {
  if (code === 'timeout' || code === 'dropped') return 'Login timeout. Please check your connection and try again.'
  if (status === 429) {
    if (!retryAfter) return 'Too many login attempts. Please wait and try again.'
    return isLockout(message) ? lockedMessage(minutesOf(retryAfter * 1000)) : message!
  }
  if (attemptsLeft === 0) return 'Account temporarily blocked due to multiple failed attempts.'
  if (status === 401) return attemptsLeft === undefined ? message || 'Authentication failed. Please try again.' : `Authentication failed. ${attemptsLeft} attempts remaining.`
  if (status === 503 && message) return message
  if (status >= 500) return 'Server error. Please try again later.'
  return message || 'Login failed. Please try again.'
}

/** How often it failed and when last, as the browser keeps them. */
export type Attempts = { count: number; last: number }

/** What to remember after a failure; undefined when it says nothing about attempts. */
export function attemptsAfter({ status, message, retryAfter, attemptsLeft }: Failure, now: number): Attempts | undefined {
  if (status === 429 && retryAfter && isLockout(message)) return { count: MAX_ATTEMPTS, last: now + retryAfter * 1000 - WINDOW }
  if (attemptsLeft !== undefined) return { count: Math.max(0, MAX_ATTEMPTS - attemptsLeft), last: now }
  return undefined
}

/** Minutes until the lockout that is remembered ends; 0 when there is none. */
export function lockedMinutes({ count, last }: Attempts, now: number): number {
  const left = last + WINDOW - now
  return count >= MAX_ATTEMPTS && left > 0 && left <= WINDOW ? minutesOf(left) : 0
}
