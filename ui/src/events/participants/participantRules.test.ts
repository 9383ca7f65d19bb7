import { describe, expect, it } from 'vitest'
import { cannotAdd, countOf, fileName, lastPage, letterFaults, linkFaults, listQuery, passesOn, readFilters, reachedText, recount, VIEW_DEFAULTS } from './participantRules'

const COUNTS = { registrationsCount: 6, registeredCount: 3, attendedCount: 2, completedCount: 1 }

describe('the filters of the participants', () => {
  it('start with everybody', () => {
    expect(listQuery(readFilters(VIEW_DEFAULTS))).toEqual({ search: undefined, status: undefined, limit: 25, offset: undefined })
  })
  it('pass on a name, a status and a page', () => {
    expect(listQuery(readFilters({ search: ' Zoë ', status: 'attended', sort: 'name-desc', page: '3' }))).toEqual({ search: 'Zoë', status: 'Attended', sort: 'name-desc', limit: 25, offset: 50 })
  })
  it('replace nonsense by the default, and stop where the server does', () => {
    const filters = readFilters({ search: '', status: 'nonsense', sort: 'nonsense', page: '9999' })
    expect([filters.status, filters.order]).toEqual([undefined, undefined])
    expect(listQuery(filters).offset).toBe(10_000)
  })
  it('know the last page', () => expect([0, 25, 26, 1_000_000].map(lastPage)).toEqual([1, 1, 2, 401]))
})

it('counts by status, also after a status has changed', () => {
  expect(countOf(COUNTS, undefined)).toBe(6)
  expect(countOf(COUNTS, 'Attended')).toBe(2)
  expect(recount(COUNTS, 'Registered', 'Completed')).toEqual({ registrationsCount: 6, registeredCount: 2, attendedCount: 2, completedCount: 2 })
  expect(recount(COUNTS, 'Attended', 'Attended')).toBe(COUNTS)
})

it('passes a place on while the event lies ahead and the waiting list has somebody', () => {
  const event = { status: 'upcoming', cancelled: false, waitingCount: 1 }
  expect(passesOn(event)).toBe(true)
  expect(passesOn({ ...event, status: 'ongoing' })).toBe(true)
  expect(passesOn({ ...event, waitingCount: 0 })).toBe(false)
  expect(passesOn({ ...event, cancelled: true })).toBe(false)
  expect(passesOn({ ...event, status: 'completed' })).toBe(false)
})

it('adds nobody to a full or a cancelled event', () => {
  expect(cannotAdd({ cancelled: false })).toBeUndefined()
  expect(cannotAdd({ cancelled: false, spotsLeft: 1 })).toBeUndefined()
  expect(cannotAdd({ cancelled: false, spotsLeft: 0 })).toBe('full')
  expect(cannotAdd({ cancelled: true, spotsLeft: 3 })).toBe('cancelled')
})

it('says who gets a letter', () => {
  expect(reachedText(1)).toBe('1 participant')
  expect(reachedText(1200)).toBe(`${(1200).toLocaleString()} participants`)
  expect(reachedText(2, 'Attended')).toBe('2 attended participants')
})

it('a letter needs a subject and a message', () => {
  const letter = { subject: 'Hi', message: 'There.', status: 'all', replyTo: '' }
  expect(letterFaults(letter)).toEqual({})
  expect(letterFaults({ ...letter, subject: ' ' })).toEqual({ subject: 'Subject and message are required' })
  expect(letterFaults({ ...letter, message: '\n' })).toEqual({ message: 'Subject and message are required' })
  expect(letterFaults({ ...letter, message: 'x'.repeat(10_001) })).toEqual({ message: 'This can have at most 10,000 characters' })
})

it('at least one link is needed, and each is a web address', () => {
  expect(linkFaults({ meetLink: ' ', whatsappLink: '' })).toEqual({ meetLink: 'Please provide at least one link to send' })
  expect(linkFaults({ meetLink: '', whatsappLink: ' https://chat.example.org/x ' })).toEqual({})
  expect(linkFaults({ meetLink: 'javascript:alert(1)', whatsappLink: 'meet' })).toEqual({
    meetLink: 'A link must be a web address that begins with https:// or http://',
    whatsappLink: 'A link must be a web address that begins with https:// or http://',
  })
})

it('a file is named by the server', () => {
  expect(fileName('attachment; filename="participants-EVT-0007.csv"', 'x.csv')).toBe('participants-EVT-0007.csv')
  expect(fileName('attachment; filename="../x/y.csv"', 'x.csv')).toBe('.._x_y.csv')
  expect(fileName(null, 'participants.csv')).toBe('participants.csv')
})
