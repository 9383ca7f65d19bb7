// The time zones to choose from, and their current time.

/** The zones that this browser knows, including UTC. */
export function zoneNames(): string[] {
  const known = Intl.supportedValuesOf?.('timeZone') ?? []
  return known.includes('UTC') ? known : ['UTC', ...known]
}

/** The current time in the zone, such as "14:05, Tuesday"; undefined for an unknown zone. */
export function clockIn(zone: string, now: Date, language?: string): string | undefined {
  try {
    return new Intl.DateTimeFormat(language, { timeZone: zone, weekday: 'long', hour: 'numeric', minute: '2-digit' }).format(now)
  } catch {
    return undefined
  }
}

/** By how many minutes the clocks of `to` are ahead of those of `from` at an instant; undefined when a zone is unknown. */
export function minutesAhead(from: string, to: string, at: Date): number | undefined {
  const [here, there] = [wallClock(from, at), wallClock(to, at)]
  return here === undefined || there === undefined ? undefined : Math.round((there - here) / 60_000)
}

/** What a clock in the zone shows, as if it were UTC. */
function wallClock(zone: string, at: Date): number | undefined {
  try {
    const parts = new Intl.DateTimeFormat('en', { timeZone: zone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' }).formatToParts(at)
    const [year, month, day, hour, minute] = ['year', 'month', 'day', 'hour', 'minute'].map((type) => Number(parts.find((part) => part.type === type)?.value)) as [number, number, number, number, number]
    return Date.UTC(year, month - 1, day, hour, minute)
  } catch {
    return undefined
  }
}
