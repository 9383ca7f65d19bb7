// The contrast of the shades that are derived from a colour.
import { shades, SURFACES } from '../../lib/accent'
import { contrast } from '../../lib/colour'

type Readable = {
  theme: 'light' | 'dark'
  fill: string
  ink: string
  /** The contrast of the text on buttons, and of links on the worst surface behind them; rounded down. */
  button: string
  text: string
}

export function readable(accent: string): Readable[] {
  return (['light', 'dark'] as const).map((theme) => {
    const { accent: fill, ink, on } = shades(accent, theme)
    const worst = Math.min(...Object.values(SURFACES[theme]).map((surface) => contrast(ink, surface)))
    const told = (ratio: number) => (Math.floor(ratio * 10) / 10).toFixed(1)
    return { theme, fill, ink, button: told(contrast(fill, on)), text: told(worst) }
  })
}
