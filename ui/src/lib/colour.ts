// Colour arithmetic: sRGB hex ↔ OKLCH, gamut fitting, WCAG contrast.

export type Oklch = { l: number; c: number; h: number }
type Rgb = [number, number, number]

const toLinear = (v: number) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
const toGamma = (v: number) => (v <= 0.0031308 ? v * 12.92 : 1.055 * v ** (1 / 2.4) - 0.055)

/** Reads `#rgb` or `#rrggbb`; null for anything else. */
export function parseHex(hex: string): Rgb | null {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(hex)
  const full = short ? `#${short[1]}${short[1]}${short[2]}${short[2]}${short[3]}${short[3]}` : hex
  if (!/^#[0-9a-f]{6}$/i.test(full)) return null
  return [1, 3, 5].map((at) => parseInt(full.slice(at, at + 2), 16) / 255) as Rgb
}

function rgbOf(hex: string): Rgb {
  const rgb = parseHex(hex)
  if (!rgb) throw new Error(`not a colour: ${hex}`)
  return rgb
}

export function toOklch(hex: string): Oklch {
  const [r, g, b] = rgbOf(hex).map(toLinear) as Rgb
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s
  const x = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const y = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return { l: lightness, c: Math.hypot(x, y), h: Math.atan2(y, x) }
}

function toLinearRgb({ l: lightness, c, h }: Oklch): Rgb {
  const x = c * Math.cos(h)
  const y = c * Math.sin(h)
  const l = (lightness + 0.3963377774 * x + 0.2158037573 * y) ** 3
  const m = (lightness - 0.1055613458 * x - 0.0638541728 * y) ** 3
  const s = (lightness - 0.0894841775 * x - 1.291485548 * y) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

/** The nearest displayable colour of the same lightness and hue, with less chroma. */
export function toHex(colour: Oklch): string {
  let low = 0
  let high = colour.c
  const fits = (c: number) => toLinearRgb({ ...colour, c }).every((v) => v >= -1e-4 && v <= 1.0001)
  if (!fits(high)) {
    for (let i = 0; i < 20; i++) {
      const middle = (low + high) / 2
      if (fits(middle)) low = middle
      else high = middle
    }
    high = low
  }
  const channels = toLinearRgb({ ...colour, c: high }).map((v) => Math.round(toGamma(Math.min(1, Math.max(0, v))) * 255))
  return `#${channels.map((v) => v.toString(16).padStart(2, '0')).join('')}`
}

function luminance(hex: string): number {
  const [r, g, b] = rgbOf(hex).map(toLinear) as Rgb
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** WCAG 2 contrast ratio, 1 to 21. */
export function contrast(a: string, b: string): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number]
  return (high + 0.05) / (low + 0.05)
}
