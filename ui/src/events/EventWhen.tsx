// When an event takes place: its days, and its hour in the community's zone and in the reader's own.
import { Time } from '../kit/Time'
import { formatClock, formatDate, formatRange, type Shape } from '../lib/dates'

type When = { date: string; endDate: string; time: string; startsAt: string }

const DEFAULT_TIME = '10:00'

export function EventDays({ event, shape = 'date' }: { event: When; shape?: Shape }) {
  const several = event.endDate > event.date
  return <time dateTime={event.date}>{several ? formatRange(event.date, event.endDate, shape) : formatDate(event.date, shape)}</time>
}

export function EventHour({ event }: { event: When }) {
  return event.time ? <Time value={event.startsAt} shape="time" zoned /> : formatClock(DEFAULT_TIME)
}
