import { expect, test } from 'vitest'
import { readable } from './contrast'

test('every colour becomes readable in both themes', () => {
  for (const colour of ['#c2410c', '#ffff00', '#000000', '#ffffff', '#1d4ed8', '#808080'])
    for (const { button, text } of readable(colour)) {
      expect(Number(button)).toBeGreaterThanOrEqual(4.5)
      expect(Number(text)).toBeGreaterThanOrEqual(4.5)
    }
  const [light, dark] = readable('#ffff00')
  expect(light!.ink).not.toBe('#ffff00')
  expect([light!.theme, dark!.theme]).toEqual(['light', 'dark'])
})
