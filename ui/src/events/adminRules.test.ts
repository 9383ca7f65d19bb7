import { describe, expect, it } from 'vitest'
import { LIST_ADMIN_EVENTS } from '../api/rules'
import { addTask, editPath, instantIn, listPath, listQuery, moveTask, placesText, readFilters, standing, wrongTask, type TaskDraft } from './adminRules'

const tasks = (...names: string[]): TaskDraft[] => names.map((name, at) => ({ key: `k${at}`, name, description: '', required: false }))
const names = (list: readonly TaskDraft[]) => list.map((task) => task.name)

describe('the filters of the list', () => {
  it('start with everything', () => {
    expect(listQuery(readFilters({ search: ' ', status: 'all', sort: '', page: '1' }))).toEqual({ search: undefined, status: undefined, sort: undefined, limit: 25, offset: undefined })
  })
  it('ask for a search, for days and for a page', () => {
    expect(listQuery(readFilters({ search: ' Über ', status: 'today', sort: 'title-desc', page: '3' }))).toEqual({ search: 'Über', status: 'today', sort: 'title-desc', limit: 25, offset: 50 })
  })
  it('replace nonsense by the default, and stop where the server does', () => {
    const filters = readFilters({ search: 'x'.repeat(300), status: 'nonsense', sort: 'nonsense', page: '9999' })
    expect([filters.shown.value, filters.order]).toEqual(['all', undefined])
    expect(filters.search).toHaveLength(LIST_ADMIN_EVENTS.search)
    expect(listQuery(filters).offset).toBe(10_000)
  })
})

it('a form remembers the list that led to it', () => {
  const url = new URL(editPath('a/b', '?status=past&search=x%26y'), 'http://site')
  expect(url.pathname).toBe('/admin/events/edit/a%2Fb')
  expect(listPath(url.searchParams.get('list')!)).toBe('/admin/events?status=past&search=x%26y')
  expect(editPath('1')).toBe('/admin/events/edit/1')
  expect(listPath('')).toBe('/admin/events')
})

it('names the state of an event', () => {
  const label = (status: 'upcoming' | 'ongoing' | 'completed', phase: 'ahead' | 'today' | 'live' | 'over', more = {}) => {
    const { label, badge } = standing({ status, phase, published: true, cancelled: false, registrationsCount: 40, waitingCount: 0, ...more })
    return badge ? `${label} ${badge.text}` : label
  }
  expect([label('upcoming', 'ahead'), label('ongoing', 'today'), label('ongoing', 'live'), label('ongoing', 'over'), label('completed', 'over')]).toEqual(['Upcoming Open', 'Later today', 'Live', 'Past', 'Past'])
  expect(label('upcoming', 'ahead', { maxParticipants: 41 })).toBe('Upcoming Open')
  expect(label('upcoming', 'ahead', { maxParticipants: 40, waitingCount: 7 })).toBe('Upcoming Full, 7 waiting')
  expect(label('ongoing', 'live', { maxParticipants: 40 })).toBe('Live Full')
  expect(label('upcoming', 'ahead', { cancelled: true })).toBe('Cancelled')
  expect(label('upcoming', 'ahead', { published: false, cancelled: true })).toBe('Draft')
  expect([placesText(1200, undefined), placesText(12, 40)]).toEqual(['1,200', '12 of 40'])
})

describe('tasks', () => {
  it('are trimmed and get a key of their own; a blank name adds none', () => {
    expect(addTask(tasks('A'), '   ')).toEqual(tasks('A'))
    const two = addTask(addTask([], ' A '), 'B')
    expect(two).toMatchObject([{ key: 'new-1', name: 'A', required: false }, { key: 'new-2', name: 'B' }])
    expect(addTask(two.slice(1), 'C').map(({ key }) => key)).toEqual(['new-2', 'new-3'])
  })
  it('are moved', () => {
    expect(names(moveTask(tasks('A', 'B', 'C'), 2, -1))).toEqual(['A', 'C', 'B'])
    expect(names(moveTask(tasks('A', 'B', 'C'), 0, 1))).toEqual(['B', 'A', 'C'])
  })
  it('need different names', () => {
    expect(wrongTask(tasks('A', 'B'))).toBeUndefined()
    expect(wrongTask(tasks('A', ' '))).toEqual({ at: 1, sentence: 'Every task needs a name' })
    expect(wrongTask(tasks('..'))).toEqual({ at: 0, sentence: 'Every task needs a name' })
    expect(wrongTask(tasks('Read  it', 'B', 'read it '))).toEqual({ at: 2, sentence: 'There are two tasks with the name "read it"' })
    expect(wrongTask(tasks(...Array.from({ length: 51 }, (_, at) => `${at}`)))).toEqual({ at: -1, sentence: 'An event can have at most 50 tasks' })
  })
})

it('finds the instant of a clock time in a zone, also when the clocks change', () => {
  expect(instantIn('Europe/Berlin', '2027-03-12', '18:30')).toBe('2027-03-12T17:30:00.000Z')
  expect(instantIn('Europe/Berlin', '2027-03-28', '12:00')).toBe('2027-03-28T10:00:00.000Z')
  expect(instantIn('Europe/Berlin', '2027-03-28', '01:30')).toBe('2027-03-28T00:30:00.000Z')
  expect(instantIn('America/New_York', '2027-11-07', '12:00')).toBe('2027-11-07T17:00:00.000Z')
  expect(instantIn('Asia/Kolkata', '2027-01-01', '00:15')).toBe('2026-12-31T18:45:00.000Z')
  for (const [date, time] of [['', ''], ['2027-03-12', ''], ['', '10:00'], ['2027-13-40', '10:00']] as const) expect(instantIn('UTC', date, time)).toBeUndefined()
  expect(instantIn('Mars/Base', '2027-03-12', '18:30')).toBeUndefined()
})
