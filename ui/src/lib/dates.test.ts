import { expect, it } from 'vitest'
import { clocksDiffer, dayIn, daysBetween, formatAgo, formatClock, formatDate, formatHours, formatRange, zoneName } from './dates'

it('leaves a calendar day alone, whatever the zone', () => {
  for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', undefined]) expect(formatDate('2026-03-01', 'date', zone, 'en-GB')).toBe('1 March 2026')
})

it("shows an instant in the community's zone and the reader's language", () => {
  expect(formatDate('2026-03-01T23:30:00Z', 'dateTime', 'Asia/Kolkata', 'en-GB')).toMatch(/^2 Mar 2026, 0?5:00$/)
  expect(formatDate('2026-03-01T23:30:00Z', 'date', 'Europe/Berlin', 'de')).toBe('2. März 2026')
  expect(formatDate('nonsense', 'date')).toBe('')
})

it('joins a range', () => {
  expect(formatRange('2026-03-03', '2026-03-05', 'date', 'UTC', 'en-GB')).toMatch(/^3\s?–\s?5 March 2026$/)
  expect(formatRange('2026-03-03', '2026-03-03', 'date', 'UTC', 'en-GB')).toBe('3 March 2026')
})

it('formats clock times', () => {
  expect(formatClock('10:00', 'en-US')).toMatch(/^10:00\sAM$/)
  expect(formatClock('18:05', 'de')).toBe('18:05')
  expect(formatClock('soon')).toBe('soon')
})

it('names zones and compares their clocks', () => {
  expect(zoneName('2026-07-01T10:00:00Z', 'Europe/Berlin', 'en-GB')).toBe('CEST')
  expect(clocksDiffer('2026-07-01T10:00:00Z', 'Europe/Berlin', 'Europe/Paris')).toBe(false)
  expect(clocksDiffer('2026-07-01T10:00:00Z', 'Europe/Berlin', 'Europe/London')).toBe(true)
})

it('counts days by the calendar', () => {
  expect(dayIn('Asia/Tokyo', new Date('2026-03-01T16:00:00Z'))).toBe('2026-03-02')
  expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2)
})

it('says how long ago an instant was', () => {
  const now = new Date('2026-03-10T12:00:00Z')
  expect(formatAgo('2026-03-10T09:00:00Z', now, 'UTC', 'en')).toBe('3 hours ago')
  expect(formatAgo('2026-03-09T11:00:00Z', now, 'UTC', 'en')).toBe('yesterday')
  expect(formatAgo('2025-03-09T11:00:00Z', now, 'UTC', 'en-GB')).toBe('9 Mar 2025')
})

it('shortens hours of one day only', () => {
  const hours = (to?: string) => formatHours('2026-03-01T18:30:00Z', to, 'UTC', 'en-US').replace(/\s/g, ' ')
  expect([hours(), hours('2026-03-01T21:00:00Z'), hours('2026-03-02T01:00:00Z')]).toEqual(['6:30 PM', '6:30 – 9:00 PM', '6:30 PM – 1:00 AM'])
})
