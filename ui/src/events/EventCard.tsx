// An event in a list.
import { memo, type ReactNode } from 'react'
import { ButtonLink } from '../kit/Button'
import { Card, CardLink } from '../kit/Card'
import { Chip } from '../kit/Chip'
import { Award, CalendarDays, Clock, Gift, MapPin, Users } from '../kit/icons'
import { Skeleton, SkeletonText } from '../kit/Skeleton'
import { cx } from '../lib/cx'
import { paths } from '../paths'
import { EventArt, StatusChip } from './EventArt'
import { EventDays, EventHour } from './EventWhen'
import type { EventSummary } from './queries'
import { cardAction, countdown, groupOf } from './dayRules'
import { lengthText, participantsText, placeNote, typeLabel } from './rules'

export const EventCard = memo(function EventCard({ event }: { event: EventSummary }) {
  const action = cardAction(event)
  const group = groupOf(event)
  const note = placeNote(event)
  return (
    <Card as="article" interactive padded={false} className="flex h-full flex-col">
      <div className="relative aspect-[16/5] overflow-hidden rounded-t-lg sm:aspect-[16/6]">
        <EventArt event={event} />
        <StatusChip event={event} className="absolute start-3 top-3" />
      </div>
      <div className="flex flex-1 flex-col gap-3 p-5">
        <div>
          <p className="text-caption text-faint">
            {[typeLabel(event.type), event.mode, lengthText(event)].filter(Boolean).join(' · ')}
          </p>
          <h3 className="mt-1 line-clamp-3" title={event.title}>
            <CardLink to={paths.event(event._id)}>
              <bdi>{event.title}</bdi>
            </CardLink>
          </h3>
        </div>
        <ul className="space-y-1.5 text-small">
          <Line icon={<CalendarDays aria-hidden size="1rem" />} className="font-medium">
            <EventDays event={event} shape="day" />
          </Line>
          <Line icon={<Clock aria-hidden size="1rem" />}>
            <EventHour event={event} />
          </Line>
          {event.location && (
            <Line icon={<MapPin aria-hidden size="1rem" />}>
              <bdi className="line-clamp-2">{event.location}</bdi>
            </Line>
          )}
          <Line icon={<Users aria-hidden size="1rem" />}>{participantsText(event.registrationsCount)}</Line>
        </ul>
        <p dir="auto" className="line-clamp-2 text-small text-soft max-sm:hidden">
          {event.description}
        </p>
        {(note || event.certificatesOffered || event.hasRewards) && (
          <p className="flex flex-wrap gap-2">
            {note && <Chip tone={note.tone}>{note.text}</Chip>}
            {event.certificatesOffered && <Chip icon={<Award aria-hidden size="0.95rem" />}>Certificate</Chip>}
            {event.hasRewards && <Chip icon={<Gift aria-hidden size="0.95rem" />}>Prizes</Chip>}
          </p>
        )}
        <div className="mt-auto flex flex-wrap items-center justify-between gap-3 pt-2">
          <span className={cx('font-display text-body font-bold', event.cancelled ? 'text-bad' : group === 'live' ? 'text-info' : group === 'completed' ? 'text-faint' : 'text-ink')}>{countdown(event)}</span>
          <ButtonLink to={action === 'Check-in' ? paths.admin.checkinEvent(event._id) : paths.event(event._id)} size="sm" variant={action === 'Register' ? 'primary' : 'secondary'} className="above">
            <span>
              <span>{action}</span>
              <span className="sr-only">: {event.title}</span>
            </span>
          </ButtonLink>
        </div>
      </div>
    </Card>
  )
})

function Line({ icon, className, children }: { icon: ReactNode; className?: string; children: ReactNode }) {
  return (
    <li className="flex items-start gap-2">
      <span className="mt-[0.2em] shrink-0 text-faint">{icon}</span>
      <span className={cx('min-w-0', className ?? 'text-soft')}>{children}</span>
    </li>
  )
}

export function EventCardSkeleton() {
  return (
    <Card padded={false} className="flex h-full flex-col">
      <Skeleton className="aspect-[16/5] rounded-none! rounded-t-lg! sm:aspect-[16/6]" />
      <div className="flex flex-1 flex-col gap-3 p-5">
        <Skeleton className="h-4 w-32" />
        <Skeleton className="h-6 w-4/5" />
        <SkeletonText lines={4} className="py-1.5" />
        <SkeletonText lines={2} className="max-sm:hidden" />
        <div className="mt-auto flex items-center justify-between pt-2">
          <Skeleton className="h-5 w-24" />
          <Skeleton className="h-11 w-24 rounded-md! md:h-9" />
        </div>
      </div>
    </Card>
  )
}
