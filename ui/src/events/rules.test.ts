import { expect, it } from 'vitest'
import type { Standing } from './dayRules'
import { FILTER_DEFAULTS, durationText, grouped, isFiltered, lastShownDay, lengthText, mapLink, nextStep, otherEvents, partnershipLabel, placeNote, readFilters, registrationsText, roundEnd, spotsText, untilNext, webCalendars } from './rules'

const at = (status: Standing['status'], phase: Standing['phase'], cancelled = false): Standing => ({ status, phase, cancelled })
const AHEAD = at('upcoming', 'ahead')
const MORNING = at('ongoing', 'today')
const LIVE = at('ongoing', 'live')
const EVENING = at('ongoing', 'over')
const PAST = at('completed', 'over')

it('tells of places that are few, none, or the reader’s own', () => {
  const note = (more: object) => placeNote({ ...AHEAD, isRegistered: false, isWaiting: false, isFull: false, canRegister: true, canJoinWaitingList: false, ...more })?.text
  expect([undefined, 40, 5, 1].map((spotsLeft) => note({ spotsLeft }))).toEqual([undefined, undefined, '5 places left', '1 place left'])
  expect(note({ spotsLeft: 0, isFull: true })).toBe('Full')
  expect(note({ spotsLeft: 0, isFull: true, canJoinWaitingList: true })).toBe('Full · waiting list')
  expect(note({ spotsLeft: 0, isFull: true, isWaiting: true })).toBe('On the waiting list')
  expect(note({ spotsLeft: 0, isFull: true, isRegistered: true, ...PAST })).toBe('Registered')
  expect(note({ spotsLeft: 1, canRegister: false })).toBe('Registration closed')
  expect(note({ spotsLeft: 1, ...PAST })).toBe(undefined)
})

it('counts people and places in words', () => {
  expect(registrationsText(1, undefined)).toBe('1 participant')
  expect(registrationsText(0, 50)).toBe('0 participants of 50 max')
  expect([spotsText(3), spotsText(1), spotsText(0), spotsText(-2)]).toEqual(['3 spots remaining', '1 spot remaining', 'No spots remaining', 'No spots remaining'])
})

it('says how long it takes', () => {
  expect([45, 60, 90, 1440, 2880, 1500].map(durationText)).toEqual(['45 min', '1 h', '1 h 30 min', '1 day', '2 days', '25 h'])
  const night = { startsAt: '2026-11-28T22:00:00+01:00', endsAt: '2026-11-29T02:00:00+01:00' }
  expect(lengthText({ ...night, duration: 240 })).toBe('4 h')
  expect(lengthText({ ...night, endsAt: '2026-11-30T02:00:00+01:00', duration: 240 })).toBe('4 h a day')
  expect(lengthText(night)).toBeUndefined()
})

it('shows a night as the day on which it begins', () => {
  const night = { date: '2026-11-28', endDate: '2026-11-29', startsAt: '2026-11-28T22:00:00+01:00', endsAt: '2026-11-29T02:00:00+01:00' }
  expect(lastShownDay(night)).toBe('2026-11-28')
  expect(lastShownDay({ ...night, endsAt: '2026-11-30T02:00:00+01:00' })).toBe('2026-11-29')
  expect(roundEnd({ ...night, duration: 240 })).toBe('2026-11-29T01:00:00.000Z')
  expect([undefined, 2880].map((duration) => roundEnd({ ...night, duration }))).toEqual([undefined, undefined])
})

it('names partnerships', () => {
  expect(['sponsor', 'co-host', 'organizer', 'partner'].map(partnershipLabel)).toEqual(['Sponsor', 'Co-host', 'Joint Organizer', 'Strategic Partner'])
})

it('puts today first, and what is over last', () => {
  const events = [MORNING, LIVE, AHEAD, EVENING, PAST].map((standing, id) => ({ ...standing, id }))
  expect(grouped(events).map((one) => [one.group, one.events.map(({ id }) => id)])).toEqual([
    ['live', [1]],
    ['today', [0]],
    ['upcoming', [2]],
    ['completed', [3, 4]],
  ])
})

it('reads filters and forgives what it does not know', () => {
  expect(readFilters({ ...FILTER_DEFAULTS, status: 'ongoing', type: 'meetup', sort: 'popular' })).toEqual({ search: '', status: 'live', type: 'meetup', sort: 'popular', page: '1' })
  expect(readFilters({ search: '', status: 'x', type: 'toString', sort: 'date', page: '2' })).toEqual({ ...FILTER_DEFAULTS, page: '2' })
  expect(isFiltered({ ...FILTER_DEFAULTS, sort: 'popular' })).toBe(false)
  expect(isFiltered({ ...FILTER_DEFAULTS, search: 'rust' })).toBe(true)
})

it('links to maps and calendars on the web', () => {
  expect(mapLink('Zoo, 1 & 2')).toBe('https://www.openstreetmap.org/search?query=Zoo%2C%201%20%26%202')
  const event = { title: 'A & B', startsAt: '2026-11-28T22:00:00+01:00', endsAt: '2026-11-29T02:00:00+01:00', location: '', mode: 'Online' }
  const [google, outlook] = webCalendars(event, 'https://v.example/events/1').map(({ href }) => new URL(href).searchParams)
  expect([google!.get('text'), google!.get('dates'), google!.get('location')]).toEqual(['A & B', '20261128T210000Z/20261129T010000Z', 'Online'])
  expect([outlook!.get('startdt'), outlook!.get('body')]).toEqual(['2026-11-28T21:00:00.000Z', 'https://v.example/events/1'])
})

it('offers the reader’s next step', () => {
  const reader = { ...AHEAD, canRegister: false, canJoinWaitingList: false, hasTicket: false }
  expect(nextStep({ ...reader, canRegister: true }, false)).toBe('Register')
  expect(nextStep({ ...reader, canJoinWaitingList: true }, false)).toBe('Join the Waiting List')
  expect(nextStep({ ...reader, hasTicket: true, meetLink: 'https://m.example' }, true)).toBe('Show your ticket')
  expect(nextStep({ ...reader, meetLink: 'https://m.example' }, true)).toBe('Join the meeting')
  expect(nextStep(reader, true)).toBeUndefined()
  expect(nextStep({ ...reader, ...PAST, canRegister: true }, false)).toBeUndefined()
})

it('waits for the next change of an event', () => {
  const now = Date.parse('2026-11-28T21:00:00Z')
  expect(untilNext(['2026-11-28T22:00:00+01:00', '2026-11-28T22:01:00Z', undefined], now)).toBe(1000)
  expect(untilNext(['2026-11-28T20:00:00Z', '2026-11-28T21:01:00Z'], now)).toBe(61_000)
  expect([untilNext([], now), untilNext(['2026-11-28T20:00:00Z'], now), untilNext(['2026-12-28T20:00:00Z'], now)]).toEqual([false, false, false])
})

it('leads on to the next events and to others of the kind', () => {
  const event = (_id: string, standing: typeof AHEAD | typeof PAST = AHEAD) => ({ _id, ...standing })
  const ids = ({ following, similar }: ReturnType<typeof otherEvents<ReturnType<typeof event>>>) => [following, similar].map((list) => list.map(({ _id }) => _id).join(''))
  expect(ids(otherEvents('x', [event('a'), event('x'), event('b'), event('c'), event('d')], [event('c'), event('e'), event('x'), event('p', PAST), event('k', at('upcoming', 'ahead', true))]))).toEqual(['abc', 'e'])
  expect(ids(otherEvents('x', [], [event('x'), event('p', PAST)]))).toEqual(['', ''])
})
