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
