// Rules of the list and the review of projects: states, the list's query, and the way back to it. Pure.
import { LAST_PAGE, PAGE_SIZE, orderNamed, pageNumber } from '../../lib/paging'
import { paths } from '../../paths'

/** The states of the list, by their names in the address; the first is the default. */
export const STATES = [
  { value: 'review', label: 'Pending Review', status: 'In Review', count: 'inReview' },
  { value: 'all', label: 'All Projects', status: undefined, count: 'all' },
  { value: 'approved', label: 'Approved', status: 'Approved', count: 'approved' },
  { value: 'rejected', label: 'Rejected', status: 'Rejected', count: 'rejected' },
] as const

/** The orders, by their names in the address. */
export const ORDERS = {
  recent: { key: 'date', direction: 'desc' },
  oldest: { key: 'date', direction: 'asc' },
  title: { key: 'title', direction: 'asc' },
  'title-desc': { key: 'title', direction: 'desc' },
} as const

/** The parameters of the list's query string, with their defaults. */
export const LIST_DEFAULTS = { search: '', status: 'review', sort: '', page: '1' }
type Filters = Record<keyof typeof LIST_DEFAULTS, string>

/** The filters with unknown values replaced by their defaults. */
export function readFilters(raw: Filters) {
  const state = STATES.find((one) => one.value === raw.status) ?? STATES[0]
  return {
    search: raw.search.trim(),
    state,
    // The queue begins with what has waited longest.
    order: orderNamed(ORDERS, raw.sort) ?? (state.value === 'review' ? ('oldest' as const) : ('recent' as const)),
    page: Math.min(pageNumber(raw.page), LAST_PAGE),
  }
}

/** The query of GET /api/admin/projects for these filters. */
export function listQuery({ search, state, order, page }: ReturnType<typeof readFilters>) {
  return {
    search: search || undefined,
    status: state.status,
    sort: order,
    limit: PAGE_SIZE,
    offset: (page - 1) * PAGE_SIZE || undefined,
  }
}

/** The address of a project's review; `list` is the query of the list that it leads back to. */
export function reviewPath(id: string, list = ''): string {
  const query = list.replace(/^\?/, '')
  return paths.admin.reviewProject(id) + (query && `?list=${encodeURIComponent(query)}`)
}

/** The address of the list with its earlier filters. */
export const listPath = (list: string) => paths.admin.projects() + (list && `?${list}`)

export type Row = {
  id: string
  title: string
  submitter: { name: string; picture: string | undefined }
  date: string
  status: string
  featured: boolean
}

/** The message when `readRows` finds no list. */
export const INVALID_DATA = 'Received invalid data format from server'

/** The rows of the table; undefined when the answer is no list. */
export function readRows(answer: unknown): Row[] | undefined {
  if (!Array.isArray(answer)) return undefined
  return answer.map((entry: unknown) => {
    const project = fieldsOf(entry)
    const submitter = fieldsOf(project.submittedBy)
    return {
      id: text(project._id) ?? '',
      title: text(project.title) ?? 'Untitled Project',
      submitter: { name: text(submitter.name) ?? 'Unknown User', picture: text(submitter.profilePicture) },
      date: text(project.submissionDate) ?? '',
      status: text(project.status) ?? 'Unknown',
      featured: project.featured === true,
    }
  })
}

const fieldsOf = (value: unknown) => (typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {})
const text = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value : undefined)

const TONES: Record<string, 'good' | 'warn' | 'bad'> = { Approved: 'good', 'In Review': 'warn', Rejected: 'bad' }
export const statusTone = (status: string) => TONES[status] ?? 'neutral'

const FIELDS: Record<string, string> = {
  title: 'Title',
  category: 'Category',
  shortDescription: 'Short Description',
  description: 'Description',
  techStack: 'Technologies',
  team: 'Team Members',
  eventId: 'Associated Event',
  githubLink: 'GitHub Link',
  demoLink: 'Demo Link',
  pictures: 'Pictures',
}
export const fieldLabel = (field: string) => FIELDS[field] ?? field

/** The fields whose pieces are entries of a list. */
export const LISTS = new Set(['techStack', 'team', 'eventId', 'githubLink', 'demoLink'])

/** Characters of unchanged text that stay beside a change. */
const AROUND = 80

/** Unchanged text between two changes, without its middle when it is long. It stays whole words where it can. */
export function clipped(text: string, isFirst: boolean, isLast: boolean): string {
  const letters = Array.from(text)
  if (letters.length <= 2 * AROUND + 20) return text
  const start = isFirst ? '' : letters.slice(0, AROUND).join('').replace(/\S{0,20}$/u, '')
  const end = isLast ? '' : letters.slice(-AROUND).join('').replace(/^\S{0,20}/u, '')
  return `${start}…${end}`
}
