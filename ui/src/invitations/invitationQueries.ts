// Queries and changes of the page on which people are invited.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { client } from '../api/client'
import { keyOf, listKey } from '../api/keys'
import { unwrap, withTotal } from '../api/query'
import type { components } from '../api/schema'
import { useChange } from '../api/useChange'
import { toast } from '../kit/layers/Toast'

export type Invitation = components['schemas']['Invitation']
export type InviteRow = components['schemas']['InviteRow']

const INVITATIONS = keyOf('/api/admin/invitations')

export function useInvitations(query: { limit: number; offset?: number }) {
  return useQuery({
    queryKey: listKey('/api/admin/invitations', 'page', { params: { query } }),
    queryFn: ({ signal }) => withTotal(client.GET('/api/admin/invitations', { params: { query }, signal })),
    placeholderData: keepPreviousData,
    staleTime: 0,
    // They leave by themselves.
    refetchInterval: 15_000,
  })
}

export const usePreviewInvitations = () =>
  useChange({ call: (list: string) => unwrap(client.POST('/api/admin/invitations/preview', { body: { list } })), failed: 'The list could not be checked' })

export const useInvite = () =>
  useChange({ call: (list: string) => unwrap(client.POST('/api/admin/invitations', { body: { list } })), touches: [INVITATIONS], failed: 'Nobody could be invited' })

export const useWithdraw = () =>
  useChange({
    call: (invitations: string[]) => unwrap(client.POST('/api/admin/invitations/withdraw', { body: { invitations } })),
    touches: [INVITATIONS],
    onDone: ({ message }) => toast(message),
    onRefused: ({ message }) => toast.error(message),
    failed: 'The invitation could not be taken back',
  })
