// The panel beside an event: the member's status or the registration, the calendar, the id and sharing.
import { useEffect, useRef } from 'react'
import { ButtonLink } from '../kit/Button'
import { Card } from '../kit/Card'
import { ShareButton } from '../kit/CopyButton'
import { CalendarPlus } from '../kit/icons'
import { paths } from '../paths'
import type { EventDetail } from './queries'
import { RegistrationArea } from './registration/Registration'
import { participantsText } from './rules'
import { YourStatus, YourWaiting } from './registration/YourStatus'

type EventSidebarProps = { event: EventDetail; registration: EventDetail['registrations'][number] | undefined }

export function EventSidebar({ event, registration }: EventSidebarProps) {
  const part = useFocusOnChange(registration ? 'registered' : event.waitingPosition !== undefined ? 'waiting' : 'outside')
  return (
    // In the preview of a draft, nothing here can be used.
    <aside aria-label="Registration" inert={!event.published} className="lg:row-span-2">
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
        <dl className="grid grid-cols-2 gap-x-6 gap-y-4 lg:grid-cols-1">
          <div>
            <dt className="text-caption text-faint">Event ID</dt>
            <dd className="font-mono">{event.eventId}</dd>
          </div>
          <div>
            <dt className="text-caption text-faint">Participants</dt>
            <dd>{participantsText(event.registrationsCount)}</dd>
          </div>
        </dl>
        <div className="flex flex-col gap-3">
          {event.status !== 'completed' && !event.cancelled && (
            <ButtonLink wide href={paths.eventCalendar(event._id)} download icon={<CalendarPlus aria-hidden size="1.1em" />}>
              Add to calendar
            </ButtonLink>
          )}
          <ShareButton wide title={event.title} label="Share Event" />
        </div>
      </Card>
    </aside>
  )
}

/** The clicked button disappears when it has worked, so the focus moves to what replaces it. */
function useFocusOnChange(what: string) {
  const part = useRef<HTMLDivElement>(null)
  const before = useRef(what)
  useEffect(() => {
    const changed = before.current !== what
    before.current = what
    if (changed && (document.activeElement === document.body || !document.activeElement)) part.current?.focus()
  }, [what])
  return part
}
