// The events that a member has registered for. Only the member and admins see them; the member's own begin with what is on.
import { CalendarButton } from '../events/calendar/CalendarButton'
import { EventDays } from '../events/EventWhen'
import { countdown, groupOf } from '../events/dayRules'
import { placeNote } from '../events/rules'
import { ButtonLink } from '../kit/Button'
import { Chip } from '../kit/Chip'
import { SkeletonText } from '../kit/Skeleton'
import { EmptyState, ErrorState } from '../kit/States'
import { paths } from '../paths'
import { useOwnEvents, type OwnEvent, type Profile } from './queries'
import { preview } from './rules'

const NONE = <EmptyState heading="h3" drawing="calendar" title="No events found." />

export function ProfileEvents({ profile: { name, events, eventsHidden }, isOwner }: { profile: Profile; isOwner: boolean }) {
  if (isOwner) return <OwnEvents />
  if (eventsHidden)
    return (
      <EmptyState
        heading="h3"
        drawing="calendar"
        title="Events are private"
        text={
          <>
            Only <bdi>{name}</bdi> and the admins see which events these are.
          </>
        }
      />
    )
  return events.length === 0 ? NONE : <List events={events} count={events.length} />
}

function OwnEvents() {
  const { data, isPending, isFetching, refetch } = useOwnEvents()
  if (isPending) return <SkeletonText lines={4} />
  if (!data) return <ErrorState heading="h3" message="Failed to load events" onRetry={() => void refetch()} retrying={isFetching} />
  return data.items.length === 0 ? NONE : <List isOwner events={data.items} count={data.total} />
}

function List({ events, count, isOwner }: { events: (Profile['events'][number] | OwnEvent)[]; count: number; isOwner?: boolean }) {
  return (
    <section>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h3>{`Events (${count.toLocaleString()})`}</h3>
        {isOwner && <CalendarButton />}
      </div>
      <ul className="mt-3 divide-y divide-line border-y border-line">
        {events.map((event) => (
          <li key={event._id} className="flex flex-wrap items-center gap-x-6 gap-y-3 py-4">
            <div className="min-w-0 flex-1 basis-72">
              <h4>
                <bdi>{event.title}</bdi>
              </h4>
              <p className="mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-faint">
                <EventDays event={event} />
                {'phase' in event ? <Standing event={event} /> : event.cancelled && <Chip tone="bad">Cancelled</Chip>}
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

function Standing({ event }: { event: OwnEvent }) {
  if (event.cancelled) return <Chip tone="bad">Cancelled</Chip>
  const group = groupOf(event)
  return (
    <>
      {group !== 'completed' && <Chip tone="info">{countdown(event)}</Chip>}
      {event.isWaiting && <Chip tone="warn">{placeNote(event)?.text ?? 'On the waiting list'}</Chip>}
    </>
  )
}
