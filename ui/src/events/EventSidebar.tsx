// Beside an event: one's own status or the way to register, its id, share.
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { ButtonLink } from '../kit/Button'
import { Card } from '../kit/Card'
import { Chip, type Tone } from '../kit/Chip'
import { ShareButton } from '../kit/CopyButton'
import { ExternalLink } from '../kit/Link'
import { LogIn } from '../kit/icons'
import { Skeleton } from '../kit/Skeleton'
import { formatClock, formatDate } from '../lib/dates'
import { paths, webLink } from '../paths'
import { useSession } from '../session/SessionProvider'
import type { EventDetail } from './queries'
import { participantsText } from './rules'

type Registration = EventDetail['registrations'][number]

export function EventSidebar({ event, registration }: { event: EventDetail; registration: Registration | undefined }) {
  return (
    <aside aria-label="Registration" className="lg:row-span-2">
      <Card className="flex flex-col gap-5 lg:sticky lg:top-[calc(var(--header)+1.5rem)] lg:p-6">
        {registration ? <YourStatus event={event} registration={registration} /> : <RegistrationArea event={event} />}
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
        <ShareButton wide title={event.title} label="Share Event" />
      </Card>
    </aside>
  )
}

const TONES: Record<string, Tone> = { Registered: 'good', Attended: 'info', Completed: 'accent' }

function YourStatus({ event, registration }: { event: EventDetail; registration: Registration }) {
  const done = registration.tasks.filter((task) => task.completed).length
  const meet = webLink(event.meetLink)
  const chat = webLink(event.whatsappLink)
  return (
    <div className="border-b border-line pb-5">
      <h2 className="text-h4">Your Status</h2>
      <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
        <Chip tone={TONES[registration.status]}>{registration.status}</Chip>
        {registration.tasks.length > 0 && (
          <span className="text-small text-soft tabular-nums">
            {done} of {registration.tasks.length} tasks completed
          </span>
        )}
      </p>
      {(meet || chat) && (
        <p className="mt-3 flex flex-col gap-1">
          {meet && <ExternalLink href={meet} className="min-h-9">Join the meeting</ExternalLink>}
          {chat && <ExternalLink href={chat} className="min-h-9">Join the chat group</ExternalLink>}
        </p>
      )}
    </div>
  )
}

/** For guests the way to login; members get their form here once there is a call to register with. */
function RegistrationArea({ event }: { event: EventDetail }) {
  const { status } = useSession()
  const { pathname } = useLocation()
  if (event.status === 'completed' || event.cancelled) return null
  if (event.isFull) return <Closed title="Registration Full" text="All places are taken." />
  if (!event.registrationOpen) return <Closed title="Registration closed" text={event.registrationDeadline && <>It ended on {deadlineText(event.registrationDeadline)}.</>} />
  if (status === 'loading') return <Skeleton className="h-13 rounded-md!" />
  if (status === 'authenticated') return null
  return (
    <div>
      <ButtonLink wide size="lg" variant="primary" to={paths.login(pathname)} icon={<LogIn aria-hidden size="1.1em" />}>
        Login to Register
      </ButtonLink>
      {event.registrationDeadline && <p className="mt-2.5 text-center text-caption text-faint">Open until {deadlineText(event.registrationDeadline)}</p>}
    </div>
  )
}

/** `YYYY-MM-DDTHH:MM` by the community's clock. */
const deadlineText = (deadline: string) => `${formatDate(deadline.slice(0, 10), 'date')}, ${formatClock(deadline.slice(11))}`

function Closed({ title, text }: { title: string; text?: ReactNode }) {
  return (
    <div className="rounded-md bg-sunken px-4 py-3">
      <p className="font-medium">{title}</p>
      {text && <p className="text-small text-soft">{text}</p>}
    </div>
  )
}
