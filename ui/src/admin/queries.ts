// What all admin screens share: the counts, and the end of a session.
import { useEffect } from 'react'
import { $api } from '../api/query'
import { readError } from '../lib/errors'
import { useSession } from '../sessions/SessionProvider'

// Another admin may be at work: nothing here counts as fresh.
const FRESH = { staleTime: 0 }

export const useStats = () => $api.useQuery('get', '/api/admin/stats', undefined, FRESH)

/** The guard of the admin area says that the session is over, and leads to login. */
export function useExpiry(...errors: unknown[]) {
  const { expire } = useSession()
  const ended = errors.some((error) => readError(error).status === 401)
  useEffect(() => {
    if (ended) expire()
  }, [ended, expire])
}
