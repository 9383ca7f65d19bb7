import { expect, it } from 'vitest'
import { EMPTY, faultsOf, fieldsOf, groupsOf, inputOf, joined, listQuery, originOf, readFilters } from './adminRules'

const member = (n: number) => ({ _id: `m${n}`, name: `Member ${n}`, profilePicture: '' })

it('asks for what the filters say', () => {
  expect(listQuery(readFilters({ search: ' zoe ', type: 'event', page: '2' }))).toEqual({ search: 'zoe', type: 'event', limit: 25, offset: 25 })
  expect(listQuery(readFilters({ search: '', type: 'moon', page: 'x' }))).toEqual({ search: undefined, type: undefined, limit: 25, offset: undefined })
})

it('begins with an achievement of the lowest level, and asks for a name, a description and a member', () => {
  expect([EMPTY.badgeType, EMPTY.level]).toEqual(['achievement', 'troposphere'])
  expect(faultsOf(EMPTY)).toEqual({ name: 'Badge name is required', description: 'Description is required', recipients: 'User is required' })
  expect(faultsOf({ ...EMPTY, name: 'A', description: 'B', recipients: [member(1)] })).toEqual({})
})

it('names a project or an event as the type has it', () => {
  expect(['upvote', 'project', 'event', 'achievement'].map(originOf)).toEqual(['project', 'project', 'event', undefined])
  const draft = { ...EMPTY, name: ' A ', badgeType: 'event', origin: { _id: 'e', title: 'E' } }
  expect(inputOf(draft, [member(1)])).toMatchObject({ name: 'A', user: 'm1', users: [], event: 'e', project: undefined })
  expect(inputOf({ ...draft, badgeType: 'achievement' }, [member(1), member(2)])).toMatchObject({ users: ['m1', 'm2'], event: undefined })
  expect(fieldsOf({ project: 'Gone', name: 'B', user: 'Left' })).toEqual({ origin: 'Gone', name: 'B', recipients: 'Left' })
})

it('takes many members in groups, each once', () => {
  const many = Array.from({ length: 45 }, (_, n) => member(n))
  expect(groupsOf(many).map((group) => group.length)).toEqual([20, 20, 5])
  expect(joined(many, [member(3), member(99)]).length).toBe(46)
})
