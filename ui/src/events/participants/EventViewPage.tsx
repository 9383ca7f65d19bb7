// One event for its organiser: its facts, participants, tasks and messages.
import { useId, useState, type ReactNode } from 'react'
import { useParams } from 'react-router'
import { ButtonLink } from '../../kit/Button'
import { Card } from '../../kit/Card'
import { Chip } from '../../kit/Chip'
import { Linked } from '../../kit/Linked'
import { ArrowLeft, ChevronDown, ChevronUp, CircleAlert, Pencil } from '../../kit/icons'
import { Link } from '../../kit/Link'
import { Loading, Skeleton } from '../../kit/Skeleton'
import { EmptyState, ErrorState } from '../../kit/States'
import { Tabs } from '../../kit/Tabs'
import { cx } from '../../lib/cx'
import { readError } from '../../lib/errors'
import { useDocumentTitle } from '../../lib/title'
import { paths } from '../../paths'
import { StatusChip } from '../EventArt'
import { EventDays } from '../EventWhen'
import type { Group } from '../dayRules'
import { useSiteState } from '../../sessions/SiteProvider'
import { AdminPage } from '../../admin/AdminPage'
import { EventViewActions } from './EventViewActions'
import { EventViewFacts } from './EventViewFacts'
import { EventViewMessages } from '../letters/EventViewMessages'
import { useEventView } from './eventViewState'
import { EventViewTasks } from './EventViewTasks'
import { ParticipantPanel } from './ParticipantPanel'
import { Team } from '../team/Team'
import { useAdminEvent, type AdminEvent } from './participantQueries'
import { WaitingList } from './WaitingList'

const STATUS_LABELS: Record<Group, string> = { upcoming: 'Upcoming', today: 'Today', live: 'Live', completed: 'Past' }

export default function EventViewPage() {
  const { id = '' } = useParams()
  // Another event starts afresh, without text or a selection from the last one.
  return <EventView key={id} id={id} />
}

function EventView({ id }: { id: string }) {
  const { data: event, error, isFetching, refetch } = useAdminEvent(id)
  const { site, failed } = useSiteState()
  const { status } = readError(error)
  // Who does not run the event learns of it what every member does.
  const missing = status === 404 || status === 403
  useDocumentTitle(event && !missing ? `${event.title} · Admin` : missing ? 'Event not found' : 'Event · Admin')

  if (missing || (error && !event))
    return (
      <div className="mx-auto w-full max-w-page px-(--gutter) pt-6 pb-20 lg:pt-8">
        {missing ? (
          <EmptyState
            heading="h1"
            drawing="lost"
            title={status === 403 ? 'Not your event' : 'Event not found'}
            text={status === 403 ? 'You do not run this event. Ask one of its organisers or an admin to add you to its team.' : 'It may have been deleted.'}
            action={
              <ButtonLink variant="primary" to={paths.admin.events()}>
                Back to Events
              </ButtonLink>
            }
          />
        ) : (
          <ErrorState
            heading="h1"
            message="Failed to load event details"
            onRetry={() => void refetch()}
            retrying={isFetching}
            action={<ButtonLink to={paths.admin.events()}>Back to Events</ButtonLink>}
          />
        )}
      </div>
    )
  // Hours are shown in the community's zone; waiting for it for a moment avoids a layout shift.
  if (!event || !(site || failed)) return <EventViewSkeleton />
  return <Full event={event} />
}

function Full({ event }: { event: AdminEvent }) {
  const { raw, set } = useEventView()
  const waits = event.maxParticipants !== undefined || event.waitingCount > 0
  return (
    <AdminPage
      wide
      above={
        <Link plain to={paths.admin.events()} className="mb-4 inline-flex min-h-11 items-center gap-1.5 text-small text-soft no-underline hover:text-ink hover:underline">
          <ArrowLeft aria-hidden size="1.1em" className="rtl:rotate-180" />
          Back to Events
        </Link>
      }
      title={<bdi>{event.title}</bdi>}
      lead={
        <span className="flex flex-wrap gap-2">
          <StatusChip event={event} label={(group) => STATUS_LABELS[group]} />
          {!event.published && <Chip tone="warn">Draft</Chip>}
        </span>
      }
      actions={<EventViewActions event={event} />}
    >
      {event.cancelled && (
        <Notice tone="bad" icon={<CircleAlert aria-hidden size="1.25rem" />}>
          <p className="font-medium">This event was cancelled.</p>
          {event.cancellationReason && (
            <p dir="auto" className="whitespace-pre-line">
              <Linked text={event.cancellationReason} />
            </p>
          )}
        </Notice>
      )}
      {!event.published && !event.cancelled && (
        <Notice tone="warn" icon={<Pencil aria-hidden size="1.15rem" />}>
          <p>
            <span className="font-medium">This event is a draft and not public.</span> Only its organisers and admins see it. <Link to={paths.admin.editEvent(event._id)}>Edit it to publish</Link>
          </p>
        </Notice>
      )}
      <About event={event} />
      <Tabs
        className="mt-4 md:mt-8"
        label="Event"
        value={raw.tab}
        onChange={(tab) => set({ tab }, { push: true })}
        tabs={[
          { id: 'participants', label: 'Participants', count: event.registrationsCount, panel: <ParticipantPanel event={event} /> },
          ...(waits ? [{ id: 'waiting', label: 'Waiting', count: event.waitingCount, panel: <WaitingList event={event} /> }] : []),
          { id: 'messages', label: 'Messages', panel: <EventViewMessages event={event} /> },
          { id: 'team', label: 'Team', panel: <Team event={event} /> },
        ]}
      />
    </AdminPage>
  )
}

/** The facts and the tasks. On a phone they are folded, because people come for the participants, who stand below. */
function About({ event }: { event: AdminEvent }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const Icon = open ? ChevronUp : ChevronDown
  return (
    <>
      <div className="mb-2 md:hidden print:hidden">
        <p className="text-small text-soft">
          <EventDays event={event} />
        </p>
        <button type="button" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)} className="inline-flex min-h-11 items-center gap-1.5 text-small font-medium text-accent-ink">
          <Icon aria-hidden size="1.1em" />
          <span>Details and tasks</span>
        </button>
      </div>
      <div
        id={id}
        className={cx(
          'grid items-start gap-4 lg:gap-6 print:grid',
          !open && 'max-md:hidden',
          event.tasks.length > 0 ? 'xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]' : 'xl:grid-cols-[minmax(0,1fr)_20rem]',
        )}
      >
        <EventViewFacts event={event} />
        <EventViewTasks event={event} />
      </div>
    </>
  )
}

const NOTICES = { bad: 'bg-bad-tint text-bad', warn: 'bg-warn-tint text-warn' }

function Notice({ tone, icon, children }: { tone: keyof typeof NOTICES; icon: ReactNode; children: ReactNode }) {
  return (
    <div className={cx('mb-6 flex items-start gap-3 rounded-md px-4 py-3', NOTICES[tone])}>
      <span className="mt-[0.15em] shrink-0">{icon}</span>
      <div className="min-w-0">{children}</div>
    </div>
  )
}

function EventViewSkeleton() {
  return (
    <div className="mx-auto w-full max-w-page px-(--gutter) pt-6 pb-20 lg:pt-8">
      <Loading label="Loading event…">
        <Skeleton className="mt-3 mb-7 h-5 w-32" />
        <Skeleton className="h-10 w-3/5" />
        <Skeleton className="mt-3 mb-8 h-6 w-24" />
        <div className="grid gap-4 lg:gap-6 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <Skeleton className="h-64 rounded-lg!" />
          <Skeleton className="h-64 rounded-lg!" />
        </div>
        <Card className="mt-8 space-y-4">
          {Array.from({ length: 6 }, (_, at) => (
            <Skeleton key={at} className="h-11" />
          ))}
        </Card>
      </Loading>
    </div>
  )
}
