import { describe, expect, it } from 'vitest'
import { clipped, listPath, listQuery, readFilters, readRows, reviewPath, statusTone } from './rules'

describe('the filters of the list', () => {
  it('start with the projects that wait for review', () => {
    expect(listQuery(readFilters({ search: '', status: 'review', sort: '', page: '1' }))).toEqual({ search: undefined, status: 'In Review', sort: 'oldest', limit: 25, offset: undefined })
  })
  it('ask for a state, an order, a search and a page', () => {
    expect(listQuery(readFilters({ search: '', status: 'all', sort: '', page: '1' })).sort).toBe('recent')
    expect(listQuery(readFilters({ search: ' über ', status: 'all', sort: 'title', page: '3' }))).toEqual({ search: 'über', status: undefined, sort: 'title', limit: 25, offset: 50 })
  })
  it('replace nonsense by the default, and stop where the server does', () => {
    const filters = readFilters({ search: '', status: 'nonsense', sort: 'nonsense', page: '9999' })
    expect([filters.state.value, filters.order]).toEqual(['review', 'oldest'])
    expect(listQuery(filters).offset).toBe(10_000)
  })
})

it('a review remembers the list that led to it', () => {
  const path = reviewPath('a/b', '?status=all&search=x%26y&page=2')
  const url = new URL(path, 'http://site')
  expect(url.pathname).toBe('/admin/projects/review/a%2Fb')
  expect(listPath(url.searchParams.get('list')!)).toBe('/admin/projects?status=all&search=x%26y&page=2')
  expect(reviewPath('1')).toBe('/admin/projects/review/1')
  expect(listPath('')).toBe('/admin/projects')
})

describe('rows', () => {
  it('show what the server says', () => {
    const row = { _id: '1', title: 'A', submittedBy: { name: 'Ada', profilePicture: '/p.png' }, submissionDate: '2026-01-02T03:04:05Z', status: 'Approved', featured: true }
    expect(readRows([row])).toEqual([{ id: '1', title: 'A', submitter: { name: 'Ada', picture: '/p.png' }, date: '2026-01-02T03:04:05Z', status: 'Approved', featured: true }])
  })
  it('default what is missing', () => {
    const nothing = { id: '', title: 'Untitled Project', submitter: { name: 'Unknown User', picture: undefined }, date: '', status: 'Unknown', featured: false }
    expect(readRows([null, {}])).toEqual([nothing, nothing])
  })
  it('need a list', () => expect(readRows({ message: 'no' })).toBeUndefined())
})

it('states have their tones', () => {
  expect(['Approved', 'In Review', 'Rejected', 'Unknown'].map(statusTone)).toEqual(['good', 'warn', 'bad', 'neutral'])
})

it('leaves out the middle of long unchanged text, never half a word', () => {
  expect(clipped('a few words', false, false)).toBe('a few words')
  const long = 'word '.repeat(100)
  expect(clipped(long, false, false)).toMatch(/^(word ){16}…( word){15} $/)
  expect(clipped(long, true, false)).toMatch(/^…( word){15} $/)
  expect(clipped(long, false, true)).toMatch(/^(word ){16}…$/)
  expect(clipped('语'.repeat(500), false, false)).toBe(`${'语'.repeat(60)}…${'语'.repeat(60)}`)
})
