// Rules of an event's admin page: its address, the recipients of a letter, who gets a free place. Pure.
import { MESSAGE_INPUT, PARTICIPANT_STATUS } from '../../api/forms'
import { LIST_PARTICIPANTS, MAX_OFFSET } from '../../api/rules'
import { cut } from '../../lib/text'
import { webLink } from '../../paths'
import { orderNamed, pageNumber } from '../../lib/paging'

export type ParticipantStatus = (typeof PARTICIPANT_STATUS)[number]

/** The number of participants by status; the three add up to all. */
export type Counts = { registrationsCount: number; registeredCount: number; attendedCount: number; completedCount: number }
const COUNT_OF = { Registered: 'registeredCount', Attended: 'attendedCount', Completed: 'completedCount' } as const

export const countOf = (counts: Counts, status: ParticipantStatus | undefined) => (status ? counts[COUNT_OF[status]] : counts.registrationsCount)

/** The counts after one participant's status has changed. */
export function recount<C extends Counts>(counts: C, from: ParticipantStatus, to: ParticipantStatus): C {
  if (from === to) return counts
  return { ...counts, [COUNT_OF[from]]: counts[COUNT_OF[from]] - 1, [COUNT_OF[to]]: counts[COUNT_OF[to]] + 1 }
}

export const PAGE_SIZE = 25
const LAST_PAGE = Math.floor(MAX_OFFSET / PAGE_SIZE) + 1

/** How many of the matching entries paging can reach. */
export const reachable = (total: number) => Math.min(total, LAST_PAGE * PAGE_SIZE)

/** The last page that has entries. */
export const lastPage = (total: number) => Math.max(1, Math.ceil(reachable(total) / PAGE_SIZE))

/** The parameters of the page's query string, with their defaults. `dialog` is the open dialog, `who` the person it is about. */
export const VIEW_DEFAULTS = { tab: 'participants', search: '', status: 'all', sort: '', page: '1', write: '', dialog: '', who: '' }

/** The orders that the server has. */
export const ORDERS = {
  name: { key: 'name', direction: 'asc' },
  'name-desc': { key: 'name', direction: 'desc' },
  registered: { key: 'registered', direction: 'asc' },
  'registered-desc': { key: 'registered', direction: 'desc' },
  status: { key: 'status', direction: 'asc' },
  'status-desc': { key: 'status', direction: 'desc' },
} as const

export type Filters = { search: string; status: ParticipantStatus | undefined; order: keyof typeof ORDERS | undefined; page: number }

/** The filters with unknown values replaced by their defaults. */
export function readFilters(raw: { search: string; status: string; sort: string; page: string }): Filters {
  return {
    search: cut(raw.search.trim(), LIST_PARTICIPANTS.search),
    status: PARTICIPANT_STATUS.find((one) => one.toLowerCase() === raw.status.toLowerCase()),
    order: orderNamed(ORDERS, raw.sort),
    page: Math.min(pageNumber(raw.page), LAST_PAGE),
  }
}

/** The query of GET …/participants for these filters. */
export const listQuery = ({ search, status, order, page }: Filters) => ({ search: search || undefined, status, sort: order, ...pageQuery(page) })

export const pageQuery = (page: number) => ({ limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE || undefined })

type Standing = { status: string; cancelled: boolean; waitingCount: number; spotsLeft?: number }

/** Whether a removed participant's place goes to the first on the waiting list. */
export const passesOn = ({ status, cancelled, waitingCount }: Standing) => waitingCount > 0 && !cancelled && status !== 'completed'

/** Why the admin cannot add anybody now; the server has the final say. */
export function cannotAdd({ cancelled, spotsLeft }: Pick<Standing, 'cancelled' | 'spotsLeft'>): 'cancelled' | 'full' | undefined {
  if (cancelled) return 'cancelled'
  return spotsLeft !== undefined && spotsLeft <= 0 ? 'full' : undefined
}

/** "1 participant", "32 participants", or with a status "3 attended participants". */
export function reachedText(count: number, status?: ParticipantStatus): string {
  return `${count.toLocaleString()} ${status ? `${status.toLowerCase()} ` : ''}${count === 1 ? 'participant' : 'participants'}`
}

export type Letter = { subject: string; message: string; status: string; replyTo: string }
export const EMPTY_LETTER: Letter = { subject: '', message: '', status: 'all', replyTo: '' }

/** The readers of a letter, in the words of the list. */
export const audienceText = (audience: string) => (audience === 'all' ? 'To all participants' : audience === 'Waiting' ? 'To the waiting list' : `To ${audience.toLowerCase()} participants`)

const REQUIRED = 'Subject and message are required'

/** What is wrong with a letter, by field, in the server's words and the order of the form. */
export function letterFaults({ subject, message }: Letter): Record<string, string> {
  if (!subject.trim()) return { subject: REQUIRED }
  if (!message.trim()) return { message: REQUIRED }
  if (Array.from(message).length > MESSAGE_INPUT.message) return { message: `This can have at most ${MESSAGE_INPUT.message.toLocaleString('en')} characters` }
  return {}
}

export type Links = { meetLink: string; whatsappLink: string }

/** What is wrong with the links, by field, in the server's words. */
export function linkFaults({ meetLink, whatsappLink }: Links): Record<string, string> {
  if (!meetLink.trim() && !whatsappLink.trim()) return { meetLink: 'Please provide at least one link to send' }
  const found: Record<string, string> = {}
  for (const [field, link] of Object.entries({ meetLink, whatsappLink }))
    if (link.trim() && !webLink(link.trim())) found[field] = 'A link must be a web address that begins with https:// or http://'
  return found
}

/** The file name that the server gives, without any folder in it. */
export function fileName(disposition: string | null, fallback: string): string {
  const named = /filename="([^"]+)"/.exec(disposition ?? '')?.[1]
  return named?.replace(/[/\\]/g, '_') ?? fallback
}
