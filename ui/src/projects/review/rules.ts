// Decisions of the list and the review of projects: states, what the list asks for, and where one came from. Pure.
import { LAST_PAGE, PAGE_SIZE } from '../../lib/paging'
import { pageNumber } from '../../lib/queryState'
import { paths } from '../../paths'

/** The states of the list, by the name that the address gives them; the first is the default. */
export const STATES = [
  { value: 'review', label: 'Pending Review', status: 'In Review', count: 'inReview' },
  { value: 'all', label: 'All Projects', status: undefined, count: 'all' },
  { value: 'approved', label: 'Approved', status: 'Approved', count: 'approved' },
  { value: 'rejected', label: 'Rejected', status: 'Rejected', count: 'rejected' },
] as const

/** What the query string of the list may say, with its defaults. */
export const LIST_DEFAULTS = { search: '', status: 'review', page: '1' }
type Filters = Record<keyof typeof LIST_DEFAULTS, string>

/** Filters as they hold: what nobody knows is its default. */
export function readFilters(raw: Filters) {
  return {
    search: raw.search.trim(),
    state: STATES.find((one) => one.value === raw.status) ?? STATES[0],
    page: Math.min(pageNumber(raw.page), LAST_PAGE),
  }
}

/** The query of GET /api/admin/projects for these filters. */
export function listQuery({ search, state, page }: ReturnType<typeof readFilters>) {
  return {
    search: search || undefined,
    status: state.status,
    limit: PAGE_SIZE,
    offset: (page - 1) * PAGE_SIZE || undefined,
  }
}

/** The review of a project; `list` is the query of the list that one comes from, so that it can be gone back to. */
export function reviewPath(id: string, list = ''): string {
  const query = list.replace(/^\?/, '')
  return paths.admin.reviewProject(id) + (query && `?list=${encodeURIComponent(query)}`)
}

/** The list with the filters that it had. */
export const listPath = (list: string) => paths.admin.projects() + (list && `?${list}`)

export type Row = {
  id: string
  title: string
  submitter: { name: string; picture: string | undefined }
  date: string
  status: string
  featured: boolean
}

/** Said when `readRows` finds no list. */
export const INVALID_DATA = 'Received invalid data format from server'

/** The list as the tables show it; undefined when the answer is no list. */
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
