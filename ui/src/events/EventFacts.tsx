// When, where, with whom, and how many places are left.
import type { ReactNode } from 'react'
import { Card } from '../kit/Card'
import { CalendarDays, Clock, Globe, House, MapPin, Users } from '../kit/icons'
import { ExternalLink } from '../kit/Link'
import { Progress } from '../kit/Progress'
import { cx } from '../lib/cx'
import { useSite } from '../sessions/SiteProvider'
import { countdown, groupOf } from './dayRules'
import { EventDays, EventHour } from './EventWhen'
import type { EventDetail } from './queries'
import { lengthText, mapLink, registrationsText, spotsText } from './rules'

const ICON = { 'aria-hidden': true, size: '1.125rem' } as const

export function EventFacts({ event }: { event: EventDetail }) {
  const over = event.phase === 'over' || event.cancelled
  const { registrationsCount: count, maxParticipants: max } = event
  const site = useSite()
  const group = groupOf(event)
  // Those who only support an event do not host it.
  const cohost = event.isCollaborative && ['co-host', 'organizer'].includes(event.partnershipType) && event.organizationName
  return (
    <Card className="lg:p-6">
      <dl className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
        <Fact icon={<CalendarDays {...ICON} />} label="Date">
          <EventDays event={event} />
          {!over && <span className={cx('block text-small print:hidden', group === 'live' ? 'text-info' : 'text-soft')}>{countdown(event)}</span>}
        </Fact>
        <Fact icon={<Clock {...ICON} />} label="Time">
          <EventHour event={event} apart />
          {!event.time && event.duration !== undefined && <span className="block text-small font-normal text-soft">{`Duration ${lengthText(event)}`}</span>}
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
        <Fact icon={<Users {...ICON} />} label="Registrations">
          <span className="block">{registrationsText(count, max)}</span>
          {max !== undefined && !over && (
            <>
              <span className={cx('block text-small', event.isFull ? 'text-warn' : 'font-normal text-soft')}>{spotsText(event.spotsLeft ?? 0)}</span>
              <Progress className="mt-2" label="Registration Progress" value={count} max={max} text={registrationsText(count, max)} />
            </>
          )}
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
