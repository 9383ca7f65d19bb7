// Decisions of the admins' list of events and of their form: filters, standing, the order of tasks, hours of a zone. Pure.
import { EVENT_ADMIN_FILTERS, EVENT_INPUT, LIST_ADMIN_EVENTS } from '../api/rules'
import { cut, pageNumber } from '../lib/queryState'
import { paths } from '../paths'
import { LAST_PAGE, PAGE_SIZE } from '../lib/paging'

/** What the query string of the list may say, with its defaults. */
export const LIST_DEFAULTS = { search: '', status: 'all', page: '1' }
type Filters = Record<keyof typeof LIST_DEFAULTS, string>

/** Filters as they hold: what nobody knows is its default. */
export function readFilters(raw: Filters) {
  return {
    search: cut(raw.search.trim(), LIST_ADMIN_EVENTS.search),
    shown: EVENT_ADMIN_FILTERS.find((one) => one.value === raw.status) ?? EVENT_ADMIN_FILTERS[0],
    page: Math.min(pageNumber(raw.page), LAST_PAGE),
  }
}

/** The query of GET /api/admin/events for these filters. */
export function listQuery({ search, shown, page }: ReturnType<typeof readFilters>) {
  return {
    search: search || undefined,
    status: shown.value === 'all' ? undefined : shown.value,
    limit: PAGE_SIZE,
    offset: (page - 1) * PAGE_SIZE || undefined,
  }
}

/** The form of an event; `list` is the query of the list that one comes from, so that it can be gone back to. */
export function editPath(id: string, list = ''): string {
  const query = list.replace(/^\?/, '')
  return paths.admin.editEvent(id) + (query && `?list=${encodeURIComponent(query)}`)
}

/** The list with the filters that it had. */
export const listPath = (list: string) => paths.admin.events() + (list && `?${list}`)

type Standing = { status: 'upcoming' | 'ongoing' | 'completed'; published: boolean; cancelled: boolean }

/** Where an event stands, in the words of the admin area; `badge` says more. */
export function standing({ status, published, cancelled }: Standing): { label: string; tone: 'neutral' | 'good' | 'warn' | 'bad' | 'info'; badge?: string } {
  if (!published) return { label: 'Draft', tone: 'warn' }
  if (cancelled) return { label: 'Cancelled', tone: 'bad' }
  if (status === 'upcoming') return { label: 'Upcoming', tone: 'info', badge: 'Open' }
  return status === 'ongoing' ? { label: 'Live', tone: 'good' } : { label: 'Past', tone: 'neutral' }
}

/** "12", or "12 of 40" where places are limited. */
export const placesText = (count: number, max: number | undefined) => count.toLocaleString() + (max === undefined ? '' : ` of ${max.toLocaleString()}`)

/** A task in the form: `key` tells it apart while it has no id, `done` says how many participants have done it. */
export type TaskDraft = { key: string; _id?: string; name: string; description: string; required: boolean; done?: number }

/** The list with a new task at its end; a blank name adds none. */
export function addTask(tasks: readonly TaskDraft[], name: string): TaskDraft[] {
  const trimmed = name.trim()
  if (!trimmed) return [...tasks]
  const made = tasks.map(({ key }) => Number(/^new-(\d+)$/.exec(key)?.[1] ?? 0))
  return [...tasks, { key: `new-${Math.max(0, ...made) + 1}`, name: trimmed, description: '', required: false }]
}

/** The list with one task `by` places further down. */
export function moveTask(tasks: readonly TaskDraft[], at: number, by: number): TaskDraft[] {
  const moved = [...tasks]
  moved.splice(at + by, 0, ...moved.splice(at, 1))
  return moved
}

/** The first task that is wrong, in the words of the server; `at` is -1 when it is all of them together. */
export function wrongTask(tasks: readonly { name: string }[]): { at: number; sentence: string } | undefined {
  if (tasks.length > EVENT_INPUT.tasks) return { at: -1, sentence: `An event can have at most ${EVENT_INPUT.tasks} tasks` }
  const known = new Set<string>()
  for (const [at, { name }] of tasks.entries()) {
    const trimmed = name.trim()
    if (['', '.', '..'].includes(trimmed)) return { at, sentence: 'Every task needs a name' }
    const key = trimmed.replace(/\s+/g, ' ').toLowerCase()
    if (known.has(key)) return { at, sentence: `There are two tasks with the name "${trimmed}"` }
    known.add(key)
  }
}

/** The instant of a day and a time on the clocks of a zone; undefined when they are none. */
export function instantIn(zone: string, date: string, time: string): string | undefined {
  const wall = /^\d{4}-\d\d-\d\d \d\d:\d\d$/.test(`${date} ${time}`) ? Date.parse(`${date}T${time}:00Z`) : NaN
  if (Number.isNaN(wall)) return undefined
  try {
    // The first guess may lie on the other side of a change of the clocks.
    const guess = wall - offset(zone, wall)
    return new Date(wall - offset(zone, guess)).toISOString()
  } catch {
    return undefined
  }
}

/** Milliseconds that the clocks of a zone are ahead of UTC. */
function offset(zone: string, at: number): number {
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' })
  const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)])) as Record<string, number>
  return Date.UTC(part.year!, part.month! - 1, part.day!, part.hour!, part.minute!) - at
}
