// The events that a member has registered for. Only the member sees them.
import { CalendarButton } from '../events/calendar/CalendarButton'
import { ButtonLink } from '../kit/Button'
import { EmptyState } from '../kit/States'
import { Time } from '../kit/Time'
import { paths } from '../paths'
import type { Profile } from './queries'
import { preview } from './rules'

export function ProfileEvents({ events, isOwner }: { events: Profile['events']; isOwner: boolean }) {
  if (events.length === 0) return <EmptyState heading="h3" drawing="calendar" title="No events found." />
  return (
    <section>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h3>Events ({events.length.toLocaleString()})</h3>
        {isOwner && <CalendarButton />}
      </div>
      <ul className="mt-3 divide-y divide-line border-y border-line">
        {events.map((event) => (
          <li key={event._id} className="flex flex-wrap items-center gap-x-6 gap-y-3 py-4">
            <div className="min-w-0 flex-1 basis-72">
              <h4>
                <bdi>{event.title}</bdi>
              </h4>
              <p className="mt-0.5 text-small text-faint">
                <Time value={event.date} />
              </p>
              <p dir="auto" className="mt-1.5 text-small text-soft">
                {preview(event.description)}
              </p>
            </div>
            <ButtonLink size="sm" to={paths.event(event._id)}>
              <span>
                View Details<span className="sr-only">: {event.title}</span>
              </span>
            </ButtonLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
