// When an event takes place: its days, and its hours in the community's zone and in the reader's own.
import { useZone } from '../kit/Time'
import { cx } from '../lib/cx'
import { clocksDiffer, dayIn, formatDate, localZone, type Shape } from '../lib/dates'
import { daysText, hoursIn, hoursText, type Days, type Hours } from './rules'

export function EventDays({ event, shape = 'longDay' }: { event: Days; shape?: Shape }) {
  const [first, end] = daysText(event, shape).split(/\s[–—-]\s/)
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
  if (!event.time) return hoursIn(event, zone)
  const local = localZone()
  const day = dayIn(local, new Date(event.startsAt)) === event.date ? '' : `${formatDate(event.startsAt, 'weekday', local)}, `
  const own = zone && clocksDiffer(event.startsAt, zone, local) && `${day}${hoursText(event, local)} your time`
  return (
    <time dateTime={event.startsAt}>
      <span className="inline-block">{hoursIn(event, zone)}</span>
      {own && (
        <span className={cx('font-normal text-faint', apart && 'block text-small')}>
          <span> </span>
          <span className="inline-block">{apart ? own : `(${own})`}</span>
        </span>
      )}
    </time>
  )
}
