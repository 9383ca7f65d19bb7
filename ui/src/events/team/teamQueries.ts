// The team of an event: query and changes.
import { client } from '../../api/client'
import { keyOf, keysOf } from '../../api/keys'
import { $api, unwrap } from '../../api/query'
import type { components } from '../../api/schema'
import { useChange } from '../../api/useChange'
import { toast } from '../../kit/layers/Toast'

export type TeamMember = components['schemas']['TeamMember']
export type Duty = TeamMember['duty']

const TEAM = '/api/admin/events/{id}/team'
const event = (id: string) => ({ params: { path: { id } } })

// Another organiser may change it at any time.
export const useTeam = (id: string) => $api.useQuery('get', TEAM, event(id), { staleTime: 0 })

/** What shows whether the member who is signed in works at an event. */
const around = (id: string) => [keyOf('/api/events/{id}', { id }), keyOf('/api/admin/events/{id}', { id }), ...keysOf('/api/admin/events', '/api/events', '/api/users/me/doors')]

export function useAddToTeam(id: string, onDone: () => void) {
  const { queryKey } = $api.queryOptions('get', TEAM, event(id))
  return useChange({
    call: (input: { userId: string; duty: Duty }) => unwrap(client.POST(TEAM, { ...event(id), body: input })),
    renews: [queryKey],
    touches: around(id),
    answered: (queries, { team }) => queries.setQueryData(queryKey, team),
    onDone({ message }) {
      onDone()
      toast(message)
    },
    failed: 'Failed to change the team',
  })
}

export function useRemoveFromTeam(id: string, onDone: () => void) {
  const { queryKey } = $api.queryOptions('get', TEAM, event(id))
  return useChange({
    call: (userId: string) => unwrap(client.DELETE('/api/admin/events/{id}/team/{userId}', { params: { path: { id, userId } } })),
    renews: [queryKey],
    touches: around(id),
    answered: (queries, { team }) => queries.setQueryData(queryKey, team),
    onDone({ message }) {
      onDone()
      toast(message)
    },
    failed: 'Failed to change the team',
  })
}
