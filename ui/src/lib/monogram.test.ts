import { expect, it } from 'vitest'
import { monogram, nameHue } from './monogram'

it.each([
  ['Ada Lovelace', 'AL'],
  ['ada', 'A'],
  ['Jean-Luc de la Tour', 'JT'],
  ['王小明', '王'],
  ['محمد علي', 'م'],
  ['नीलम शर्मा', 'नीश'],
  ['Ольга Иванова', 'ОИ'],
  ['“Quoted” Name', 'QN'],
  ['🦊', '?'],
  ['', '?'],
])('%s → %s', (name, expected) => expect(monogram(name)).toBe(expected))

it('always gives a name the same hue', () => {
  expect(nameHue('Ada')).toBe(nameHue('Ada'))
  expect(nameHue('Ada')).not.toBe(nameHue('Bob'))
})
