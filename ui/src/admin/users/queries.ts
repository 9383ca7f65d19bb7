// Queries and changes of the page of users.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { client } from '../../api/client'
import { keyOf, keysOf, listKey } from '../../api/keys'
import { unwrap, withTotal } from '../../api/query'
import type { components } from '../../api/schema'
import { useChange } from '../../api/useChange'
import { toast } from '../../kit/layers/Toast'
import type { listQuery } from './rules'

export type AdminUser = components['schemas']['AdminUser']
export type Role = AdminUser['role']

const one = (id: string) => ({ params: { path: { id } } })
const AROUND_USERS = [...keysOf('/api/admin/users', '/api/admin/stats', '/api/admin/audit'), keyOf('/api/users/{id}')]

/** A page of the list and its total. The previous page stays while the next one loads. Another admin may change it at any time. */
export function useUserList(query: ReturnType<typeof listQuery>) {
  return useQuery({
    queryKey: listKey('/api/admin/users', 'page', { params: { query } }),
    queryFn: ({ signal }) => withTotal(client.GET('/api/admin/users', { params: { query }, signal })),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

export const useSetRole = (id: string) =>
  useChange({
    call: (role: Role) => unwrap(client.PUT('/api/admin/users/{id}/role', { ...one(id), body: { role } })),
    touches: AROUND_USERS,
    onDone: ({ message }) => toast(message),
    failed: 'Failed to update user role',
  })

export const useSuspend = (id: string) =>
  useChange({
    call: (reason: string) => unwrap(client.POST('/api/admin/users/{id}/suspend', { ...one(id), body: { reason } })),
    touches: AROUND_USERS,
    onDone: ({ message }) => toast(message),
    failed: 'Failed to suspend the member',
  })

export const useUnsuspend = (id: string, onDone: () => void) =>
  useChange({
    call: () => unwrap(client.POST('/api/admin/users/{id}/unsuspend', one(id))),
    touches: AROUND_USERS,
    onDone({ message }) {
      onDone()
      toast(message)
    },
    failed: 'Failed to end the suspension',
  })

/** The admins by name, for a choice of who did something. */
export const useAdmins = () => {
  const query = { role: 'admin', sort: 'name' } as const
  return useQuery({
    queryKey: listKey('/api/admin/users', 'page', { params: { query } }),
    queryFn: ({ signal }) => withTotal(client.GET('/api/admin/users', { params: { query }, signal })),
  })
}
