// The calls about members.
import { $api } from '../api/query'
import type { components } from '../api/schema'

export type Profile = components['schemas']['Profile']

/** A member's profile, or with no id one's own (which is asked for only by somebody who is signed in). */
export function useProfile(id: string | undefined, isSignedIn: boolean) {
  const own = $api.useQuery('get', '/api/users/profile', undefined, { enabled: id === undefined && isSignedIn })
  const other = $api.useQuery('get', '/api/users/{id}', { params: { path: { id: id ?? '' } } }, { enabled: id !== undefined })
  return id === undefined ? own : other
}
