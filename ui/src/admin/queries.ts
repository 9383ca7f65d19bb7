// What the dashboard asks the server.
import { $api } from '../api/query'

// Another admin may be at work: nothing here counts as fresh.
const FRESH = { staleTime: 0 }

export const useStats = () => $api.useQuery('get', '/api/admin/stats', undefined, FRESH)
