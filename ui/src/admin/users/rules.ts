// Rules of the list of users: its filters, orders and query. Pure.
import { LAST_PAGE, PAGE_SIZE, orderNamed, pageNumber } from '../../lib/paging'

/** The filters, by their names in the address; the first is the default. */
export const ROLES = [
  { value: 'all', label: 'All Users' },
  { value: 'user', label: 'Regular Users' },
  { value: 'organiser', label: 'Organisers' },
  { value: 'admin', label: 'Admins' },
  { value: 'suspended', label: 'Suspended' },
] as const

export const ROLE_LABELS = { user: 'User', organiser: 'Organiser', admin: 'Admin' } as const

/** The orders, by their names in the address. */
export const ORDERS = {
  recent: { key: 'joined', direction: 'desc' },
  oldest: { key: 'joined', direction: 'asc' },
  name: { key: 'user', direction: 'asc' },
  'name-desc': { key: 'user', direction: 'desc' },
  projects: { key: 'projects', direction: 'desc' },
  'projects-asc': { key: 'projects', direction: 'asc' },
} as const

/** The parameters of the list's query string, with their defaults. `dialog` is the open dialog, `who` the user that it is about. */
export const LIST_DEFAULTS = { search: '', role: 'all', sort: 'recent', page: '1', dialog: '', who: '' }

export type UserDialog = 'edit' | 'suspend' | 'unsuspend'

/** The filters with unknown values replaced by their defaults. */
export const readFilters = (raw: Record<'search' | 'role' | 'sort' | 'page', string>) => ({
  search: raw.search.trim(),
  role: ROLES.find(({ value }) => value === raw.role) ?? ROLES[0],
  order: orderNamed(ORDERS, raw.sort) ?? 'recent',
  page: Math.min(pageNumber(raw.page), LAST_PAGE),
})

/** The query of GET /api/admin/users for these filters. */
export const listQuery = ({ search, role, order, page }: ReturnType<typeof readFilters>) => ({
  search: search || undefined,
  role: role.value === 'all' ? undefined : role.value,
  sort: order === 'recent' ? undefined : order,
  limit: PAGE_SIZE,
  offset: (page - 1) * PAGE_SIZE || undefined,
})
