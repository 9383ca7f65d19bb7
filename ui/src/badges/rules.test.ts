import { expect, it } from 'vitest'
import { levelText, ordinal } from './rules'

it('puts levels and counts in words', () => {
  expect(levelText('stratosphere')).toBe('Level 2 · Stratosphere')
  expect(levelText('moon')).toBe('Moon')
  expect([1, 2, 3, 5, 11, 25].map(ordinal)).toEqual(['1st', '2nd', '3rd', '5th', '11th', '25th'])
})
