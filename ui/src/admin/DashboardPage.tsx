// What is to do today, what waits for somebody, and the state of the community.
import { ButtonLink } from '../kit/Button'
import { Card } from '../kit/Card'
import { Link } from '../kit/Link'
import { Loading, Skeleton } from '../kit/Skeleton'
import { Stat, StatRow } from '../kit/Stat'
import { EmptyState, ErrorState } from '../kit/States'
import { cx } from '../lib/cx'
import { readError } from '../lib/errors'
import { useDocumentTitle } from '../lib/title'
import { paths } from '../paths'
import { FirstSteps } from '../setup/FirstSteps'
import { useFirstSteps } from '../setup/queries'
import { AdminPage } from './AdminPage'
import { useDraftEvents, useNextEvents, type AdminEventSummary } from '../events/adminQueries'
import { placesText } from '../events/adminRules'
import { EventHour } from '../events/EventWhen'
import { countdown, groupOf, isOn } from '../events/dayRules'
import { EventTable, EventTableSkeleton } from '../events/EventTable'
import { ProjectTable, ProjectTableSkeleton } from '../projects/review/ProjectTable'
import { useReviewQueue } from '../projects/review/queries'
import { OperatorNotes } from './OperatorNotes'
import { EntryList } from './audit/EntryList'
import { useAudit } from './audit/queries'
import { Growth } from './Growth'
import { useNotes, useStats, useToDo } from './queries'
import { AUDIT_DEFAULTS, auditQuery } from './rules'
import { ToDo } from './ToDo'
import { INVALID_DATA } from '../projects/review/rules'

const SHOWN = 5
const NEXT = 3
/** Today's events and the next ones are asked for together. */
const AHEAD = 20
const DRAFTS = 5

export default function DashboardPage() {
  useDocumentTitle('Admin Dashboard')
  // What stands at the top is there or not. The rest waits for it, so that nothing moves under a finger.
  const isTopOpen = [useNotes().isPending, useFirstSteps().isPending, useNextEvents(AHEAD).isPending, useToDo().isPending].includes(true)
  useStats()
  useReviewQueue(SHOWN)
  return (
    <AdminPage title="Dashboard">
      {isTopOpen ? (
        <Loading label="Loading the dashboard…">
          <Skeleton className="h-28 w-full" />
          <Skeleton className="mt-10 h-80 w-full" />
        </Loading>
      ) : (
        <>
          <OperatorNotes />
          <FirstSteps />
          <ToDo />
          <Today />
          <Counts />
          <PendingReviews />
          <UpcomingEvents />
          <Drafts />
          <Growth />
          <LatestActions />
        </>
      )}
    </AdminPage>
  )
}

/** The events of the day, with the way to their doors. Nothing on other days. */
function Today() {
  const { data } = useNextEvents(AHEAD)
  const events = data?.items.filter(isOn) ?? []
  if (events.length === 0) return null
  return (
    <section aria-labelledby="today" className="mb-8">
      <h2 id="today" className="mb-4 text-h3">
        Today
      </h2>
      <ul className="grid gap-4">
        {events.map((event) => (
          <li key={event._id}>
            <TodaysEvent event={event} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function TodaysEvent({ event }: { event: AdminEventSummary }) {
  return (
    <Card className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
      <div className="min-w-0">
        <p className={cx('font-display font-bold', groupOf(event) === 'live' ? 'text-info' : 'text-ink')}>{countdown({ ...event, daysToGo: 0 })}</p>
        <h3 className="mt-0.5">
          <Link plain to={paths.admin.viewEvent(event._id)} className="text-ink no-underline hover:underline">
            <bdi>{event.title}</bdi>
          </Link>
        </h3>
        <p className="mt-1 text-small text-soft tabular-nums">
          <EventHour event={event} />
          <span>{` · ${placesText(event.registrationsCount, event.maxParticipants)} registered`}</span>
          {event.waitingCount > 0 && <span>{` · ${event.waitingCount.toLocaleString()} waiting`}</span>}
        </p>
      </div>
      <ButtonLink variant="primary" to={paths.admin.checkinEvent(event._id)}>
        <span>
          Check-in<span className="sr-only">: {event.title}</span>
        </span>
      </ButtonLink>
    </Card>
  )
}

/** Events that only admins see, so nobody can register for them yet. */
function Drafts() {
  const { data } = useDraftEvents(DRAFTS)
  if (!data || data.total === 0) return null
  return (
    <section aria-labelledby="drafts" className="mt-10">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
        <div>
          <h2 id="drafts" className="text-h3">
            Drafts
          </h2>
          <p className="min-h-6 text-small text-soft tabular-nums">{`${data.total.toLocaleString()} not published yet`}</p>
        </div>
        <ButtonLink size="sm" to={paths.admin.events({ status: 'drafts' })}>
          <span>
            View All<span className="sr-only"> drafts</span>
          </span>
        </ButtonLink>
      </div>
      <EventTable brief caption="Events that are not published" rows={data.items} />
    </section>
  )
}

function Counts() {
  const { data, isPending, isError, isFetching, refetch } = useStats()
  if (isError && !data)
    return (
      <Card padded={false}>
        <ErrorState message="Failed to load dashboard data. Please check your connection and try again." onRetry={() => void refetch()} retrying={isFetching} />
      </Card>
    )
  return (
    <Card as="section" aria-label="Counts">
      <StatRow>
        <Stat label="Total Users" value={data?.userCount} loading={isPending} />
        <Stat label="Total Projects" value={data?.projectCount} loading={isPending} />
        <Stat label="Total Events" value={data?.eventCount} loading={isPending} />
      </StatRow>
      <p className="mt-4 text-small text-soft">As visitors see it: members who can sign in, approved projects, and published events that were not cancelled.</p>
    </Card>
  )
}

function PendingReviews() {
  const { data, error, isPending, isFetching, refetch } = useReviewQueue(SHOWN)
  return (
    <section aria-labelledby="pending" className="mt-10">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
        <div>
          <h2 id="pending" className="text-h3">
            Pending Project Reviews
          </h2>
          <p className="min-h-6 text-small text-soft tabular-nums">{data && data.total > 0 && `${data.total.toLocaleString()} waiting, longest wait first`}</p>
        </div>
        <ButtonLink size="sm" to={paths.admin.projects()}>
          <span>
            View All<span className="sr-only"> projects in review</span>
          </span>
        </ButtonLink>
      </div>
      {isPending ? (
        <Loading label="Loading projects…">
          <ProjectTableSkeleton rows={SHOWN} />
        </Loading>
      ) : !data?.rows ? (
        <Card padded={false}>
          <ErrorState heading="h3" message={data ? INVALID_DATA : readError(error, 'Failed to load projects').message} onRetry={() => void refetch()} retrying={isFetching} />
        </Card>
      ) : data.rows.length > 0 ? (
        <ProjectTable brief caption="Projects that wait longest for review" rows={data.rows} />
      ) : (
        <Card padded={false}>
          <EmptyState heading="h3" title="Nothing is waiting for review" text="New projects appear here as soon as they are submitted." />
        </Card>
      )}
    </section>
  )
}

function UpcomingEvents() {
  const { data, isPending, isFetching, refetch } = useNextEvents(AHEAD)
  const events = data?.items.filter((event) => !isOn(event)) ?? []
  const total = data ? data.total - (data.items.length - events.length) : 0
  return (
    <section aria-labelledby="upcoming" className="mt-10">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
        <div>
          <h2 id="upcoming" className="text-h3">
            Upcoming Events
          </h2>
          <p className="min-h-6 text-small text-soft tabular-nums">{total > 0 && `${total.toLocaleString()} ahead, nearest first`}</p>
        </div>
        <ButtonLink size="sm" to={paths.admin.events({ status: 'upcoming' })}>
          <span>
            View All<span className="sr-only"> upcoming events</span>
          </span>
        </ButtonLink>
      </div>
      {isPending ? (
        <Loading label="Loading events…">
          <EventTableSkeleton brief rows={NEXT} />
        </Loading>
      ) : !data ? (
        <Card padded={false}>
          <ErrorState heading="h3" message="Failed to load events" onRetry={() => void refetch()} retrying={isFetching} />
        </Card>
      ) : events.length > 0 ? (
        <EventTable brief caption="Events that come next" rows={events.slice(0, NEXT)} />
      ) : (
        <Card padded={false}>
          <EmptyState heading="h3" drawing="calendar" title="No upcoming events" action={<ButtonLink to={paths.admin.createEvent()}>Create Event</ButtonLink>} />
        </Card>
      )}
    </section>
  )
}

/** How many of the newest entries of the audit log are shown. */
const ACTIONS = 5

/** What admins did last. */
function LatestActions() {
  const { data } = useAudit({ ...auditQuery(AUDIT_DEFAULTS), limit: ACTIONS })
  if (!data || data.items.length === 0) return null
  return (
    <section aria-labelledby="actions" className="mt-10">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
        <h2 id="actions" className="text-h3">
          Latest Actions
        </h2>
        <ButtonLink size="sm" to={paths.admin.audit()}>
          <span>
            View All<span className="sr-only"> actions of admins</span>
          </span>
        </ButtonLink>
      </div>
      <EntryList brief entries={data.items} />
    </section>
  )
}
