import { expect, test } from 'vitest'
import { minutesAhead } from './zones'

test('the clocks of two zones differ by their offsets of that day', () => {
  const ahead = (from: string, to: string, at: string) => minutesAhead(from, to, new Date(at))
  expect(ahead('Europe/Berlin', 'America/New_York', '2027-03-20T12:00:00Z')).toBe(-300)
  expect(ahead('Europe/Berlin', 'America/New_York', '2027-04-20T12:00:00Z')).toBe(-360)
  expect(ahead('UTC', 'Asia/Kolkata', '2026-12-31T23:00:00Z')).toBe(330)
  expect(ahead('Europe/Berlin', 'Europe/Berlin', '2027-03-28T01:00:00Z')).toBe(0)
  expect(ahead('Europe/Berlin', 'Mars/Olympus', '2027-03-20T12:00:00Z')).toBeUndefined()
})
