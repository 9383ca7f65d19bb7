// Rules of the list of users: its filters, orders and query. Pure.
import { LAST_PAGE, PAGE_SIZE } from '../../lib/paging'
import { pageNumber } from '../../lib/queryState'

/** The filters, by their names in the address; the first is the default. */
export const ROLES = [
  { value: 'all', label: 'All Users' },
  { value: 'user', label: 'Regular Users' },
  { value: 'admin', label: 'Admins' },
  { value: 'suspended', label: 'Suspended' },
] as const

/** The orders, by their names in the address; the first is the default. */
export const SORTS = [
  { value: 'recent', label: 'Newest first' },
  { value: 'name', label: 'By name' },
  { value: 'projects', label: 'Most projects first' },
] as const

/** The parameters of the list's query string, with their defaults. `dialog` is the open dialog, `who` the user that it is about. */
export const LIST_DEFAULTS = { search: '', role: 'all', sort: 'recent', page: '1', dialog: '', who: '' }

export type UserDialog = 'edit' | 'suspend' | 'unsuspend'

/** The filters with unknown values replaced by their defaults. */
export const readFilters = (raw: Record<'search' | 'role' | 'sort' | 'page', string>) => ({
  search: raw.search.trim(),
  role: ROLES.find(({ value }) => value === raw.role) ?? ROLES[0],
  sort: SORTS.find(({ value }) => value === raw.sort) ?? SORTS[0],
  page: Math.min(pageNumber(raw.page), LAST_PAGE),
})

/** The query of GET /api/admin/users for these filters. */
export const listQuery = ({ search, role, sort, page }: ReturnType<typeof readFilters>) => ({
  search: search || undefined,
  role: role.value === 'all' ? undefined : role.value,
  sort: sort.value === 'recent' ? undefined : sort.value,
  limit: PAGE_SIZE,
  offset: (page - 1) * PAGE_SIZE || undefined,
})
