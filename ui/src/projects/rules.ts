// Rules of the project screens: filters, sorts, the query of a list. Pure.
import { MAX_OFFSET, PROJECT_SORTS } from '../api/rules'
import type { components } from '../api/schema'
import { pageNumber } from '../lib/paging'

export type Category = components['schemas']['SiteCategory']

export const PAGE_SIZE = 24

/** The parameters of the list's query string, with their defaults. */
export const LIST_DEFAULTS = { search: '', category: 'all', sort: 'recent', featured: '', tag: '', page: '1' }
type Filters = Record<keyof typeof LIST_DEFAULTS, string>

/** The filters with unknown values replaced by their defaults. Until the categories are known, the server judges the category. */
export function readFilters(raw: Filters, categories: readonly Category[] | undefined) {
  const category = raw.category === 'ai/ml' ? 'ai' : raw.category
  return {
    search: raw.search.trim(),
    tag: raw.tag.trim(),
    category: !categories || categories.some((one) => one.id === category) ? category : 'all',
    sort: PROJECT_SORTS.some((one) => one.value === raw.sort) ? raw.sort : 'recent',
    featured: raw.featured === 'true',
    page: Math.min(pageNumber(raw.page), lastReachablePage()),
  }
}

/** The query of GET /api/projects for these filters. */
export function listQuery({ search, tag, category, sort, featured, page }: ReturnType<typeof readFilters>) {
  return {
    search: search || undefined,
    tag: tag || undefined,
    category: category === 'all' ? undefined : category,
    featured: featured || undefined,
    sort: sort === 'recent' ? undefined : sort,
    limit: PAGE_SIZE,
    offset: (page - 1) * PAGE_SIZE || undefined,
  }
}

/** Whether a filter other than sort and page is set. */
export const isNarrowed = ({ search, tag, category, featured }: ReturnType<typeof readFilters>) =>
  search !== '' || tag !== '' || featured || category !== 'all'

const lastReachablePage = () => Math.floor(MAX_OFFSET / PAGE_SIZE) + 1

/** How many of the matching entries paging can reach. */
export const reachable = (total: number) => Math.min(total, lastReachablePage() * PAGE_SIZE)

/** The first `most` tags, and the number of the rest. */
export function someTags(tags: readonly string[], most: number): { shown: string[]; more: number } {
  return { shown: tags.slice(0, most), more: Math.max(0, tags.length - most) }
}

/** Whether an entry of a list has the fields that its card needs. */
export function isProject(value: unknown): boolean {
  const project = value as { _id?: unknown; title?: unknown } | null | undefined
  return typeof project?._id === 'string' && project._id !== '' && typeof project.title === 'string' && project.title.trim() !== ''
}

/** "1 upvote", "2,345 upvotes". */
export const countOf = (count: number, noun: string) => `${count.toLocaleString()} ${noun}${count === 1 ? '' : 's'}`
