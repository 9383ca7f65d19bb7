// The calls that sign somebody in, with their failures in words.
import { client } from '../api/client'
import { readError } from '../lib/errors'
import { forgetFailures, rememberFailure } from './attempts'
import { failureMessage, INVALID_ANSWER } from './rules'

const PATIENCE = 20_000

type Failed = {
  ok: false
  message: string
  /** Messages by field name. */
  fields: Record<string, string>
  status: number
}
type Outcome<T> = { ok: true; data: T } | Failed

type Answer<T> = Promise<{ data?: T; error?: unknown; response: Response }>

async function attempt<T>(call: (signal: AbortSignal) => Answer<T>, whole: (data: T) => boolean): Promise<Outcome<T>> {
  let problem
  try {
    const { data, error, response } = await call(AbortSignal.timeout(PATIENCE))
    if (response.ok) {
      if (data && whole(data)) return { ok: true, data }
      return { ok: false, message: INVALID_ANSWER, fields: {}, status: response.status }
    }
    const left = response.headers.get('X-Attempts-Left')
    problem = { ...readError(error, ''), status: response.status, attemptsLeft: left === null ? undefined : Number(left) }
  } catch (error) {
    const late = error instanceof DOMException && (error.name === 'TimeoutError' || error.name === 'AbortError')
    problem = { ...readError(error, ''), code: late ? 'timeout' : error instanceof TypeError ? 'dropped' : 'unknown' }
  }
  rememberFailure(problem)
  return { ok: false, message: failureMessage(problem), fields: problem.fields, status: problem.status }
}

async function session<T extends { user?: unknown; token?: string }>(call: (signal: AbortSignal) => Answer<T>) {
  const outcome = await attempt(call, (data) => Boolean(data.user && data.token))
  if (outcome.ok) forgetFailures()
  return outcome
}

export const signInWithGoogle = (tokenId: string, captchaToken: string) => session((signal) => client.POST('/api/auth/google', { body: { tokenId, captchaToken }, signal }))

export const signInWithLink = (token: string) => session((signal) => client.POST('/api/auth/email/verify', { body: { token }, signal }))

/** The code from the mail to this address. */
export const signInWithCode = (email: string, code: string) => session((signal) => client.POST('/api/auth/email/verify', { body: { email, code }, signal }))

/** The answer; a failure is thrown with its words, as every change expects it. */
export async function orThrow<T>(outcome: Promise<Outcome<T>>): Promise<T> {
  const settled = await outcome
  if (settled.ok) return settled.data
  throw settled
}

/** Asks for a sign-in link; `returnTo` comes back in it. */
export const askForLink = (email: string, captchaToken: string, returnTo?: string) =>
  attempt(
    (signal) => client.POST('/api/auth/email', { body: { email, captchaToken, returnTo }, signal }),
    () => true,
  )
