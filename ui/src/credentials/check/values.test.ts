import { expect, test } from 'vitest'
import { hasType, termOf, untilOf } from './values'

const NOW = new Date('2026-12-01T00:00:00Z')

test('what counts from one instant until another counts only then', () => {
  expect(termOf('2026-01-01T00:00:00Z', '', NOW)).toBe('counts')
  expect(termOf('2026-01-01T00:00:00Z', '2026-12-02T00:00:00Z', NOW)).toBe('counts')
  expect(termOf('2026-01-01T00:00:00Z', '2026-11-30T00:00:00Z', NOW)).toBe('over')
  // Clocks differ.
  expect(termOf('2026-12-01T00:04:00Z', '', NOW)).toBe('counts')
  expect(termOf('2026-12-01T00:06:00Z', '', NOW)).toBe('early')
  for (const [from, until] of [['', ''], ['x', ''], ['2026-01-01T00:00:00Z', 'x']] as const) expect(termOf(from, until, NOW)).toBe('unclear')
})

test('the signature may end before the document', () => {
  expect(untilOf({})).toBe('')
  expect(untilOf({ validUntil: '2027-01-01T00:00:00Z', proof: { expires: '2026-01-01T00:00:00Z' } })).toBe('2026-01-01T00:00:00Z')
  expect(untilOf({ validUntil: '2027-01-01T00:00:00Z', proof: [{}, { expires: '2028-01-01T00:00:00Z' }] })).toBe('2027-01-01T00:00:00Z')
  expect(untilOf({ validUntil: '2027-01-01T00:00:00Z', proof: { expires: 7 } })).toBe('?')
})

test('a type is named alone or among others', () => {
  expect([hasType({ type: 'A' }, 'A'), hasType({ type: ['B', 'A'] }, 'A'), hasType({ type: 'AB' }, 'A'), hasType({}, 'A')]).toEqual([true, true, false, false])
})
