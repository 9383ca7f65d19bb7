// What a member does with an event: register, wait, give the place back, complete tasks, show the ticket.
import { useQueryClient } from '@tanstack/react-query'
import { client } from '../../api/client'
import { $api, unwrap } from '../../api/query'
import type { components } from '../../api/schema'
import type { EventDetail } from '../queries'

const PAGE = '/api/events/{id}'

/** The calls answer the event as it is now, which the page shows at once; they throw what the server refuses. */
export function useRegistrationChanges(event: EventDetail) {
  const queries = useQueryClient()
  const path = { id: event._id }

  const settle = async (call: Promise<components['schemas']['EventAnswer']>): Promise<string> => {
    const { message, event: now } = await call
    queries.setQueriesData<EventDetail>({ predicate: ({ queryKey }) => queryKey[1] === PAGE }, (known) => (known?._id === now._id ? now : known))
    // Counts in lists, the tickets, one's own events: asked again when they are looked at.
    void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] !== PAGE && /\/(events|users|stats)\b/.test(String(queryKey[1])), refetchType: 'none' })
    return message
  }

  return {
    register: (captchaToken: string, waitingList: boolean) => settle(unwrap(client.POST('/api/events/{id}/register', { params: { path }, body: { captchaToken, waitingList } }))),
    cancel: () => settle(unwrap(client.DELETE('/api/events/{id}/register', { params: { path } }))),
    complete: (taskName: string) => settle(unwrap(client.PUT('/api/events/{id}/tasks/{taskName}', { params: { path: { ...path, taskName } } }))),
    /** It is not what the page shows any more: the last place went, an admin changed something. */
    reload: () => queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === PAGE }),
  }
}

/** Asked with the page, so that it is there at a door without a network. */
export const useTicket = (id: string) => $api.useQuery('get', '/api/events/{id}/ticket', { params: { path: { id } } }, { staleTime: Infinity })
