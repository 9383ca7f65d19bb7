// How an event speaks about itself: labels, countdown, counts in words. What is decided, the server decides.

export type EventStatus = 'upcoming' | 'ongoing' | 'completed'
type Standing = { status: EventStatus; cancelled: boolean }

export const TYPE_LABELS: Record<string, string> = {
  workshop: 'Workshop',
  hackathon: 'Hackathon',
  webinar: 'Webinar',
  competition: 'Competition',
  conference: 'Conference',
  networking: 'Networking',
  seminar: 'Seminar',
  meetup: 'Meetup',
}
export const typeLabel = (type: string) => TYPE_LABELS[type.toLowerCase()] ?? type

export const difficultyLabel = (difficulty: string) => difficulty.charAt(0).toUpperCase() + difficulty.slice(1)

const PARTNERSHIPS: Record<string, string> = {
  sponsor: 'Sponsor',
  'co-host': 'Co-host',
  organizer: 'Joint Organizer',
  partner: 'Strategic Partner',
}
export const partnershipLabel = (type: string) => PARTNERSHIPS[type] ?? type

const LIST_LABELS: Record<EventStatus, string> = { upcoming: 'Upcoming', ongoing: 'Live Now', completed: 'Completed' }

/** On a card and above a group of cards. */
export const listLabel = (status: EventStatus) => LIST_LABELS[status]

/** The page says "Live Today" where a card says "Live Now". */
export const detailLabel = (status: EventStatus) => (status === 'ongoing' ? 'Live Today' : LIST_LABELS[status])

/** Counted by the community's calendar, on the server. */
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

/** Who waits for a place, as a sentence. */
export const waitingText = (count: number) => `${count.toLocaleString()} ${count === 1 ? 'person waits' : 'people wait'} for one.`

/** Minutes in words: "45 min", "1 h 30 min", "2 days". */
export function durationText(minutes: number): string {
  const day = 24 * 60
  if (minutes >= day && minutes % day === 0) return minutes === day ? '1 day' : `${minutes / day} days`
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [hours && `${hours} h`, rest && `${rest} min`].filter(Boolean).join(' ')
}

/** Neighbours of the same status as one group; the server has them in order. */
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

const STATUSES = ['all', 'upcoming', 'live', 'completed']
const SORTS = ['', 'date-asc', 'date-desc', 'popular', 'alphabetical']

/** What the address asks for, without what no list knows: a mistyped filter shows everything. */
export function readFilters(typed: EventFilters): EventFilters {
  const status = typed.status === 'ongoing' ? 'live' : typed.status
  return {
    search: typed.search.slice(0, 200),
    status: STATUSES.includes(status) ? status : 'all',
    type: Object.hasOwn(TYPE_LABELS, typed.type) ? typed.type : 'all',
    sort: SORTS.includes(typed.sort) ? typed.sort : '',
    page: typed.page,
  }
}

export const isFiltered = ({ search, status, type }: EventFilters) => search !== '' || status !== 'all' || type !== 'all'
