// The call about one badge.
import { $api } from '../api/query'
import type { components } from '../api/schema'

export type Badge = components['schemas']['Badge']

export const useBadge = (id: string) => $api.useQuery('get', '/api/badges/{id}', { params: { path: { id } } })
