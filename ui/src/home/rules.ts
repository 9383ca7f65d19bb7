// Rules of the home page: which badges it shows, the size of its first line, the curves of the sample certificate. Pure.

/** How many featured projects the home page shows. */
export const FEATURED = 6

/** A rosette like on a banknote: `petals` loops around a point, as an SVG path. */
export function rosette(x: number, y: number, radius: number, petals: number, turn = 0): string {
  const steps = petals * 24
  const points = Array.from({ length: steps }, (_, at) => {
    const angle = (at / steps) * Math.PI * 2
    const reach = radius * (0.68 + 0.32 * Math.cos(petals * angle + turn))
    return `${(x + reach * Math.cos(angle)).toFixed(1)} ${(y + reach * Math.sin(angle)).toFixed(1)}`
  })
  return `M${points.join('L')}z`
}

/** Whether a line needs smaller letters to fit half of the page without breaking a word. */
export const isLongLine = (line: string) => line.length > 36 || line.split(/\s+/).some((word) => word.length > 10)
