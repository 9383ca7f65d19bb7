import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { SURFACES, accentVariables, shades } from './accent'
import { DEFAULT_ACCENT } from './accentDefault'
import { contrast, toHex, toOklch } from './colour'

const tokens = readFileSync('src/styles/tokens.css', 'utf8')

const many: string[] = ['#000000', '#ffffff', '#808080', '#ffff00', '#00ff00', '#0000ff', '#ff0000', '#ff00ff', '#0b1030', '#fde047']
for (let h = 0; h < 360; h += 15)
  for (const l of [0.2, 0.4, 0.6, 0.8, 0.95]) for (const c of [0.03, 0.12, 0.3]) many.push(toHex({ l, c, h: (h * Math.PI) / 180 }))

describe.each(['light', 'dark'] as const)('%s theme', (theme) => {
  it('is legible everywhere, whatever colour was picked', () => {
    const ink = theme === 'light' ? '#1c1a17' : '#e9ecf2'
    for (const hex of many) {
      const s = shades(hex, theme)
      expect(contrast(s.on, s.accent), hex).toBeGreaterThanOrEqual(4.5)
      expect(contrast(s.on, s.hover), hex).toBeGreaterThanOrEqual(4.5)
      for (const surface of [...Object.values(SURFACES[theme]), s.tint, s.tintHover]) expect(contrast(s.ink, surface), hex).toBeGreaterThanOrEqual(4.5)
      for (const surface of Object.values(SURFACES[theme])) expect(contrast(s.edge, surface), hex).toBeGreaterThanOrEqual(3)
      expect(contrast(ink, s.tint), hex).toBeGreaterThanOrEqual(7)
    }
  })

  it('keeps a colour that is already legible', () => {
    expect(shades('#c2410c', 'light').accent).toBe('#c2410c')
  })

  it('has the same surfaces as tokens.css', () => {
    for (const [name, hex] of Object.entries(SURFACES[theme])) {
      const found = new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(tokens)
      expect(found?.[theme === 'light' ? 1 : 2]).toBe(hex)
    }
  })
})

it('matches the default accent of tokens.css', () => {
  for (const [name, value] of Object.entries(accentVariables(DEFAULT_ACCENT))) expect(tokens).toContain(`${name}: ${value};`)
})

it('falls back to the default for nonsense', () => {
  expect(shades('red; --x: 1', 'light')).toEqual(shades(DEFAULT_ACCENT, 'light'))
})

it('converts to OKLCH and back', () => {
  for (const hex of ['#c2410c', '#123456', '#fafafa', '#000000']) expect(toHex(toOklch(hex))).toBe(hex)
})

it('keeps every ink at AA on every surface, and every meaning at AA on its tint', () => {
  const pair = (name: string) => new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(tokens)!.slice(1, 3) as [string, string]
  for (const at of [0, 1] as const) {
    const surfaces = ['paper', 'surface', 'sunken', 'raised'].map((s) => pair(s)[at])
    for (const ink of ['ink', 'ink-soft', 'ink-faint', 'good', 'warn', 'bad', 'info'])
      for (const surface of [...surfaces, pair('quiet')[at]]) expect(contrast(pair(ink)[at], surface), `${ink} on ${surface}`).toBeGreaterThanOrEqual(4.5)
    for (const mark of ['good', 'warn', 'bad', 'info']) expect(contrast(pair(mark)[at], pair(`${mark}-tint`)[at]), mark).toBeGreaterThanOrEqual(4.5)
    for (const surface of surfaces) expect(contrast(pair('line-strong')[at], surface), `line on ${surface}`).toBeGreaterThanOrEqual(3)
  }
})
