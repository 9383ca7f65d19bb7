import { expect, it } from 'vitest'
import { matching } from './rules'

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
