import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { json } from '../check/fixtures'
import { isConsistent, isIncluded, isSigned, type Head } from './tree'

const sha = (...parts: (string | Buffer | number[])[]) => parts.reduce<ReturnType<typeof createHash>>((hash, part) => hash.update(typeof part === 'string' ? part : Buffer.from(part)), createHash('sha256')).digest()

/** The tree as RFC 9162 defines it (2.1.1), the slow way. */
const split = (size: number) => 2 ** Math.ceil(Math.log2(size) - 1)
const root = (entries: string[]): Buffer => {
  if (entries.length === 1) return sha([0], entries[0]!)
  const left = split(entries.length)
  return sha([1], root(entries.slice(0, left)), root(entries.slice(left)))
}
const inclusion = (place: number, entries: string[]): Buffer[] => {
  if (entries.length === 1) return []
  const left = split(entries.length)
  return place < left ? [...inclusion(place, entries.slice(0, left)), root(entries.slice(left))] : [...inclusion(place - left, entries.slice(left)), root(entries.slice(0, left))]
}
const consistency = (old: number, entries: string[], isKnown = true): Buffer[] => {
  if (old === entries.length) return isKnown ? [] : [root(entries)]
  const left = split(entries.length)
  return old <= left ? [...consistency(old, entries.slice(0, left), isKnown), root(entries.slice(left))] : [...consistency(old - left, entries.slice(left), false), root(entries.slice(0, left))]
}
const hex = (hashes: Buffer[]) => hashes.map((hash) => hash.toString('hex'))
const entries = Array.from({ length: 21 }, (_, at) => `entry ${at}`)
const rootOf = (size: number) => root(entries.slice(0, size)).toString('hex')

test('every entry of every size is proven, and no other', () => {
  for (let size = 1; size <= entries.length; size++)
    for (let place = 0; place < size; place++) {
      const path = hex(inclusion(place, entries.slice(0, size)))
      expect(isIncluded(entries[place]!, place, size, path, rootOf(size)), `${place} of ${size}`).toBe(true)
      expect(isIncluded('another', place, size, path, rootOf(size))).toBe(false)
      expect(isIncluded(entries[place]!, place, size, [...path, rootOf(1)], rootOf(size))).toBe(false)
      if (path.length) expect(isIncluded(entries[place]!, place, size, path.slice(1), rootOf(size))).toBe(false)
    }
  expect(isIncluded(entries[0]!, 0, 1, ['x'], rootOf(1))).toBe(false)
  expect(isIncluded(entries[0]!, 1, 1, [], rootOf(1))).toBe(false)
})

test('every two sizes are proven, and no bent log', () => {
  const other = sha('x').toString('hex')
  for (let to = 1; to <= entries.length; to++)
    for (let from = 1; from <= to; from++) {
      const path = hex(consistency(from, entries.slice(0, to)))
      expect(isConsistent(from, to, path, rootOf(from), rootOf(to)), `${from} to ${to}`).toBe(true)
      expect(isConsistent(from, to, path, other, rootOf(to))).toBe(false)
      expect(isConsistent(from, to, path, rootOf(from), other)).toBe(false)
      if (path.length) expect(isConsistent(from, to, [other, ...path.slice(1)], rootOf(from), rootOf(to))).toBe(false)
      if (path.length) expect(isConsistent(from, to, [], rootOf(from), rootOf(to))).toBe(false)
    }
  expect(isConsistent(0, 1, [], rootOf(1), rootOf(1))).toBe(false)
  expect(isConsistent(2, 1, [], rootOf(2), rootOf(1))).toBe(false)
})

describe('the log of a server', () => {
  const log = json('log.json') as { heads: Head[]; consistency: { from: number; to: number; path: string[] }; inclusion: { head: Head; entries: { place: number; entry: string; size: number; path: string[] }[] } }
  const headOf = (size: number) => log.heads.find((head) => head.size === size)!

  test('is signed', () => {
    const [head] = log.heads
    expect(log.heads.every(isSigned)).toBe(true)
    expect(isSigned({ ...head!, size: head!.size + 1 })).toBe(false)
    expect(isSigned({ ...head!, at: '2020-01-01T00:00:00Z' })).toBe(false)
    expect(isSigned({ ...head!, text: head!.text.replace(/\d\n/, '0\n') })).toBe(false)
    expect(isSigned({ ...head!, signature: headOf(87).signature })).toBe(false)
    expect(isSigned({ ...head!, key: 'zx' })).toBe(false)
  })

  test('proves what is in it, and that it only grew', () => {
    const { from, to, path } = log.consistency
    expect(isConsistent(from, to, path, headOf(from).root, headOf(to).root)).toBe(true)
    expect(isConsistent(from, to, path, headOf(to).root, headOf(to).root)).toBe(false)
    expect(log.inclusion.entries.map(({ entry }) => (JSON.parse(entry) as { event: string }).event)).toEqual(['issued', 'revoked'])
    for (const { place, entry, size, path } of log.inclusion.entries) {
      expect(isIncluded(entry, place, size, path, log.inclusion.head.root)).toBe(true)
      expect(isIncluded(entry.replace('2026', '2025'), place, size, path, log.inclusion.head.root)).toBe(false)
    }
  })
})
