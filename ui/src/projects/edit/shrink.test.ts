import { expect, it } from 'vitest'
import { fits, isWhole, within } from './shrink'

it('knows what the server accepts', () => {
  expect(fits(5 * 1024 * 1024, 8000, 5000)).toBe(true)
  expect(fits(5 * 1024 * 1024 + 1, 100, 100)).toBe(false)
  expect(fits(1000, 8000, 5001)).toBe(false)
  expect(fits(1000, 16_385, 10)).toBe(false)
})

it('keeps the shape of a picture, and never enlarges it', () => {
  expect(within(6400, 4800, 3200)).toEqual([3200, 2400])
  expect(within(100, 50, 3200)).toEqual([100, 50])
  expect(within(20_000, 1, 3200)).toEqual([3200, 1])
})

it('finds the end of a whole file only', () => {
  const bytes = (...values: number[]) => Uint8Array.from(values)
  const riff = bytes(0x52, 0x49, 0x46, 0x46, 12, 0, 0, 0, 0x57, 0x45, 0x42, 0x50)
  expect(isWhole('image/jpeg', 99, riff, bytes(1, 0xff, 0xd9, 7))).toBe(true)
  expect(isWhole('image/jpeg', 99, riff, bytes(1, 0xff, 0, 0xd9))).toBe(false)
  expect(isWhole('image/png', 99, riff, bytes(0, 0x49, 0x45, 0x4e, 0x44, 1))).toBe(true)
  expect(isWhole('image/png', 99, riff, bytes(0, 0x49, 0x45, 0x4e))).toBe(false)
  expect(isWhole('image/webp', 20, riff, riff)).toBe(true)
  expect(isWhole('image/webp', 19, riff, riff)).toBe(false)
})
