// Time zones to choose from, and what their clocks say.

/** The zones that this browser knows, UTC among them. */
export function zoneNames(): string[] {
  const known = Intl.supportedValuesOf?.('timeZone') ?? []
  return known.includes('UTC') ? known : ['UTC', ...known]
}

/** "14:05, Tuesday" in the zone; undefined when there is no such zone. */
export function clockIn(zone: string, now: Date, language?: string): string | undefined {
  try {
    return new Intl.DateTimeFormat(language, { timeZone: zone, weekday: 'long', hour: 'numeric', minute: '2-digit' }).format(now)
  } catch {
    return undefined
  }
}
