// The calls about members.
import { $api } from '../api/query'
import type { components } from '../api/schema'

export type Profile = components['schemas']['Profile']

/** A member's profile; without an id the signed-in member's own, which guests do not request. */
export function useProfile(id: string | undefined, isSignedIn: boolean) {
  const own = $api.useQuery('get', '/api/users/profile', undefined, { enabled: id === undefined && isSignedIn })
  const other = $api.useQuery('get', '/api/users/{id}', { params: { path: { id: id ?? '' } } }, { enabled: id !== undefined })
  return id === undefined ? own : other
}
