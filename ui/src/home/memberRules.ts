// What a member's home page says: their next event, how their projects stand, what they missed. Pure.
import type { components } from '../api/schema'
import { cardAction, isOn } from '../events/dayRules'
import { paths } from '../paths'
import { countOf } from '../projects/rules'

type Event = components['schemas']['EventSummary']
type Own = components['schemas']['MyProject']

/** What the home page has read for a member. */
export type Seen = { events: Event[]; own: Own[]; newest: components['schemas']['ProjectSummary'][] }

/** What a member knew at the end of a visit. */
export type Visit = {
  /** RFC 3339. */
  at: string
  /** The ids of the events that were announced. */
  events: string[]
  /** Comments and upvotes of their own projects, by id. */
  own: Record<string, [comments: number, upvotes: number]>
}

export type Missed = { to: string; text: string; about?: string }

const first = (events: readonly Event[]): Event | undefined => [...events].sort((one, other) => Date.parse(one.startsAt) - Date.parse(other.startsAt))[0]

/** The event that a member is registered for and that begins next, or is on. */
export const nextOf = (events: readonly Event[]): Event | undefined =>
  first(events.filter((event) => event.isRegistered && !event.cancelled && event.status !== 'completed' && event.phase !== 'over'))

/** The event that begins next of those that take registrations. */
export const openOf = (events: readonly Event[]): Event | undefined => first(events.filter((event) => cardAction(event) === 'Register'))

/** Whether the home page shows the code of the ticket itself: on the days of the event, until the door has seen it. */
export const needsTicket = (event: Event): boolean => event.mode !== 'Online' && isOn(event) && event.registrations[0]?.status === 'Registered'

/** "2 approved, 1 in review". */
export function projectsText(projects: readonly Pick<Own, 'status'>[]): string {
  const count = (status: Own['status']) => projects.filter((one) => one.status === status).length
  const states = [
    [count('Rejected'), 'to be mended'],
    [count('In Review'), 'in review'],
    [count('Approved'), 'approved'],
  ] as const
  return states.flatMap(([number, state]) => (number > 0 ? [`${number.toLocaleString()} ${state}`] : [])).join(', ')
}

export const visitOf = ({ events, own }: Seen, at: string): Visit => ({
  at,
  events: events.filter((event) => event.status !== 'completed').map((event) => event._id),
  own: Object.fromEntries(own.map((one) => [one._id, [one.commentCount, one.upvoteCount]])),
})

/** What happened since a visit, most personal first. */
export function missedSince(visit: Visit, { events, own, newest }: Seen): Missed[] {
  const known = new Set(visit.events)
  const mine = new Set(own.map((one) => one._id))
  const votes = own.reduce((sum, one) => sum + Math.max(0, one.upvoteCount - (visit.own[one._id]?.[1] ?? one.upvoteCount)), 0)
  const comments = own.flatMap((one) => {
    const more = one.commentCount - (visit.own[one._id]?.[0] ?? one.commentCount)
    return more > 0 ? [{ to: `${paths.project(one._id)}#comments`, text: `${countOf(more, 'new comment')} on`, about: one.title }] : []
  })
  const upcoming = events.filter((event) => event.status === 'upcoming' && !event.cancelled && !known.has(event._id))
  const projects = newest.filter((one) => one.submissionDate > visit.at && !mine.has(one._id))
  const several = (number: number, noun: string, all: string, one: { to: string; about: string } | undefined): Missed[] =>
    number === 1 && one ? [{ ...one, text: `1 new ${noun}:` }] : number > 0 ? [{ to: all, text: countOf(number, `new ${noun}`) }] : []
  return [
    ...comments,
    ...(votes > 0 ? [{ to: paths.myProjects(), text: `${countOf(votes, 'new upvote')} for your projects` }] : []),
    ...several(upcoming.length, 'event', paths.events(), upcoming[0] && { to: paths.event(upcoming[0]._id), about: upcoming[0].title }),
    ...several(projects.length, 'project', paths.projects(), projects[0] && { to: paths.project(projects[0]._id), about: projects[0].title }),
  ]
}
