import { expect, it } from 'vitest'
import { isLongLine, rosette } from './rules'

it('draws a closed rosette within its radius', () => {
  const path = rosette(100, 100, 40, 8)
  expect(path).toMatch(/^M.*z$/)
  const points = path.slice(1, -1).split('L').map((point) => point.split(' ').map(Number))
  expect(points).toHaveLength(8 * 24)
  for (const [x, y] of points) expect(Math.hypot(x! - 100, y! - 100)).toBeLessThanOrEqual(40.2)
})

it('recognises lines that need smaller letters', () => {
  expect(isLongLine('Where makers show what they build')).toBe(false)
  expect(isLongLine('A neighbourhood of people')).toBe(true)
  expect(isLongLine('a b c d e f g h i j k l m n o p q r s t u')).toBe(true)
})
