import { describe, expect, it } from 'vitest'
import { linePoints, ringParts, scaleTop } from './rules'

describe('charts', () => {
  it('a scale ends at a round number above all values', () => {
    expect([[], [0], [4], [5], [11], [21], [45], [51], [1300]].map(scaleTop)).toEqual([4, 4, 4, 5, 20, 40, 50, 100, 2000])
  })
  it('a line begins left, ends right and rises with its values', () => {
    expect(linePoints([0, 5, 10], 10)).toEqual([
      [0, 100],
      [50, 50],
      [100, 0],
    ])
    expect(linePoints([3], 4)).toEqual([[50, 25]])
  })
  it('the parts of a ring fill it', () => {
    const parts = ringParts([
      { label: 'a', value: 1 },
      { label: 'b', value: 3 },
    ])
    expect(parts.map(({ start, share }) => [start, share])).toEqual([
      [0, 0.25],
      [0.25, 0.75],
    ])
    expect(ringParts([{ label: 'a', value: 0 }])[0]?.share).toBe(0)
  })
})
