// A member's ticket, apart from the other calls, because the home page shows it as well.
import { $api } from '../../api/query'

/** Fetched with the page, so that the ticket is there at a door without a network. */
export const useTicket = (id: string) => $api.useQuery('get', '/api/events/{id}/ticket', { params: { path: { id } } }, { staleTime: Infinity })
