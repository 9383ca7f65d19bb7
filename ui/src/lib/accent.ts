// Derives all accent tokens from the community's colour, with contrast AA or better in both themes.
import { DEFAULT_ACCENT } from './accentDefault'
import { contrast, parseHex, toHex, toOklch, type Oklch } from './colour'

/** The surfaces of styles/tokens.css behind accents. */
export const SURFACES = {
  light: { paper: '#faf8f4', surface: '#fffefb', sunken: '#f1ede5', raised: '#fffefb', quiet: '#efeae1' },
  dark: { paper: '#0e131d', surface: '#151b28', sunken: '#0a0e16', raised: '#1b2333', quiet: '#212a3b' },
}

const AA = 4.5
const NON_TEXT = 3
const WHITE = '#ffffff'
const BLACK = '#14110f'

export type Shades = {
  /** The fill of buttons and marks, as close as possible to the picked colour. */
  accent: string
  hover: string
  /** The text on the fill. */
  on: string
  /** The outline of the fill, visible against any surface. */
  edge: string
  /** The accent as text, icon, focus ring or progress. */
  ink: string
  tint: string
  tintHover: string
}

export function shades(hex: string, theme: 'light' | 'dark'): Shades {
  const picked = toOklch(parseHex(hex) ? hex : DEFAULT_ACCENT)
  const light = theme === 'light'
  const surfaces = Object.values(SURFACES[theme])

  const fill = { ...picked, l: Math.min(0.88, Math.max(light ? 0.3 : 0.48, picked.l)) }
  const near = toHex(fill)
  // White wins ties: on saturated colours it is more legible than the numbers say.
  const on = contrast(near, WHITE) >= Math.min(AA, contrast(near, BLACK)) ? WHITE : BLACK
  const away = on === WHITE ? -1 : 1
  const readable = walk(fill, away, (c) => contrast(c, on) >= AA)
  const accent = toHex(readable)
  const hover = toHex({ ...readable, l: readable.l + away * 0.05 })

  const tint = toHex({ ...picked, l: light ? 0.955 : 0.26, c: Math.min(picked.c * 0.3, light ? 0.025 : 0.045) })
  const tintHover = toHex({ ...picked, l: light ? 0.925 : 0.31, c: Math.min(picked.c * 0.4, light ? 0.04 : 0.06) })
  const ink = toHex(walk(readable, light ? -1 : 1, (c) => [...surfaces, tint, tintHover].every((s) => contrast(c, s) >= AA)))
  const edge = surfaces.every((s) => contrast(accent, s) >= NON_TEXT) ? accent : ink
  return { accent, hover, on, edge, ink, tint, tintHover }
}

/** Steps the lightness up or down until the colour passes. */
function walk(from: Oklch, direction: 1 | -1, pleases: (hex: string) => boolean): Oklch {
  for (let l = from.l; l > 0 && l < 1; l += direction * 0.005) {
    const step = { ...from, l }
    if (pleases(toHex(step))) return step
  }
  return { ...from, l: direction > 0 ? 1 : 0 }
}

/** The CSS variables for <html>; each value holds both themes. */
export function accentVariables(hex: string): Record<string, string> {
  const light = shades(hex, 'light')
  const dark = shades(hex, 'dark')
  const both = (key: keyof Shades) => `light-dark(${light[key]}, ${dark[key]})`
  return {
    '--accent': both('accent'),
    '--accent-hover': both('hover'),
    '--accent-on': both('on'),
    '--accent-edge': both('edge'),
    '--accent-ink': both('ink'),
    '--accent-tint': both('tint'),
    '--accent-tint-hover': both('tintHover'),
  }
}
