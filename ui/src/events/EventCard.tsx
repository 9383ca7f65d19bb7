// An event in a list.
import { memo, type ReactNode } from 'react'
import { ButtonLink } from '../kit/Button'
import { Card, CardLink } from '../kit/Card'
import { Chip } from '../kit/Chip'
import { Award, CalendarDays, Clock, Gift, MapPin } from '../kit/icons'
import { Skeleton, SkeletonText } from '../kit/Skeleton'
import { cx } from '../lib/cx'
import { paths } from '../paths'
import { EventArt, StatusChip } from './EventArt'
import { EventDays, EventHour } from './EventWhen'
import type { EventSummary } from './queries'
import { cardAction, countdown, groupOf } from './dayRules'
import { lengthText, participantsText, placeNote, typeLabel } from './rules'

// On a phone the picture is a small one that the words run around, so that a page of events is not a long way.
const CARD = 'h-full max-sm:p-4 sm:flex sm:flex-col'
const ART = 'relative overflow-hidden max-sm:float-end max-sm:mb-2 max-sm:ms-3 max-sm:size-20 max-sm:rounded-md sm:aspect-[16/6] sm:rounded-t-lg'
const BODY = 'max-sm:space-y-2 sm:flex sm:flex-1 sm:flex-col sm:gap-3 sm:p-5'
const FOOT = 'flex flex-wrap items-center justify-between gap-3 max-sm:clear-both sm:mt-auto sm:pt-2'

export const EventCard = memo(function EventCard({ event }: { event: EventSummary }) {
  const action = cardAction(event)
  const group = groupOf(event)
  const note = placeNote(event)
  return (
    <Card as="article" interactive padded={false} className={CARD}>
      <div className={ART}>
        <EventArt event={event} />
        <StatusChip event={event} className="absolute start-3 top-3 max-sm:hidden" />
      </div>
      <div className={BODY}>
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
        <ul className="text-small max-sm:space-y-1 sm:space-y-1.5">
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
        </ul>
        <p dir="auto" className="line-clamp-2 text-small text-soft max-sm:hidden">
          {event.description}
        </p>
        {(note || event.certificatesOffered || event.hasRewards) && (
          <p className={cx('flex flex-wrap gap-2', !note && 'max-sm:hidden')}>
            {note && <Chip tone={note.tone}>{note.text}</Chip>}
            {event.certificatesOffered && <Chip className="max-sm:hidden" icon={<Award aria-hidden size="0.95rem" />}>Certificate</Chip>}
            {event.hasRewards && <Chip className="max-sm:hidden" icon={<Gift aria-hidden size="0.95rem" />}>Prizes</Chip>}
          </p>
        )}
        <div className={FOOT}>
          <span>
            <span className={cx('block font-display text-body font-bold', event.cancelled ? 'text-bad' : group === 'live' ? 'text-info' : group === 'completed' ? 'text-faint' : 'text-ink')}>{countdown(event)}</span>
            <span className="text-caption text-faint tabular-nums">{participantsText(event.registrationsCount)}</span>
          </span>
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
    <Card padded={false} className={CARD}>
      <Skeleton className={cx(ART, 'sm:rounded-b-none!')} />
      <div className={BODY}>
        <Skeleton className="h-4 w-32" />
        <Skeleton className="h-6 w-4/5" />
        <SkeletonText lines={3} className="py-1" />
        <SkeletonText lines={2} className="max-sm:hidden" />
        <div className={FOOT}>
          <Skeleton className="h-10 w-24" />
          <Skeleton className="h-11 w-24 rounded-md! md:h-9" />
        </div>
      </div>
    </Card>
  )
}
