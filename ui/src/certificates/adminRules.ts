// Rules of the admins' pages of certificates: the list's query, the form, and what is said when something fails. Pure.
import { CERTIFICATE_DESIGNS } from '../api/forms'
import { DROPPED, type Problem } from '../lib/errors'
import { LAST_PAGE, orderNamed, PAGE_SIZE, pageNumber, TIME_ORDERS } from '../lib/paging'
import type { FormErrors } from '../kit/fields/useForm'
import type { Member } from '../members/MemberSearch'

/** The filters of the list, by their names in the address; the first is the default. */
export const KINDS = [
  { value: 'all', label: 'All', query: {} },
  { value: 'event', label: 'Events', query: { type: 'event' } },
  { value: 'project', label: 'Projects', query: { type: 'project' } },
  { value: 'held', label: 'Held', query: { held: true } },
] as const

/** The parameters of the list's query string, with their defaults. `dialog` is the open dialog, `who` the key of the certificate that it is about. */
export const LIST_DEFAULTS = { search: '', type: 'all', sort: 'recent', page: '1', dialog: '', who: '' }

export type ListDialog = 'create' | 'release' | 'revoke' | 'correct'

/** The filters with unknown values replaced by their defaults. */
export const readFilters = (raw: Record<'search' | 'type' | 'sort' | 'page', string>) => ({
  search: raw.search.trim(),
  kind: KINDS.find((one) => one.value === raw.type) ?? KINDS[0],
  order: orderNamed(TIME_ORDERS, raw.sort) ?? 'recent',
  page: Math.min(pageNumber(raw.page), LAST_PAGE),
})

/** The query of GET /api/admin/certificates for these filters. */
export const listQuery = ({ search, kind, order, page }: ReturnType<typeof readFilters>) => ({
  search: search || undefined,
  ...kind.query,
  sort: order,
  limit: PAGE_SIZE,
  offset: (page - 1) * PAGE_SIZE || undefined,
})

/** Why the list is not there. */
export function listProblem({ status, code, message }: Problem): string {
  if (status === 401) return 'Authentication failed. Please login again.'
  if (status === 403) return 'You do not have permission to view certificates.'
  if (code === 'dropped' || message === DROPPED) return 'Failed to connect to server. Check your internet connection.'
  if (status > 0) return `Failed to load certificates: ${message}`
  return 'Failed to initialize certificate management'
}

/** Why no certificate was created. The server's own words follow when it has any. */
export function createProblem({ status, message }: Problem): string {
  if (status === 0) return 'Failed to create certificate. The connection was lost.'
  return `Failed to create certificate (${status})${status < 500 && message ? `: ${message}` : ''}`
}

export type Origin = { _id: string; title: string; /** An event that was cancelled. */ cancelled?: boolean }
export type OriginKind = 'event' | 'project'
export type CertificateDraft = { title: string; user: Member | null; kind: OriginKind; origin: Origin | null; design: string; message: string; hold: boolean }
export const EMPTY: CertificateDraft = { title: '', user: null, kind: 'event', origin: null, design: '', message: '', hold: false }

/** What a certificate needs of an event or a project that was found. */
export const originOf = ({ _id, title, cancelled }: Origin): Origin => ({ _id, title, ...(cancelled && { cancelled }) })

/** The designs to choose from; the first leaves the choice to the event. */
export const DESIGNS = [{ value: '', label: 'As the event says' }, ...CERTIFICATE_DESIGNS.filter(({ value }) => value !== 'default')]

/** The title that a certificate for this gets. */
export const titleFor = ({ title }: Origin, kind: OriginKind, most: number) => {
  const ending = kind === 'event' ? ' Completion Certificate' : ' Certificate'
  return Array.from(title).slice(0, most - ending.length).join('') + ending
}

/** What is wrong with the form, by field, in the server's words and the order of the form. */
export function faultsOf({ title, user, origin }: CertificateDraft): FormErrors {
  const faults: FormErrors = {}
  if (!title.trim()) faults.title = 'Certificate title is required'
  if (!user) faults.user = 'User is required'
  if (!origin) faults.origin = 'Either event or project must be selected'
  return faults
}

/** What the server is sent. */
export const inputOf = ({ title, user, kind, origin, design, message, hold }: CertificateDraft) => ({
  title: title.trim(),
  user: user?._id,
  event: kind === 'event' ? origin?._id : undefined,
  project: kind === 'project' ? origin?._id : undefined,
  design,
  message: message.trim(),
  hold,
})

/** The form names one field for what the server calls event or project. */
export const fieldsOf = ({ event, project, ...fields }: FormErrors): FormErrors => (event || project ? { ...fields, origin: (event ?? project)! } : fields)

/** The sentence about characters that would be missing in print. */
export const missingText = (missing: readonly string[]) =>
  `No font has ${missing.length === 1 ? 'this character' : 'these characters'} of the name: ${missing.join(' ')}. On the certificate, ${missing.length === 1 ? 'it is' : 'they are'} missing.`
