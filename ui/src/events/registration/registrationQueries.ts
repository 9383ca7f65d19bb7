// A member's calls for an event: register, join the waiting list, give the place back, complete tasks.
import { client } from '../../api/client'
import { keyOf, keysOf } from '../../api/keys'
import { $api, unwrap } from '../../api/query'
import type { components } from '../../api/schema'
import { useChange, type ChangeOptions } from '../../api/useChange'
import { toast } from '../../kit/layers/Toast'
import type { EventDetail } from '../queries'

type Answer = components['schemas']['EventAnswer']

/** The calls answer with the current event, and the page shows it at once. Counts, tickets and the member's own events are fetched again. */
function useParticipation<Input>(id: string, options: ChangeOptions<Input, Answer>) {
  const { queryKey } = $api.queryOptions('get', '/api/events/{id}', { params: { path: { id } } })
  return useChange<Input, Answer>({
    renews: [queryKey],
    touches: keysOf('/api/events', '/api/users/me/events', '/api/users/profile', '/api/users/{id}', '/api/admin/events', '/api/admin/events/{id}', '/api/admin/events/{id}/participants', '/api/admin/events/{id}/waiting-list'),
    // The button that shows the refusal may be about to go.
    forgets: [keyOf('/api/events/{id}/ticket', { id })],
    answered: (queries, { event }) => queries.setQueryData<EventDetail>(queryKey, event),
    scope: `participation ${id}`,
    ...options,
    onDone(answer, input, here) {
      toast(answer.message)
      options.onDone?.(answer, input, here)
    },
  })
}

export const useRegister = (id: string) =>
  useParticipation(id, {
    call: (body: { captchaToken: string; waitingList: boolean }) => unwrap(client.POST('/api/events/{id}/register', { params: { path: { id } }, body })),
    onRefused: ({ fields, message }) => !fields.captchaToken && toast.error(message),
    failed: 'Failed to register for event',
  })

export const useGiveUp = (id: string, onSettled: () => void) =>
  useParticipation<void>(id, {
    call: () => unwrap(client.DELETE('/api/events/{id}/register', { params: { path: { id } } })),
    onDone: onSettled,
    onRefused({ message }) {
      onSettled()
      toast.error(message)
    },
    failed: 'Failed to cancel registration',
  })

export const useCompleteTask = (id: string) =>
  useParticipation(id, {
    call: (taskName: string) => unwrap(client.PUT('/api/events/{id}/tasks/{taskName}', { params: { path: { id, taskName } } })),
    onRefused: ({ message }) => toast.error(message),
    failed: 'Failed to complete task',
    safe: true,
  })
