// What a member knew at the end of their last visit, kept in this browser. A visit ends with the page's document, so coming
// back to the home page within one does not make the news old.
import { useEffect } from 'react'
import { readStoredJson, store } from '../lib/storage'
import { visitOf, type Seen, type Visit } from './memberRules'

const keyOf = (member: string) => `visit/${member}`
const visits = new Map<string, Visit | undefined>()

function lastVisit(member: string): Visit | undefined {
  if (!visits.has(member)) {
    const kept = readStoredJson<Visit>(keyOf(member))
    visits.set(member, kept && Array.isArray(kept.events) && typeof kept.own === 'object' && kept.own ? kept : undefined)
  }
  return visits.get(member)
}

/** The last visit, if there was one; keeps what this one has seen. */
export function useLastVisit(member: string, seen: Seen | undefined): Visit | undefined {
  const before = lastVisit(member)
  useEffect(() => {
    if (seen) store(keyOf(member), visitOf(seen, new Date().toISOString()))
  }, [member, seen])
  return before
}
