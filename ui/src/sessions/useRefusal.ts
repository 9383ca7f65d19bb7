// How a refused action is read. The client has ended the session at a 401 already; here it is said in words.
import { readError, type Problem } from '../lib/errors'

const EXPIRED = 'Session expired. Please log in again.'

function refusal(error: unknown, fallback?: string): Problem {
  const read = readError(error, fallback)
  return read.status === 401 ? { ...read, message: EXPIRED, fields: {} } : read
}

export const useRefusal = () => refusal
