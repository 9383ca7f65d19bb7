// How a refused action is read: a 401 ends the session here too, and says so.
import { readError, type Problem } from '../lib/errors'
import { useSession } from './SessionProvider'

const EXPIRED = 'Session expired. Please log in again.'

export function useRefusal() {
  const { expire } = useSession()
  return (error: unknown, fallback?: string): Problem => {
    const read = readError(error, fallback)
    if (read.status !== 401) return read
    expire()
    return { ...read, message: EXPIRED, fields: {} }
  }
}
