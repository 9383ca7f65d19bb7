// Reads any failure in one way: the server's ErrorBody, a dropped connection, or something unexpected.

export type Problem = {
  message: string
  code: string
  /** Messages by field name, when input is at fault. */
  fields: Record<string, string>
  /** The HTTP status; 0 without an answer. */
  status: number
  /** Seconds to wait, as Retry-After says. */
  retryAfter?: number
}

export const DROPPED = 'The connection was lost. Please check your network and try again.'
const EXPIRED = 'Session expired. Please log in again.'
const UNKNOWN = 'Something went wrong. Please try again.'

/** `fallback` is the message for a failure without one of its own, such as 'Failed to load projects'. */
export function readError(error: unknown, fallback = UNKNOWN): Problem {
  if (isBody(error)) {
    return {
      message: error.message || fallback,
      code: error.code ?? '',
      fields: error.fields ?? {},
      status: error.status ?? 0,
      retryAfter: error.retryAfter,
    }
  }
  const dropped = error instanceof TypeError || (error instanceof DOMException && error.name !== 'AbortError')
  return { message: dropped ? DROPPED : fallback, code: dropped ? 'dropped' : 'unknown', fields: {}, status: 0 }
}

/** Why a change failed: the server's message when it says more than that it failed, or else the message of this change. */
export function refusalOf(error: unknown, failed?: string): Problem {
  const read = readError(error, failed)
  // The client has ended the session already.
  if (read.status === 401 && read.code === 'unauthorized') return { ...read, message: EXPIRED, fields: {} }
  if (failed === undefined) return read
  if (read.code === 'dropped') return { ...read, message: `${failed.replace(/\.?$/, '.')} The connection was lost.` }
  return read.status === 500 || read.code === 'unreadable' ? { ...read, message: failed } : read
}

type Body = { message: string; code?: string; fields?: Record<string, string>; status?: number; retryAfter?: number }

function isBody(error: unknown): error is Body {
  return typeof error === 'object' && error !== null && !(error instanceof Error) && typeof (error as Body).message === 'string'
}

/** The error body for an answer without a readable one. */
export function statusMessage(status: number): string {
  if (status === 429) return 'Too many requests. Please wait and try again.'
  if (status >= 500) return 'Server error. Please try again later.'
  return UNKNOWN
}
