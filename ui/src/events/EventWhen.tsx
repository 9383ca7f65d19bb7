// When an event takes place: its days, and its hours in the community's zone and in the reader's own.
import { useZone } from '../kit/Time'
import { cx } from '../lib/cx'
import { clocksDiffer, dayIn, formatClock, formatDate, formatHours, formatRange, localZone, zoneName, type Shape } from '../lib/dates'
import { lastShownDay, roundEnd } from './rules'

type Days = { date: string; endDate: string; startsAt?: string; endsAt?: string }
type Hours = { date: string; time: string; startsAt: string; duration?: number }

const DEFAULT_TIME = '10:00'

export function EventDays({ event, shape = 'longDay' }: { event: Days; shape?: Shape }) {
  const last = lastShownDay(event)
  const [first, end] = (last > event.date ? formatRange(event.date, last, shape) : formatDate(event.date, shape)).split(/\s[–—-]\s/)
  return (
    <time dateTime={event.date}>
      <span className="inline-block">{end === undefined ? first : `${first} –`}</span>
      {end !== undefined && (
        <span>
          {' '}
          <span className="inline-block">{end}</span>
        </span>
      )}
    </time>
  )
}

/** "6:30 – 9:00 PM CET", and the reader's own time where it differs; its day only where that differs too. */
export function EventHour({ event, apart }: { event: Hours; /** The reader's own time has a line of its own. */ apart?: boolean }) {
  const zone = useZone()
  if (!event.time) return formatClock(DEFAULT_TIME)
  const local = localZone()
  const hours = (where: string | undefined) => formatHours(event.startsAt, roundEnd(event), where)
  const day = dayIn(local, new Date(event.startsAt)) === event.date ? '' : `${formatDate(event.startsAt, 'weekday', local)}, `
  const own = zone && clocksDiffer(event.startsAt, zone, local) && `${day}${hours(local)} your time`
  return (
    <time dateTime={event.startsAt}>
      <span className="inline-block">{zone ? `${hours(zone)} ${zoneName(event.startsAt, zone)}` : hours(zone)}</span>
      {own && (
        <span className={cx('font-normal text-faint', apart && 'block text-small')}>
          <span> </span>
          <span className="inline-block">{apart ? own : `(${own})`}</span>
        </span>
      )}
    </time>
  )
}
