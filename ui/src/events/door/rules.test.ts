import { expect, it } from 'vitest'
import { isEmail, matching, onlyOne, walkIns } from './rules'

const people = ['Zoë Álvarez', 'Ana Zoeller', 'Анна Каренина', '田中 さくら'].map((name, at) => ({ user: { name, email: `p${at}@example.org` } }))
const names = (typed: string) => matching(people, typed).map((one) => one.user.name)

it('finds names in any script, whatever their accents and case', () => {
  expect(names('zoe')).toEqual(['Zoë Álvarez', 'Ana Zoeller'])
  expect(names('ALVAREZ zoe')).toEqual(['Zoë Álvarez'])
  expect(names('каренина анна')).toEqual(['Анна Каренина'])
  expect(names('さくら')).toEqual(['田中 さくら'])
})

it('finds e-mail addresses, and nobody for an empty search', () => {
  expect(names('example')).toEqual([])
  expect(names('p3@')).toEqual(['田中 さくら'])
  expect(names('  ')).toEqual([])
  expect(names('nobody')).toEqual([])
})

it('leaves out who is in a list already', () => {
  expect(walkIns([{ _id: 'a' }, { _id: 'b' }], [{ user: { _id: 'b' } }])).toEqual([{ _id: 'a' }])
  expect(['ada@example.org', 'ada', 'a b@c.d', '@x.y'].map(isEmail)).toEqual([true, false, false, false])
})

it('Enter is for the only one with a name, and never for one of several', () => {
  const [ana, zoe] = [{ user: { _id: 'a' } }, { user: { _id: 'z' } }]
  expect(onlyOne([ana], [])).toBe(ana)
  expect(onlyOne([ana, zoe], [])).toBeUndefined()
  expect(onlyOne([ana], [zoe])).toBeUndefined()
  expect(onlyOne([], [])).toBeUndefined()
})
