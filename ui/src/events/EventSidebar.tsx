// The panel beside an event: the member's status or the registration, the calendar and sharing.
import { useEffect, useRef } from 'react'
import { ButtonLink } from '../kit/Button'
import { Card } from '../kit/Card'
import { ShareButton } from '../kit/CopyButton'
import { CalendarPlus, QrCode } from '../kit/icons'
import { ExternalLink, Link } from '../kit/Link'
import { cx } from '../lib/cx'
import { paths } from '../paths'
import type { EventDetail } from './queries'
import { RegistrationArea } from './registration/Registration'
import { isOn } from './dayRules'
import { webCalendars } from './rules'
import { YourStatus, YourWaiting } from './registration/YourStatus'

type EventSidebarProps = { event: EventDetail; registration: EventDetail['registrations'][number] | undefined; /** On a phone it stands before the rest of the page. */ first: boolean }

export function EventSidebar({ event, registration, first }: EventSidebarProps) {
  const part = useFocusOnChange(registration ? 'registered' : event.waitingPosition !== undefined ? 'waiting' : 'outside')
  return (
    // In the preview of a draft, nothing here can be used.
    <aside aria-label="Registration" id="registration" inert={!event.published} className={cx('no-print scroll-mt-24 lg:col-start-2 lg:row-span-3 lg:row-start-1', first && 'max-lg:order-first')}>
      <Card className="flex flex-col gap-5 lg:sticky lg:top-[calc(var(--header)+1.5rem)] lg:max-h-[calc(100dvh-var(--header)-3rem)] lg:overflow-y-auto lg:p-6">
        <div ref={part} tabIndex={-1} className="outline-none empty:hidden">
          {registration ? (
            <YourStatus event={event} registration={registration} />
          ) : event.waitingPosition !== undefined ? (
            <YourWaiting event={event} position={event.waitingPosition} />
          ) : (
            <RegistrationArea event={event} />
          )}
        </div>
        {event.canCheckIn && isOn(event) && (
          <ButtonLink wide to={paths.admin.checkinEvent(event._id)} icon={<QrCode aria-hidden size="1.1em" />}>
            Check-in
          </ButtonLink>
        )}
        <div className="flex flex-col gap-3">
          {event.phase !== 'over' && !event.cancelled && (
            <div>
              <ButtonLink wide href={paths.eventCalendar(event._id)} download icon={<CalendarPlus aria-hidden size="1.1em" />}>
                Add to calendar
              </ButtonLink>
              <p className="mt-1 flex flex-wrap items-center justify-center gap-x-5 text-caption print:hidden">
                <span className="sr-only">Or add to:</span>
                {webCalendars(event, location.href).map(({ name, href }) => (
                  <ExternalLink key={name} href={href} className="inline-flex min-h-11 items-center md:min-h-6">
                    {name}
                  </ExternalLink>
                ))}
              </p>
            </div>
          )}
          <ShareButton wide title={event.title} label="Share Event" />
        </div>
        <YourWork event={event} />
      </Card>
    </aside>
  )
}

/** Quiet links for who runs the event, and before its day also to its door. */
function YourWork({ event }: { event: EventDetail }) {
  const door = event.canCheckIn && event.phase === 'ahead' && !event.cancelled
  if (!door && !event.canRun) return null
  return (
    <p className="flex flex-wrap gap-x-5 border-t border-line pt-3 text-small print:hidden">
      {event.canRun && (
        <Link to={paths.admin.viewEvent(event._id)} className="inline-flex min-h-11 items-center md:min-h-8">
          Manage this event
        </Link>
      )}
      {door && (
        <Link to={paths.admin.checkinEvent(event._id)} className="inline-flex min-h-11 items-center md:min-h-8">
          Check-in
        </Link>
      )}
    </p>
  )
}

/** The clicked button disappears when it has worked, so the focus moves to what replaces it; on a phone it may stand far above. */
function useFocusOnChange(what: string) {
  const part = useRef<HTMLDivElement>(null)
  const before = useRef(what)
  useEffect(() => {
    const changed = before.current !== what
    before.current = what
    if (!changed) return
    if (document.activeElement === document.body || !document.activeElement) part.current?.focus({ preventScroll: true })
    part.current?.scrollIntoView({ block: 'nearest' })
  }, [what])
  return part
}
