// The paging limits of the admin lists. Pure.
import { MAX_OFFSET } from '../api/rules'

export const PAGE_SIZE = 25
export const LAST_PAGE = Math.floor(MAX_OFFSET / PAGE_SIZE) + 1

/** How many of the matching entries paging can reach. */
export const reachable = (total: number) => Math.min(total, LAST_PAGE * PAGE_SIZE)

/** The last page that has entries. */
export const lastPage = (total: number) => Math.max(1, Math.ceil(reachable(total) / PAGE_SIZE))
