// Dates in words, in the reader's language and the community's zone. Pure: zone and language are arguments.

export type Shape = 'date' | 'shortDate' | 'time' | 'dateTime' | 'monthYear' | 'weekday' | 'longDay' | 'day' | 'dayTime'

const SHAPES: Record<Shape, Intl.DateTimeFormatOptions> = {
  date: { day: 'numeric', month: 'long', year: 'numeric' },
  shortDate: { day: 'numeric', month: 'short', year: 'numeric' },
  time: { hour: 'numeric', minute: '2-digit' },
  dateTime: { day: 'numeric', month: 'short', year: 'numeric', hour: 'numeric', minute: '2-digit' },
  monthYear: { month: 'long', year: 'numeric' },
  weekday: { weekday: 'short', day: 'numeric', month: 'short' },
  longDay: { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' },
  day: { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
  dayTime: { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', hour: 'numeric', minute: '2-digit' },
}

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatter(options: Intl.DateTimeFormatOptions, zone: string | undefined, language: string | undefined): Intl.DateTimeFormat {
  const key = JSON.stringify([options, zone, language])
  let made = formatters.get(key)
  if (!made) {
    try {
      made = new Intl.DateTimeFormat(language, { ...options, timeZone: zone })
    } catch {
      // This browser does not know the zone or the language.
      made = new Intl.DateTimeFormat(undefined, options)
    }
    formatters.set(key, made)
  }
  return made
}

/** The time zone of the reader's device. */
export const localZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** `YYYY-MM-DD` is a calendar day without a zone, anything else an instant. */
export const isDay = (value: string) => /^\d{4}-\d{2}-\d{2}$/.test(value)

/** The date in words, or '' when the value is no date. */
export function formatDate(value: string, shape: Shape, zone?: string, language?: string): string {
  const day = isDay(value)
  const date = new Date(day ? `${value}T12:00:00Z` : value)
  if (Number.isNaN(date.getTime())) return ''
  return formatter(SHAPES[shape], day ? 'UTC' : zone, language).format(date)
}

/** Two days or instants as one phrase ("3 – 5 March 2026"). */
export function formatRange(from: string, to: string, shape: Shape, zone?: string, language?: string): string {
  const day = isDay(from)
  const [start, end] = [from, to].map((value) => new Date(isDay(value) ? `${value}T12:00:00Z` : value)) as [Date, Date]
  if (Number.isNaN(start.getTime()) || Number.isNaN(end.getTime()) || end < start) return formatDate(from, shape, zone, language)
  return formatter(SHAPES[shape], day ? 'UTC' : zone, language).formatRange(start, end)
}

/** From hour to hour ("6:30 – 9:00 PM"). Past midnight both are written in full, without their days. */
export function formatHours(from: string, to: string | undefined, zone?: string, language?: string): string {
  if (to === undefined) return formatDate(from, 'time', zone, language)
  if (dayIn(zone, new Date(from)) === dayIn(zone, new Date(to))) return formatRange(from, to, 'time', zone, language)
  return [from, to].map((at) => formatDate(at, 'time', zone, language)).join(' – ')
}

/** `HH:MM` as a clock time in the reader's language. */
export function formatClock(time: string, language?: string): string {
  const match = /^(\d{1,2}):(\d{2})/.exec(time)
  if (!match) return time
  return formatter(SHAPES.time, 'UTC', language).format(new Date(Date.UTC(2000, 0, 1, Number(match[1]), Number(match[2]))))
}

/** The short name of a zone at an instant ("CET", "GMT+5:30"). */
export function zoneName(value: string, zone: string, language?: string): string {
  const date = new Date(value)
  if (Number.isNaN(date.getTime())) return ''
  return formatter({ timeZoneName: 'short' }, zone, language).formatToParts(date).find((part) => part.type === 'timeZoneName')?.value ?? ''
}

/** Whether clocks in the two zones differ at the instant. */
export function clocksDiffer(value: string, zone: string, other: string): boolean {
  const wall: Intl.DateTimeFormatOptions = { day: 'numeric', hour: 'numeric', minute: 'numeric', hourCycle: 'h23' }
  const date = new Date(value)
  if (Number.isNaN(date.getTime())) return false
  return formatter(wall, zone, 'en').format(date) !== formatter(wall, other, 'en').format(date)
}

/** The calendar day (`YYYY-MM-DD`) of an instant in a zone. */
export function dayIn(zone: string | undefined, instant: Date): string {
  const parts = formatter({ year: 'numeric', month: '2-digit', day: '2-digit' }, zone, 'en').formatToParts(instant)
  const part = (type: string) => parts.find((p) => p.type === type)?.value ?? ''
  return `${part('year')}-${part('month')}-${part('day')}`
}

/** The number of days from one calendar day to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000)
}

/** "3 hours ago", "yesterday"; the date after a month. */
export function formatAgo(value: string, now: Date, zone?: string, language?: string): string {
  const seconds = (new Date(value).getTime() - now.getTime()) / 1000
  if (Number.isNaN(seconds)) return ''
  const steps: [Intl.RelativeTimeFormatUnit, number, number][] = [
    ['second', 1, 60],
    ['minute', 60, 3600],
    ['hour', 3600, 86_400],
    ['day', 86_400, 2_592_000],
  ]
  for (const [unit, size, below] of steps)
    if (Math.abs(seconds) < below) return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(Math.trunc(seconds / size), unit)
  return formatDate(value, 'shortDate', zone, language)
}
