// Where to go from an event: the next ones when it is over or cancelled, and others of its kind. Shows nothing when there are none.
import { $api } from '../api/query'
import { Section } from '../kit/Page'
import { groupOf } from './dayRules'
import { EventCard } from './EventCard'
import type { EventDetail, EventSummary } from './queries'
import { otherEvents } from './rules'

/** Enough to fill a row after some are left out. */
const ASKED = 12

export default function MoreEvents({ event }: { event: EventDetail }) {
  const over = event.cancelled || groupOf(event) === 'completed'
  const next = $api.useQuery('get', '/api/events', { params: { query: { limit: ASKED } } }, { enabled: over }).data
  const same = $api.useQuery('get', '/api/events', { params: { query: { type: event.type, limit: ASKED } } }).data
  // They come together, so that nothing moves.
  if (!same || (over && !next)) return null
  const { following, similar } = otherEvents(event._id, next ?? [], same)
  return (
    <>
      <Row title="Next Events" events={following} />
      <Row title="Similar Events" events={similar} />
    </>
  )
}

function Row({ title, events }: { title: string; events: EventSummary[] }) {
  if (events.length === 0) return null
  return (
    <Section title={title} className="mt-12 border-t border-line pt-10! pb-0! print:hidden">
      <ul className="grid gap-4 sm:gap-6 sm:grid-cols-2 lg:grid-cols-3">
        {events.map((event) => (
          <li key={event._id} className="min-w-0">
            <EventCard event={event} />
          </li>
        ))}
      </ul>
    </Section>
  )
}
