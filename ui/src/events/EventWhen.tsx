// When an event takes place: its days, and its hours in the community's zone and in the reader's own.
import { useZone } from '../kit/Time'
import { clocksDiffer, dayIn, formatClock, formatDate, formatRange, localZone, zoneName, type Shape } from '../lib/dates'
import { lastShownDay, roundEnd } from './rules'

type Days = { date: string; endDate: string; startsAt?: string; endsAt?: string }
type Hours = { date: string; time: string; startsAt: string; duration?: number }

const DEFAULT_TIME = '10:00'

export function EventDays({ event, shape = 'longDay' }: { event: Days; shape?: Shape }) {
  const last = lastShownDay(event)
  return <time dateTime={event.date}>{last > event.date ? formatRange(event.date, last, shape) : formatDate(event.date, shape)}</time>
}

/** "6:30 PM – 9:00 PM CET", and the reader's own time where it differs; its day only where that differs too. */
export function EventHour({ event }: { event: Hours }) {
  const zone = useZone()
  if (!event.time) return formatClock(DEFAULT_TIME)
  const ends = roundEnd(event)
  const hours = (where: string | undefined) => [event.startsAt, ends].flatMap((at) => (at ? [formatDate(at, 'time', where)] : [])).join(' – ')
  const local = localZone()
  const day = dayIn(local, new Date(event.startsAt)) === event.date ? '' : `${formatDate(event.startsAt, 'weekday', local)}, `
  return (
    <time dateTime={event.startsAt}>
      <span>{zone ? `${hours(zone)} ${zoneName(event.startsAt, zone)}` : hours(zone)}</span>
      {zone && clocksDiffer(event.startsAt, zone, local) && <span className="font-normal text-faint">{` (${day}${hours(local)} your time)`}</span>}
    </time>
  )
}
