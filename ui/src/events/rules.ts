// The words about an event: labels, countdown, counts. The server makes the decisions. Pure.
import { DIFFICULTIES, EVENT_FILTERS, EVENT_SORTS, EVENT_TYPES, LIST_EVENTS, PARTNERSHIPS } from '../api/rules'
import { cut } from '../lib/text'

export type EventStatus = 'upcoming' | 'ongoing' | 'completed'
type Standing = { status: EventStatus; cancelled: boolean }

const labelIn = (options: readonly { value: string; label: string }[], value: string) => options.find((one) => one.value === value.toLowerCase())?.label ?? value

export const typeLabel = (type: string) => labelIn(EVENT_TYPES, type)
export const difficultyLabel = (difficulty: string) => labelIn(DIFFICULTIES, difficulty)
export const partnershipLabel = (type: string) => labelIn(PARTNERSHIPS, type)

const LIST_LABELS: Record<EventStatus, string> = { upcoming: 'Upcoming', ongoing: 'Live Now', completed: 'Completed' }

/** On a card and above a group of cards. */
export const listLabel = (status: EventStatus) => LIST_LABELS[status]

/** The page says "Live Today" where a card says "Live Now". */
export const detailLabel = (status: EventStatus) => (status === 'ongoing' ? 'Live Today' : LIST_LABELS[status])

/** The server counts the days by the community's calendar. */
export function countdown({ status, cancelled, daysToGo }: Standing & { daysToGo: number }): string {
  if (cancelled) return 'Cancelled'
  if (status === 'ongoing') return 'Live Now!'
  if (status === 'completed') return 'Completed'
  return `${daysToGo} ${daysToGo === 1 ? 'day' : 'days'} to go`
}

export const invitesToRegister = ({ status, cancelled }: Standing) => status === 'upcoming' && !cancelled

export const participantsText = (count: number) => `${count.toLocaleString()} ${count === 1 ? 'participant' : 'participants'}`

export function registrationsText(count: number, max: number | undefined): string {
  return max === undefined ? participantsText(count) : `${participantsText(count)} of ${max.toLocaleString()} max`
}

export function spotsText(left: number): string {
  if (left <= 0) return 'No spots remaining'
  return `${left.toLocaleString()} ${left === 1 ? 'spot' : 'spots'} remaining`
}

/** The length of the waiting list, as a sentence. */
export const waitingText = (count: number) => `${count.toLocaleString()} ${count === 1 ? 'person waits' : 'people wait'} for one.`

/** Minutes in words: "45 min", "1 h 30 min", "2 days". */
export function durationText(minutes: number): string {
  const day = 24 * 60
  if (minutes >= day && minutes % day === 0) return minutes === day ? '1 day' : `${minutes / day} days`
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [hours && `${hours} h`, rest && `${rest} min`].filter(Boolean).join(' ')
}

/** Groups neighbours of the same status; the server has sorted them. */
export function groupByStatus<E extends { status: EventStatus }>(events: readonly E[]): { status: EventStatus; events: E[] }[] {
  const groups: { status: EventStatus; events: E[] }[] = []
  for (const event of events) {
    const last = groups.at(-1)
    if (last?.status === event.status) last.events.push(event)
    else groups.push({ status: event.status, events: [event] })
  }
  return groups
}

export type EventFilters = { search: string; status: string; type: string; sort: string; page: string }
export const FILTER_DEFAULTS: EventFilters = { search: '', status: 'all', type: 'all', sort: '', page: '1' }

const isOne = (options: readonly { value: string }[], value: string) => options.some((one) => one.value === value)

/** The filters in the address. A mistyped one counts as none, so it shows everything. */
export function readFilters(typed: EventFilters): EventFilters {
  const status = typed.status === 'ongoing' ? 'live' : typed.status
  return {
    search: cut(typed.search, LIST_EVENTS.search),
    status: isOne(EVENT_FILTERS, status) ? status : 'all',
    type: isOne(EVENT_TYPES, typed.type) ? typed.type : 'all',
    sort: isOne(EVENT_SORTS, typed.sort) ? typed.sort : '',
    page: typed.page,
  }
}

export const isFiltered = ({ search, status, type }: EventFilters) => search !== '' || status !== 'all' || type !== 'all'
