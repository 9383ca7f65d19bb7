// The dashboard's queries.
import { $api } from '../api/query'

// Another admin may change this at any time, so nothing here counts as fresh.
const FRESH = { staleTime: 0 }

export const useStats = () => $api.useQuery('get', '/api/admin/stats', undefined, FRESH)
