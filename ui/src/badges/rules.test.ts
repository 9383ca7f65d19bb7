import { expect, it } from 'vitest'
import { BADGE_LEVELS } from '../api/badges'
import { altOf, earnedBy, levelText, nextTier, ordinal } from './rules'

it('puts levels and counts in words', () => {
  expect(levelText('stratosphere')).toBe('Level 2 · Stratosphere')
  expect(levelText('moon')).toBe('Moon')
  expect([1, 2, 3, 5, 11, 25].map(ordinal)).toEqual(['1st', '2nd', '3rd', '5th', '11th', '25th'])
  expect(['upvote', 'project', 'event'].map((family) => earnedBy(family, BADGE_LEVELS[1]))).toEqual(['100 upvotes on a project', '3rd approved project', undefined])
})

it('says what a picture shows', () => {
  expect(altOf('upvote', 'stratosphere')).toBe('Upvote Badge, level 2: an arrow that points up among clouds')
  expect(altOf('event', 'moon')).toBe('Event Badge')
})

it('names the next tier of upvotes', () => {
  expect([9, 10, 99, 1000].map((upvotes) => nextTier(upvotes)?.upvotes)).toEqual([10, 100, 100, undefined])
})
