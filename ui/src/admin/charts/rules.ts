// Arithmetic of the charts. Pure.

/** The top of a scale from 0 that shows all values: 1, 2 or 5 times a power of ten, and at least 4, so that it has whole steps. */
export function scaleTop(values: readonly number[]): number {
  const most = Math.max(4, ...values)
  const power = 10 ** Math.floor(Math.log10(most))
  return ([1, 2, 4, 5, 10].find((step) => step * power >= most) ?? 10) * power
}

/** Where a line goes in a square of 100: one point a value, 0 at the bottom. */
export const linePoints = (values: readonly number[], top: number): [x: number, y: number][] =>
  values.map((value, at) => [values.length > 1 ? (at / (values.length - 1)) * 100 : 50, 100 - (value / top) * 100])

export type Part = { label: string; value: number; /** Of the circle, from 0 to 1: where it begins and how long it is. */ start: number; share: number }

/** The parts of a ring. Without a value there is nothing to share. */
export function ringParts(values: readonly { label: string; value: number }[]): Part[] {
  const total = values.reduce((sum, { value }) => sum + value, 0)
  let start = 0
  return values.map(({ label, value }) => {
    const part = { label, value, start, share: total > 0 ? value / total : 0 }
    start += part.share
    return part
  })
}
