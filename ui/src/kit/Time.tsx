// A date in the reader's language and the community's zone, which it names, with the reader's own time where it differs.
// The reader's day is named only where that differs too.
import { createContext, useContext } from 'react'
import { cx } from '../lib/cx'
import { clocksDiffer, dayIn, formatAgo, formatDate, isDay, localZone, zoneName, type Shape } from '../lib/dates'

const ZoneContext = createContext<string | undefined>(undefined)

/** Provides the community's IANA zone to its children. */
export const ZoneProvider = ZoneContext.Provider
export const useZone = () => useContext(ZoneContext)

type TimeProps = {
  /** `YYYY-MM-DD`, or an instant in RFC 3339. */
  value: string
  shape?: Shape
  /** Names the zone and adds the reader's own time where it differs. For events at a certain hour. */
  zoned?: boolean
  /** "3 hours ago", with the full date as its title. */
  ago?: boolean
  className?: string
}

export function Time({ value, shape = 'date', zoned, ago, className }: TimeProps) {
  const zone = useZone()
  const text = ago ? formatAgo(value, new Date(), zone) : formatDate(value, shape, zone)
  if (!text) return null
  const named = zoned && zone && !isDay(value)
  const local = localZone()
  const sameDay = dayIn(local, new Date(value)) === dayIn(zone, new Date(value))
  return (
    <time dateTime={value} className={className} title={ago ? formatDate(value, 'dateTime', zone) : undefined}>
      <span className={cx(ago && 'print:hidden')}>{named ? `${text} ${zoneName(value, zone)}` : text}</span>
      {ago && <span className="hidden print:inline">{formatDate(value, 'dateTime', zone)}</span>}
      {named && clocksDiffer(value, zone, local) && (
        <span className="text-faint print:hidden">
          {` (${formatDate(value, sameDay ? 'time' : shape === 'time' ? 'dateTime' : shape, local)} your time)`}
        </span>
      )}
    </time>
  )
}
