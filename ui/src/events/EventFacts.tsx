// Day, hour, mode, location and free places of an event.
import type { ReactNode } from 'react'
import { Card } from '../kit/Card'
import { Chip } from '../kit/Chip'
import { CalendarDays, Clock, Globe, MapPin, Users } from '../kit/icons'
import { ExternalLink } from '../kit/Link'
import { Progress } from '../kit/Progress'
import { EventDays, EventHour } from './EventWhen'
import type { EventDetail } from './queries'
import { durationText, mapLink, registrationsText, spotsText } from './rules'

const ICON = { 'aria-hidden': true, size: '1.125rem' } as const

export function EventFacts({ event }: { event: EventDetail }) {
  const over = event.phase === 'over' || event.cancelled
  return (
    <Card className="lg:p-6">
      <dl className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
        <Fact icon={<CalendarDays {...ICON} />} label="Date">
          <EventDays event={event} />
        </Fact>
        <Fact icon={<Clock {...ICON} />} label="Time">
          <EventHour event={event} />
          {event.duration !== undefined && <span className="block text-small font-normal text-soft">Duration {durationText(event.duration)}</span>}
        </Fact>
        <Fact icon={<Globe {...ICON} />} label="Mode">
          <span>{event.mode}</span>
          {event.mode !== 'Offline' && !over && !event.meetLink && <span className="block text-small font-normal text-soft">Who is registered gets the link here and by mail.</span>}
        </Fact>
        <Fact icon={<Users {...ICON} />} label="Registrations">
          <span>{registrationsText(event.registrationsCount, event.maxParticipants)}</span>
          {event.isFull && !over && (
            <span className="mt-1 block">
              <Chip tone="warn">Registration Full</Chip>
            </span>
          )}
        </Fact>
        {event.location && (
          <Fact icon={<MapPin {...ICON} />} label="Location">
            <bdi>{event.location}</bdi>
            <span className="block text-small font-normal">
              <ExternalLink href={mapLink(event.location)}>Show on a map</ExternalLink>
            </span>
          </Fact>
        )}
      </dl>
      {event.maxParticipants !== undefined && event.status === 'upcoming' && !event.cancelled && (
        <div className="mt-6 border-t border-line pt-5">
          <p className="mb-2.5 flex flex-wrap justify-between gap-x-4 text-small">
            <span className="font-medium">Registration Progress</span>
            <span className="text-soft tabular-nums">{spotsText(event.spotsLeft ?? 0)}</span>
          </p>
          <Progress label="Registration Progress" value={event.registrationsCount} max={event.maxParticipants} text={registrationsText(event.registrationsCount, event.maxParticipants)} />
        </div>
      )}
    </Card>
  )
}

/** One fact in a <dl>, with its icon. */
export function Fact({ icon, label, children }: { icon: ReactNode; label: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] content-start gap-x-3">
      <dt className="contents">
        <span className="row-span-2 mt-0.5 text-accent-ink">{icon}</span>
        <span className="text-caption text-faint">{label}</span>
      </dt>
      <dd className="min-w-0 font-medium">{children}</dd>
    </div>
  )
}
