// What the clock says of an event: live, today, ahead or over, in which order, and which button. Small, because the home page has it. Pure.
import { formatClock } from '../lib/dates'

type EventStatus = 'upcoming' | 'ongoing' | 'completed'
/** What the server's clock says beside the status: before its first day, on it before the start, between start and end, after the end. */
type Phase = 'ahead' | 'today' | 'live' | 'over'
export type Standing = { status: EventStatus; phase: Phase; cancelled: boolean }

/** What stands together in a list, in this order. */
export const GROUPS = ['live', 'today', 'upcoming', 'completed'] as const
export type Group = (typeof GROUPS)[number]

/** An event of today that is over or cancelled stands with the completed ones. */
export function groupOf({ status, phase, cancelled }: Standing): Group {
  if (status === 'upcoming') return 'upcoming'
  if (status === 'completed' || phase === 'over' || cancelled) return 'completed'
  return phase === 'live' ? 'live' : 'today'
}

const LIST_LABELS: Record<Group, string> = { live: 'Live Now', today: 'Today', upcoming: 'Upcoming', completed: 'Completed' }

/** On a card and above a group of cards. */
export const listLabel = (group: Group) => LIST_LABELS[group]

/** The page says "Live Today" where a card says "Live Now". */
export const detailLabel = (group: Group) => (group === 'live' ? 'Live Today' : LIST_LABELS[group])

/** Whether it is the event of the day: it begins today or goes on. */
export const isOn = (event: Standing) => ['live', 'today'].includes(groupOf(event))

/** What stands out: the days until it begins, on its day the hour, then that it is live. The server counts by the community's calendar. */
export function countdown(event: Standing & { daysToGo: number; time: string }): string {
  if (event.cancelled) return 'Cancelled'
  const group = groupOf(event)
  if (group === 'live') return 'Live Now!'
  if (group === 'today') return `Today, ${formatClock(event.time)}`
  if (group === 'completed') return 'Completed'
  return `${event.daysToGo} ${event.daysToGo === 1 ? 'day' : 'days'} to go`
}

type Open = Standing & { canRegister: boolean; canCheckIn: boolean }

/** The button of a card. Registering is the only primary one; who works at the door of today's event goes there. */
export function cardAction(event: Open): 'Check-in' | 'Register' | 'View Details' {
  if (event.canCheckIn && isOn(event)) return 'Check-in'
  return event.canRegister ? 'Register' : 'View Details'
}
