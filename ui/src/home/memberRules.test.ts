import { expect, test } from 'vitest'
import { missedSince, needsTicket, nextOf, openOf, projectsText, visitOf, type Seen } from './memberRules'

const event = (id: string, more: object = {}) => ({ _id: id, title: `Event ${id}`, status: 'upcoming', isRegistered: true, cancelled: false, startsAt: '2027-01-01T18:00:00Z', ...more })
const own = (id: string, commentCount: number, upvoteCount: number) => ({ _id: id, title: `Own ${id}`, commentCount, upvoteCount, status: 'Approved' })
const newest = (id: string, submissionDate: string) => ({ _id: id, title: `New ${id}`, submissionDate })
const seen = (of: { events?: object[]; own?: object[]; newest?: object[] }) => ({ events: [], own: [], newest: [], ...of }) as unknown as Seen

test('the next event is the first to begin that is neither over nor cancelled', () => {
  const { events } = seen({
    events: [event('later', { startsAt: '2027-02-01T18:00:00Z' }), event('off', { cancelled: true, startsAt: '2026-01-01T18:00:00Z' }), event('next'), event('other', { isRegistered: false, startsAt: '2026-12-01T18:00:00Z' }), event('past', { status: 'completed', startsAt: '2026-01-02T18:00:00Z' })],
  })
  expect(nextOf(events)?._id).toBe('next')
  expect(nextOf([])).toBeUndefined()
})

test('the event to join is the first that takes registrations', () => {
  const to = (id: string, more: object) => event(id, { isRegistered: false, canRegister: true, ...more })
  const { events } = seen({ events: [to('later', { startsAt: '2027-02-01T18:00:00Z' }), to('first', {}), to('full', { canRegister: false, startsAt: '2026-12-01T18:00:00Z' }), event('own', { canRegister: false, startsAt: '2026-12-01T18:00:00Z' })] })
  expect(openOf(events)?._id).toBe('first')
  expect(openOf([])).toBeUndefined()
})

test('the ticket is shown on its day, until it was used', () => {
  const [is] = seen({ events: [event('today', { mode: 'Offline', status: 'ongoing', phase: 'today', registrations: [{ status: 'Registered' }] })] }).events
  expect(needsTicket(is!)).toBe(true)
  expect(needsTicket({ ...is!, phase: 'live' })).toBe(true)
  expect(needsTicket({ ...is!, status: 'upcoming', phase: 'ahead' })).toBe(false)
  expect(needsTicket({ ...is!, phase: 'over' })).toBe(false)
  expect(needsTicket({ ...is!, mode: 'Online' })).toBe(false)
  expect(needsTicket({ ...is!, registrations: [{ ...is!.registrations[0]!, status: 'Attended' }] })).toBe(false)
})

test('the state of projects is a line', () => {
  expect(projectsText([{ status: 'Approved' }, { status: 'Rejected' }, { status: 'Approved' }])).toBe('1 to be mended, 2 approved')
})

test('what was known at the last visit was not missed', () => {
  const then = seen({ events: [event('known')], own: [own('a', 1, 5), own('b', 0, 0)], newest: [newest('x', '2026-11-01T00:00:00Z')] })
  const visit = visitOf(then, '2026-11-10T00:00:00Z')
  expect(missedSince(visit, then)).toEqual([])
  const now = seen({
    events: [event('known'), event('fresh'), event('gone', { cancelled: true })],
    own: [own('a', 3, 4), own('b', 0, 2), own('c', 9, 9)],
    newest: [newest('y', '2026-11-12T00:00:00Z'), newest('z', '2026-11-11T00:00:00Z'), newest('c', '2026-11-11T00:00:00Z'), newest('x', '2026-11-01T00:00:00Z')],
  })
  expect(missedSince(visit, now)).toEqual([
    { to: '/projects/a#comments', text: '2 new comments on', about: 'Own a' },
    { to: '/projects/mine', text: '2 new upvotes for your projects' },
    { to: '/events/fresh', text: '1 new event:', about: 'Event fresh' },
    { to: '/projects', text: '2 new projects' },
  ])
})
