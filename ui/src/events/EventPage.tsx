// One event: what, when, where, with whom, and how to join.
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { ButtonLink } from '../kit/Button'
import { Chip } from '../kit/Chip'
import { Linked } from '../kit/Linked'
import { ArrowLeft, CircleAlert, Info } from '../kit/icons'
import { Link } from '../kit/Link'
import { Markdown } from '../kit/Markdown'
import { Container } from '../kit/Page'
import { Loading, Skeleton, SkeletonText } from '../kit/Skeleton'
import { ErrorState } from '../kit/States'
import { Optional } from '../kit/Optional'
import { part } from '../lib/part'
import { readError } from '../lib/errors'
import { useDocumentTitle } from '../lib/title'
import { paths } from '../paths'
import { useSession } from '../sessions/SessionProvider'
import { useSiteState } from '../sessions/SiteProvider'
import { EventArt, StatusChip } from './EventArt'
import { EventFacts } from './EventFacts'
import { EventSidebar } from './EventSidebar'
import { EventTasks } from './registration/EventTasks'
import { CertificateInformation, Partner } from './Partnership'
import { useEvent, type EventDetail } from './queries'
import { FootBar } from './FootBar'
import { detailLabel } from './dayRules'
import { difficultyLabel, typeLabel } from './rules'

const MoreEvents = part(() => import('./MoreEvents'))

export default function EventPage() {
  const { id = '' } = useParams()
  const { data: event, error, isFetching, refetch } = useEvent(id)
  const { site, failed } = useSiteState()
  useDocumentTitle(event ? `${event.cancelled ? 'Cancelled: ' : ''}${event.title}` : error ? 'Event Not Found' : undefined)

  // Hours are shown in the community's zone; waiting for it for a moment avoids a layout shift.
  if (event && (site || failed)) return <Full event={event} />
  if (!error) return <EventSkeleton />
  const missing = readError(error).status === 404
  return (
    <Container className="py-10">
      <ErrorState
        heading="h1"
        title={missing ? 'Event Not Found' : undefined}
        message={missing ? 'The requested event does not exist.' : 'Failed to load event data'}
        onRetry={missing ? undefined : () => void refetch()}
        retrying={isFetching}
        action={<ButtonLink to={paths.events()}>View All Events</ButtonLink>}
      />
    </Container>
  )
}

// Beside the page, the panel with the reader's next step begins at the top.
const GRID = 'mt-1 grid gap-x-12 gap-y-7 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_auto_1fr]'

function Full({ event }: { event: EventDetail }) {
  const { user } = useSession()
  // For who runs the event the answer holds every member's entry.
  const registration = event.registrations.find((one) => one.user._id === user?.id)
  const tasks = event.tasks.length > 0 && (
    <Part title="Event Tasks">
      <EventTasks event={event} own={registration?.tasks} />
    </Part>
  )
  return (
    <Container>
      <article>
        <Link plain to={paths.events()} className="mt-4 inline-flex print:hidden min-h-11 items-center gap-2 text-small text-soft no-underline hover:text-ink">
          <ArrowLeft aria-hidden size="1.1em" /> All events
        </Link>
        <div className={GRID}>
          <div className="min-w-0 max-lg:order-first">
            <div className="aspect-[16/5] w-full overflow-hidden rounded-lg print:max-h-24">
              <EventArt event={event} eager />
            </div>
            <header className="pt-6">
              <p className="flex flex-wrap gap-2">
                <StatusChip event={event} label={detailLabel} />
                <Chip>{typeLabel(event.type)}</Chip>
                {event.difficulty && <Chip>{difficultyLabel(event.difficulty)}</Chip>}
              </p>
              <h1 dir="auto" className="mt-4 max-w-200 text-h1">
                {event.title}
              </h1>
            </header>
            {!event.published && <Draft id={event._id} />}
            {event.cancelled && <Cancelled reason={event.cancellationReason} />}
          </div>
          <EventFacts event={event} />
          <EventSidebar event={event} registration={registration} first={registration !== undefined || event.waitingPosition !== undefined} />
          <div className="min-w-0 space-y-12 pt-2 lg:col-start-1">
            {registration && tasks}
            <Part title="About this event">
              <Markdown html={event.descriptionHtml} className="[&_:is(h2,h3,h4)]:text-h4" />
              {event.tags.length > 0 && (
                <ul aria-label="Tags" className="mt-5 flex flex-wrap gap-2">
                  {event.tags.map((tag) => (
                    <li key={tag} className="min-w-0">
                      <Chip>{tag}</Chip>
                    </li>
                  ))}
                </ul>
              )}
            </Part>
            {event.requirements && (
              <Part title="Requirements">
                <p dir="auto" className="max-w-measure whitespace-pre-line">
                  <Linked text={event.requirements} />
                </p>
              </Part>
            )}
            {!registration && tasks}
            {event.isCollaborative && (
              <>
                <Part title="In Partnership With">
                  <Partner event={event} />
                </Part>
                <Part title="Certificate Information">
                  <CertificateInformation event={event} />
                </Part>
              </>
            )}
            <p className="text-caption text-faint">
              <span>Event ID </span>
              <span className="font-mono">{event.eventId}</span>
            </p>
          </div>
        </div>
      </article>
      <Optional>
        <MoreEvents event={event} />
      </Optional>
      <FootBar event={event} registered={registration !== undefined} />
    </Container>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-4 text-h3">{title}</h2>
      {children}
    </section>
  )
}

function Cancelled({ reason }: { reason: string }) {
  return (
    <div className="mt-6 flex items-start gap-3 rounded-md bg-bad-tint px-4 py-3 text-bad">
      <CircleAlert aria-hidden size="1.25rem" className="mt-[0.15em] shrink-0" />
      <div className="min-w-0">
        <p className="font-medium">This event was cancelled.</p>
        {reason && (
          <p dir="auto" className="whitespace-pre-line">
            <Linked text={reason} />
          </p>
        )}
      </div>
    </div>
  )
}

/** For who runs it: the page of a draft, as it will look. */
function Draft({ id }: { id: string }) {
  return (
    <div className="mt-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-md bg-warn-tint px-4 py-3 text-warn">
      <p className="flex min-w-0 items-start gap-3">
        <Info aria-hidden size="1.25rem" className="mt-[0.15em] shrink-0" />
        <span>
          <strong>Draft.</strong> Only its organisers and admins see this page. This is how it will look; nobody can register before it is published.
        </span>
      </p>
      <ButtonLink size="sm" to={paths.admin.editEvent(id)}>
        Edit draft
      </ButtonLink>
    </div>
  )
}

function EventSkeleton() {
  return (
    <Container>
      <Loading label="Loading event…">
        <Skeleton className="mt-7 mb-4 h-4 w-24" />
        <div className={GRID}>
          <div>
            <Skeleton className="aspect-[16/5] w-full rounded-lg!" />
            <Skeleton className="mt-6 h-6 w-52" />
            <Skeleton className="mt-4 h-(--text-h1) w-3/4" />
          </div>
          <Skeleton className="h-56 rounded-lg! lg:row-span-3" />
          <Skeleton className="h-56 rounded-lg!" />
          <SkeletonText lines={6} />
        </div>
      </Loading>
    </Container>
  )
}
