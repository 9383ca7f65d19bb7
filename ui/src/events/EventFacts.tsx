// When, where, with whom, and how many places are left.
import type { ReactNode } from 'react'
import { Card } from '../kit/Card'
import { Chip } from '../kit/Chip'
import { CalendarDays, Clock, Globe, House, MapPin, Users } from '../kit/icons'
import { ExternalLink } from '../kit/Link'
import { Progress } from '../kit/Progress'
import { cx } from '../lib/cx'
import { useSite } from '../sessions/SiteProvider'
import { EventDays, EventHour } from './EventWhen'
import type { EventDetail } from './queries'
import { lengthText, mapLink, registrationsText, spotsText } from './rules'

const ICON = { 'aria-hidden': true, size: '1.125rem' } as const

export function EventFacts({ event }: { event: EventDetail }) {
  const over = event.phase === 'over' || event.cancelled
  const { registrationsCount: count, maxParticipants: max } = event
  const site = useSite()
  // Those who only support an event do not host it.
  const cohost = event.isCollaborative && ['co-host', 'organizer'].includes(event.partnershipType) && event.organizationName
  return (
    <Card className="lg:p-6">
      <dl className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
        <Fact icon={<CalendarDays {...ICON} />} label="Date">
          <EventDays event={event} />
        </Fact>
        <Fact icon={<Clock {...ICON} />} label="Time">
          <EventHour event={event} apart />
          {event.duration !== undefined && <span className="block text-small font-normal text-soft">{`Duration ${lengthText(event)}`}</span>}
        </Fact>
        {event.location && (
          <Fact icon={<MapPin {...ICON} />} label="Location">
            <bdi>{event.location}</bdi>
            <span className="block text-small font-normal">
              <ExternalLink href={mapLink(event.location)}>Show on a map</ExternalLink>
            </span>
          </Fact>
        )}
        <Fact icon={<Globe {...ICON} />} label="Mode">
          <span>{event.mode}</span>
          {event.mode !== 'Offline' && !over && !event.meetLink && <span className="block text-small font-normal text-soft">Participants get the link here and by mail.</span>}
        </Fact>
        {site && (
          <Fact icon={<House {...ICON} />} label={cohost ? 'Hosts' : 'Host'}>
            <bdi>{site.name}</bdi>
            {cohost && (
              <span className="block">
                <bdi>{cohost}</bdi>
              </span>
            )}
          </Fact>
        )}
        <Fact icon={<Users {...ICON} />} label="Registrations" className={max === undefined || over ? undefined : 'sm:col-span-full'}>
          <span className="flex flex-wrap items-center justify-between gap-x-4">
            <span>{registrationsText(count, max)}</span>
            {max !== undefined && !over && event.status === 'upcoming' && <span className="text-small font-normal text-soft tabular-nums">{spotsText(event.spotsLeft ?? 0)}</span>}
          </span>
          {max !== undefined && !over && event.status === 'upcoming' && <Progress className="mt-2.5" label="Registration Progress" value={count} max={max} text={registrationsText(count, max)} />}
          {event.isFull && !over && (
            <span className="mt-2 block">
              <Chip tone="warn">Registration Full</Chip>
            </span>
          )}
        </Fact>
      </dl>
    </Card>
  )
}

/** One fact in a <dl>, with its icon. */
export function Fact({ icon, label, className, children }: { icon: ReactNode; label: string; className?: string; children: ReactNode }) {
  return (
    <div className={cx('grid grid-cols-[auto_minmax(0,1fr)] content-start gap-x-3', className)}>
      <dt className="contents">
        <span className="row-span-2 mt-0.5 text-faint">{icon}</span>
        <span className="text-caption text-faint">{label}</span>
      </dt>
      <dd className="min-w-0 font-medium">{children}</dd>
    </div>
  )
}
