// The words about an event: labels, counts, places; what its day says is in dayRules.ts. The server makes the decisions. Pure.
import { DIFFICULTIES, EVENT_FILTERS, EVENT_SORTS, EVENT_TYPES, LIST_EVENTS, PARTNERSHIPS } from '../api/rules'
import { formatClock, formatDate, formatHours, formatRange, zoneName, type Shape } from '../lib/dates'
import { cut } from '../lib/text'
import { GROUPS, groupOf, type Group, type Standing } from './dayRules'

const labelIn = (options: readonly { value: string; label: string }[], value: string) => options.find((one) => one.value === value.toLowerCase())?.label ?? value

export const typeLabel = (type: string) => labelIn(EVENT_TYPES, type)
export const difficultyLabel = (difficulty: string) => labelIn(DIFFICULTIES, difficulty)
export const partnershipLabel = (type: string) => labelIn(PARTNERSHIPS, type)

/** Fewer places are told as what is left. */
const FEW = 5

type Places = Standing & { isRegistered: boolean; isWaiting: boolean; isFull: boolean; spotsLeft?: number; canRegister: boolean; canJoinWaitingList: boolean }

/** What a reader should know about the places before opening the event: their own, that there are few or none, or that nobody can register any more. */
export function placeNote(event: Places): { text: string; tone: 'good' | 'warn' | 'neutral' } | undefined {
  if (event.isRegistered) return { text: 'Registered', tone: 'good' }
  if (groupOf(event) === 'completed' || event.cancelled) return undefined
  if (event.isWaiting) return { text: 'On the waiting list', tone: 'warn' }
  if (event.isFull) return { text: event.canJoinWaitingList ? 'Full · waiting list' : 'Full', tone: 'warn' }
  if (!event.canRegister) return { text: 'Registration closed', tone: 'neutral' }
  const left = event.spotsLeft
  return left !== undefined && left <= FEW ? { text: `${left} ${left === 1 ? 'place' : 'places'} left`, tone: 'warn' } : undefined
}

/** Where a place is on a map: a link only, nothing is loaded from there. */
export const mapLink = (location: string) => `https://www.openstreetmap.org/search?query=${encodeURIComponent(location)}`

type Dated = { title: string; startsAt: string; endsAt: string; location: string; mode: string }

/** The same event in calendars on the web; `url` is its page. Links only. */
export function webCalendars({ title, startsAt, endsAt, location, mode }: Dated, url: string): { name: string; href: string }[] {
  const compact = (at: string) => new Date(at).toISOString().replace(/[-:]|\.\d+/g, '')
  const place = location || mode
  const google = new URLSearchParams({ action: 'TEMPLATE', text: title, dates: `${compact(startsAt)}/${compact(endsAt)}`, details: url, location: place })
  const outlook = new URLSearchParams({ path: '/calendar/action/compose', rru: 'addevent', subject: title, startdt: new Date(startsAt).toISOString(), enddt: new Date(endsAt).toISOString(), body: url, location: place })
  return [
    { name: 'Google Calendar', href: `https://calendar.google.com/calendar/render?${google}` },
    { name: 'Outlook', href: `https://outlook.live.com/calendar/0/deeplink/compose?${outlook}` },
  ]
}

/** What a phone offers at the foot of an event's page. */
export type NextStep = 'Register' | 'Join the Waiting List' | 'Show your ticket' | 'Join the meeting'

type Reader = Standing & { canRegister: boolean; canJoinWaitingList: boolean; hasTicket: boolean; meetLink?: string }

/** The next step of a reader; the ticket goes before the link of a hybrid event. */
export function nextStep(event: Reader, registered: boolean): NextStep | undefined {
  if (event.cancelled || event.phase === 'over') return undefined
  if (registered) return event.hasTicket ? 'Show your ticket' : event.meetLink ? 'Join the meeting' : undefined
  return event.canRegister ? 'Register' : event.canJoinWaitingList ? 'Join the Waiting List' : undefined
}

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

/** How long an event takes; undefined where that is not said. On several days it takes as long on each of them. */
export function lengthText({ duration, startsAt, endsAt }: { duration?: number; startsAt: string; endsAt: string }): string | undefined {
  if (duration === undefined) return undefined
  const repeated = Date.parse(endsAt) - Date.parse(startsAt) > duration * 60_000
  return repeated ? `${durationText(duration)} a day` : durationText(duration)
}

const DAY = 24 * 60 * 60 * 1000

/** Milliseconds until a second after the next of these instants; false when none is left or it is more than a day away. */
export function untilNext(instants: readonly (string | undefined)[], now: number): number | false {
  const left = instants.flatMap((at) => (at ? [Date.parse(at) - now + 1000] : [])).filter((wait) => wait > 0)
  const next = Math.min(...left)
  return next <= DAY ? next : false
}

/** The last day to show: a night out belongs to the day on which it begins. */
export function lastShownDay({ date, endDate, startsAt, endsAt }: Days): string {
  return startsAt && endsAt && Date.parse(endsAt) - Date.parse(startsAt) < DAY ? date : endDate
}

/** When an event ends on its first day, as an instant; undefined when its duration is not known or goes on for days. */
export function roundEnd({ startsAt, duration }: { startsAt: string; duration?: number }): string | undefined {
  return duration === undefined || duration * 60_000 >= DAY ? undefined : new Date(Date.parse(startsAt) + duration * 60_000).toISOString()
}

export type Days = { date: string; endDate: string; startsAt?: string; endsAt?: string }
export type Hours = { date: string; time: string; startsAt: string; duration?: number }

const DEFAULT_TIME = '10:00'

/** "Tue, Dec 14, 2027", or the first and the last day. */
export function daysText(event: Days, shape: Shape): string {
  const last = lastShownDay(event)
  return last > event.date ? formatRange(event.date, last, shape) : formatDate(event.date, shape)
}

export const hoursText = (event: Hours, zone: string | undefined) => formatHours(event.startsAt, roundEnd(event), zone)

/** "6:30 – 9:00 PM CET": the hours in the community's zone, which is named. */
export function hoursIn(event: Hours, zone: string | undefined): string {
  if (!event.time) return formatClock(DEFAULT_TIME)
  return zone ? `${hoursText(event, zone)} ${zoneName(event.startsAt, zone)}` : hoursText(event, zone)
}

/** The groups of a page in their order; within each, events stay as the server has sorted them. */
export function grouped<E extends Standing>(events: readonly E[]): { group: Group; events: E[] }[] {
  return GROUPS.map((group) => ({ group, events: events.filter((event) => groupOf(event) === group) })).filter(({ events }) => events.length > 0)
}

/** Cards in a row below an event. */
const ROW = 3

/** The events to go on with: those that come next, and of the same kind those that are neither over nor cancelled, none twice. */
export function otherEvents<E extends Standing & { _id: string }>(id: string, next: readonly E[], same: readonly E[]): { following: E[]; similar: E[] } {
  const open = (events: readonly E[], known: readonly E[]) =>
    events.filter((event) => event._id !== id && !event.cancelled && groupOf(event) !== 'completed' && !known.some((one) => one._id === event._id)).slice(0, ROW)
  const following = open(next, [])
  return { following, similar: open(same, following) }
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
