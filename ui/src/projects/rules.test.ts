import { describe, expect, it } from 'vitest'
import { type Category, countOf, isNarrowed, isProject, LIST_DEFAULTS, listQuery, reachable, readFilters, someTags } from './rules'

const CATEGORIES: Category[] = [{ id: 'ai', label: 'Machines', hidden: true }]
const filters = (patch: Partial<typeof LIST_DEFAULTS> = {}) => readFilters({ ...LIST_DEFAULTS, ...patch }, CATEGORIES)

describe('filters of the list', () => {
  it('ask only for the page size by default', () => {
    expect(JSON.parse(JSON.stringify(listQuery(filters())))).toEqual({ limit: 24 })
    expect(isNarrowed(filters())).toBe(false)
  })

  it('pass on all that are set', () => {
    const set = filters({ search: ' rust ', category: 'ai/ml', sort: 'popular', featured: 'true', tag: 'WASM', page: '3' })
    expect(listQuery(set)).toEqual({ search: 'rust', category: 'ai', sort: 'popular', featured: true, tag: 'WASM', limit: 24, offset: 48 })
    expect(isNarrowed(set)).toBe(true)
  })

  it('fall back to defaults when the address holds nonsense', () => {
    expect(filters({ category: 'x', sort: 'y', featured: 'yes', page: '-4' })).toEqual(filters())
    expect(readFilters({ ...LIST_DEFAULTS, category: 'x' }, undefined).category).toBe('x')
  })

  it('never skip more than the server allows', () => {
    expect(listQuery(filters({ page: '9999' })).offset).toBe(9984)
    expect(reachable(100)).toBe(100)
    expect(reachable(100_000)).toBe(417 * 24)
  })

  it('do not count the sort as a filter', () => {
    expect(isNarrowed(filters({ sort: 'alphabetical' }))).toBe(false)
  })
})

it('shows some tags and counts the others', () => {
  expect(someTags(['a', 'b', 'c', 'd', 'e', 'f'], 4)).toEqual({ shown: ['a', 'b', 'c', 'd'], more: 2 })
  expect(someTags(['a'], 4)).toEqual({ shown: ['a'], more: 0 })
})

it('recognises projects', () => {
  expect(isProject({ _id: '1', title: 'A' })).toBe(true)
  for (const bad of [null, undefined, 'x', {}, { _id: '1' }, { _id: '', title: 'A' }, { _id: '1', title: '  ' }]) expect(isProject(bad)).toBe(false)
})

it('counts in words', () => {
  expect(countOf(1, 'upvote')).toBe('1 upvote')
  expect(countOf(0, 'upvote')).toBe('0 upvotes')
})
