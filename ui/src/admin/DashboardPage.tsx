// The state of the community: its totals, and the projects that wait for a decision.
import { ButtonLink } from '../kit/Button'
import { Card } from '../kit/Card'
import { Loading } from '../kit/Skeleton'
import { Stat, StatRow } from '../kit/Stat'
import { EmptyState, ErrorState } from '../kit/States'
import { readError } from '../lib/errors'
import { useDocumentTitle } from '../lib/title'
import { paths } from '../paths'
import { FirstSteps } from '../setup/FirstSteps'
import { AdminPage } from './AdminPage'
import { useNextEvents } from '../events/adminQueries'
import { EventTable, EventTableSkeleton } from '../events/EventTable'
import { ProjectTable, ProjectTableSkeleton } from '../projects/review/ProjectTable'
import { useReviewQueue } from '../projects/review/queries'
import { OperatorNotes } from './OperatorNotes'
import { useStats } from './queries'
import { INVALID_DATA } from '../projects/review/rules'

const SHOWN = 5
const NEXT = 3

export default function DashboardPage() {
  useDocumentTitle('Admin Dashboard')
  return (
    <AdminPage title="Dashboard">
      <OperatorNotes />
      <FirstSteps />
      <Counts />
      <PendingReviews />
      <UpcomingEvents />
    </AdminPage>
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
  const { data, isPending, isFetching, refetch } = useNextEvents(NEXT)
  return (
    <section aria-labelledby="upcoming" className="mt-10">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
        <div>
          <h2 id="upcoming" className="text-h3">
            Upcoming Events
          </h2>
          <p className="min-h-6 text-small text-soft tabular-nums">{data && data.total > 0 && `${data.total.toLocaleString()} ahead, nearest first`}</p>
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
      ) : data.items.length > 0 ? (
        <EventTable brief caption="Events that come next" rows={data.items} />
      ) : (
        <Card padded={false}>
          <EmptyState heading="h3" drawing="calendar" title="No upcoming events" action={<ButtonLink to={paths.admin.createEvent()}>Create Event</ButtonLink>} />
        </Card>
      )}
    </section>
  )
}
