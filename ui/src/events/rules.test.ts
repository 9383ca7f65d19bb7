import { expect, it } from 'vitest'
import { FILTER_DEFAULTS, countdown, detailLabel, durationText, groupByStatus, invitesToRegister, isFiltered, listLabel, partnershipLabel, readFilters, registrationsText, spotsText } from './rules'

it.each([
  ['upcoming', 12, '12 days to go'],
  ['upcoming', 1, '1 day to go'],
  ['ongoing', 0, 'Live Now!'],
  ['completed', 0, 'Completed'],
] as const)('counts down to an event that is %s', (status, daysToGo, text) => {
  expect(countdown({ status, daysToGo, cancelled: false })).toBe(text)
  expect(countdown({ status, daysToGo, cancelled: true })).toBe('Cancelled')
})

it('names a state differently in a list and on a page', () => {
  expect([listLabel('ongoing'), detailLabel('ongoing')]).toEqual(['Live Now', 'Live Today'])
  expect([listLabel('upcoming'), detailLabel('completed')]).toEqual(['Upcoming', 'Completed'])
})

it('invites to register while an event lies ahead', () => {
  expect(invitesToRegister({ status: 'upcoming', cancelled: false })).toBe(true)
  expect(invitesToRegister({ status: 'upcoming', cancelled: true })).toBe(false)
  expect(invitesToRegister({ status: 'ongoing', cancelled: false })).toBe(false)
})

it('counts people and places in words', () => {
  expect(registrationsText(1, undefined)).toBe('1 participant')
  expect(registrationsText(0, 50)).toBe('0 participants of 50 max')
  expect([spotsText(3), spotsText(1), spotsText(0), spotsText(-2)]).toEqual(['3 spots remaining', '1 spot remaining', 'No spots remaining', 'No spots remaining'])
})

it('says how long it takes', () => {
  expect([45, 60, 90, 1440, 2880, 1500].map(durationText)).toEqual(['45 min', '1 h', '1 h 30 min', '1 day', '2 days', '25 h'])
})

it('names partnerships', () => {
  expect(['sponsor', 'co-host', 'organizer', 'partner'].map(partnershipLabel)).toEqual(['Sponsor', 'Co-host', 'Joint Organizer', 'Strategic Partner'])
})

it('groups neighbours', () => {
  const events = (['upcoming', 'upcoming', 'completed'] as const).map((status, id) => ({ status, id }))
  expect(groupByStatus(events).map((group) => [group.status, group.events.length])).toEqual([
    ['upcoming', 2],
    ['completed', 1],
  ])
})

it('reads filters and forgives what it does not know', () => {
  expect(readFilters({ ...FILTER_DEFAULTS, status: 'ongoing', type: 'meetup', sort: 'popular' })).toEqual({ search: '', status: 'live', type: 'meetup', sort: 'popular', page: '1' })
  expect(readFilters({ search: '', status: 'x', type: 'toString', sort: 'date', page: '2' })).toEqual({ ...FILTER_DEFAULTS, page: '2' })
  expect(isFiltered({ ...FILTER_DEFAULTS, sort: 'popular' })).toBe(false)
  expect(isFiltered({ ...FILTER_DEFAULTS, search: 'rust' })).toBe(true)
})
