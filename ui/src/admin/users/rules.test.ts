import { describe, expect, it } from 'vitest'
import { listQuery, readFilters } from './rules'

const asked = (raw: Partial<Record<'search' | 'role' | 'sort' | 'page', string>>) => listQuery(readFilters({ search: '', role: 'all', sort: 'recent', page: '1', ...raw }))

describe('the list of users', () => {
  it('asks for nothing that is the default', () => expect(asked({})).toEqual({ limit: asked({}).limit }))
  it('asks for what the address says, and ignores what it does not know', () => {
    expect(asked({ search: ' ada@ ', role: 'admin', sort: 'name-desc', page: '3' })).toMatchObject({ search: 'ada@', role: 'admin', sort: 'name-desc', offset: 2 * asked({}).limit })
    expect(asked({ role: 'king', sort: 'age', page: 'x' })).toEqual(asked({}))
  })
})
