// Rules of the admins' list of events and of the event form: filters, states, the order of tasks, clock times of a zone. Pure.
import { EVENT_ADMIN_FILTERS, EVENT_INPUT } from '../api/forms'
import { LIST_ADMIN_EVENTS } from '../api/rules'
import { cut } from '../lib/text'
import { paths } from '../paths'
import { LAST_PAGE, PAGE_SIZE, orderNamed, pageNumber } from '../lib/paging'
import { groupOf, type Standing } from './dayRules'

/** The orders by a column, by their names in the address; without one, the next event comes first. */
export const ORDERS = {
  date: { key: 'date', direction: 'asc' },
  'date-desc': { key: 'date', direction: 'desc' },
  title: { key: 'title', direction: 'asc' },
  'title-desc': { key: 'title', direction: 'desc' },
  registrations: { key: 'registrations', direction: 'desc' },
  'registrations-asc': { key: 'registrations', direction: 'asc' },
} as const

/** The parameters of the list's query string, with their defaults. */
export const LIST_DEFAULTS = { search: '', status: 'all', sort: '', page: '1' }
type Filters = Record<keyof typeof LIST_DEFAULTS, string>

/** The filters with unknown values replaced by their defaults. */
export function readFilters(raw: Filters) {
  return {
    search: cut(raw.search.trim(), LIST_ADMIN_EVENTS.search),
    shown: EVENT_ADMIN_FILTERS.find((one) => one.value === raw.status) ?? EVENT_ADMIN_FILTERS[0],
    order: orderNamed(ORDERS, raw.sort),
    page: Math.min(pageNumber(raw.page), LAST_PAGE),
  }
}

/** The query of GET /api/admin/events for these filters. */
export function listQuery({ search, shown, order, page }: ReturnType<typeof readFilters>) {
  return {
    search: search || undefined,
    status: shown.value === 'all' ? undefined : shown.value,
    sort: order,
    limit: PAGE_SIZE,
    offset: (page - 1) * PAGE_SIZE || undefined,
  }
}

/** The address of an event's form; `list` is the query of the list that it leads back to. */
export function editPath(id: string, list = ''): string {
  const query = list.replace(/^\?/, '')
  return paths.admin.editEvent(id) + (query && `?list=${encodeURIComponent(query)}`)
}

/** The address of the list with its earlier filters. */
export const listPath = (list: string) => paths.admin.events() + (list && `?${list}`)

type Tone = 'neutral' | 'good' | 'warn' | 'bad' | 'info'
type Held = Standing & { published: boolean; registrationsCount: number; maxParticipants?: number; waitingCount: number }

/** The state of an event in the words of the admin area; `badge` says more. */
export function standing({ published, registrationsCount, maxParticipants, waitingCount, ...event }: Held): { label: string; tone: Tone; badge?: { text: string; tone: Tone } } {
  if (!published) return { label: 'Draft', tone: 'warn' }
  if (event.cancelled) return { label: 'Cancelled', tone: 'bad' }
  const group = groupOf(event)
  if (group === 'completed') return { label: 'Past', tone: 'good' }
  const full = maxParticipants !== undefined && registrationsCount >= maxParticipants
  const badge = full || waitingCount > 0 ? { text: [full && 'Full', waitingCount > 0 && `${waitingCount.toLocaleString()} waiting`].filter(Boolean).join(', '), tone: 'warn' as const } : undefined
  if (group === 'upcoming') return { label: 'Upcoming', tone: 'info', badge: badge ?? { text: 'Open', tone: 'good' } }
  return group === 'today' ? { label: 'Later today', tone: 'info', badge } : { label: 'Live', tone: 'info', badge }
}

/** "12", or "12 of 40" where places are limited. */
export const placesText = (count: number, max: number | undefined) => count.toLocaleString() + (max === undefined ? '' : ` of ${max.toLocaleString()}`)

/** A task in the form. `key` identifies it while it has no id; `done` is the number of participants who have done it. */
export type TaskDraft = { key: string; _id?: string; name: string; description: string; required: boolean; done?: number }

/** The tasks with a new one at the end; a blank name adds none. */
export function addTask(tasks: readonly TaskDraft[], name: string): TaskDraft[] {
  const trimmed = name.trim()
  if (!trimmed) return [...tasks]
  const made = tasks.map(({ key }) => Number(/^new-(\d+)$/.exec(key)?.[1] ?? 0))
  return [...tasks, { key: `new-${Math.max(0, ...made) + 1}`, name: trimmed, description: '', required: false }]
}

/** The tasks with one moved down by `by` places. */
export function moveTask(tasks: readonly TaskDraft[], at: number, by: number): TaskDraft[] {
  const moved = [...tasks]
  moved.splice(at + by, 0, ...moved.splice(at, 1))
  return moved
}

/** What is wrong with the tasks, in the server's words. `at` is the index of the first wrong task, or -1 when it concerns all of them. */
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

/** The instant of a local day and time in a zone; undefined when they are invalid. */
export function instantIn(zone: string, date: string, time: string): string | undefined {
  const wall = /^\d{4}-\d\d-\d\d \d\d:\d\d$/.test(`${date} ${time}`) ? Date.parse(`${date}T${time}:00Z`) : NaN
  if (Number.isNaN(wall)) return undefined
  try {
    // The first guess may lie on the other side of a clock change.
    const guess = wall - offset(zone, wall)
    return new Date(wall - offset(zone, guess)).toISOString()
  } catch {
    return undefined
  }
}

/** How far the clocks of a zone are ahead of UTC, in milliseconds. */
function offset(zone: string, at: number): number {
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' })
  const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)])) as Record<string, number>
  return Date.UTC(part.year!, part.month! - 1, part.day!, part.hour!, part.minute!) - at
}
