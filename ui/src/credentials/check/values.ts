// Reads values of JSON that may be anything.

/** Clocks may differ by so many milliseconds. */
const SKEW = 5 * 60_000

export type Fields = Record<string, unknown>

export const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)
/** One value, or several. */
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : value === undefined || value === null ? [] : [value])
export const hasType = ({ type }: Fields, name: string) => listOf(type).includes(name)
export const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** The end of a document's time: its own, or that of its signature, whichever is first. What cannot be read stands before all others. */
export function untilOf({ validUntil, proof }: Fields): string {
  const ends = [validUntil, ...listOf(proof).filter(isObject).map(({ expires }) => expires)].filter((end) => end !== undefined).map((end) => textOf(end) || '?')
  const at = (text: string) => (Number.isNaN(Date.parse(text)) ? -Infinity : Date.parse(text))
  return ends.sort((one, other) => at(one) - at(other))[0] ?? ''
}

/** Whether something that counts from one instant until another, if there is one, counts now. */
export function termOf(from: string, until: string, now: Date): 'counts' | 'early' | 'over' | 'unclear' {
  const [begin, end] = [Date.parse(from), until ? Date.parse(until) : Infinity]
  if (Number.isNaN(begin) || Number.isNaN(end)) return 'unclear'
  if (begin > now.getTime() + SKEW) return 'early'
  return end < now.getTime() ? 'over' : 'counts'
}
