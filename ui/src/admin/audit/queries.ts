// The query of the audit log.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { client } from '../../api/client'
import { listKey } from '../../api/keys'
import { withTotal } from '../../api/query'
import type { components } from '../../api/schema'
import type { auditQuery } from '../rules'

export type AuditEntry = components['schemas']['AuditEntry']

/** A page of the log and its total. The previous page stays while the next one loads. */
export function useAudit(query: ReturnType<typeof auditQuery>) {
  return useQuery({
    queryKey: listKey('/api/admin/audit', 'page', { params: { query } }),
    queryFn: ({ signal }) => withTotal(client.GET('/api/admin/audit', { params: { query }, signal })),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}
