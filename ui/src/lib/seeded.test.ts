import { expect, test } from 'vitest'
import { hash, seeded } from './seeded'

const row = (text: string, count: number) => {
  const next = seeded(text)
  return Array.from({ length: count }, next)
}

test('the same text gives the same numbers', () => {
  expect(row('PROJ-1', 20)).toEqual(row('PROJ-1', 20))
})

test('similar ids give different numbers', () => {
  const first = new Set(Array.from({ length: 500 }, (_, i) => row(`PROJ-${i}`, 1)[0]))
  expect(first.size).toBe(500)
})

test('numbers are spread over [0, 1)', () => {
  const numbers = row('spread', 10_000)
  expect(numbers.every((x) => x >= 0 && x < 1)).toBe(true)
  for (let tenth = 0; tenth < 10; tenth++) {
    const share = numbers.filter((x) => Math.floor(x * 10) === tenth).length
    expect(share).toBeGreaterThan(850)
    expect(share).toBeLessThan(1150)
  }
})

test('drawings never change', () => {
  expect(hash('community')).toBe(2056479838)
})

test('any script and the empty text work', () => {
  expect(row('', 3)).toHaveLength(3)
  expect(hash('日本')).not.toBe(hash('日木'))
})
