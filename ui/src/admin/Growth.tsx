// How the community grows: the charts of the dashboard.
import { Card } from '../kit/Card'
import { Loading, Skeleton } from '../kit/Skeleton'
import { ErrorState } from '../kit/States'
import { formatDate } from '../lib/dates'
import { BarChart, Doughnut, LineChart } from './charts/Chart'
import { useAnalytics, useGrowth } from './queries'

const month = (value: string, long: boolean) => new Date(`${value}-15T12:00:00Z`).toLocaleDateString(undefined, { month: long ? 'long' : 'short', ...(long && { year: 'numeric' }) })

export function Growth() {
  const { data, isPending, isFetching, refetch } = useGrowth()
  return (
    <section aria-labelledby="growth" className="mt-10">
      <h2 id="growth" className="mb-4 text-h3">
        Growth
      </h2>
      {isPending ? (
        <Loading label="Loading the charts…">
          <div className="grid gap-4 lg:grid-cols-2 2xl:grid-cols-3">
            <Skeleton className="h-82 w-full" />
            <Skeleton className="h-82 w-full" />
            <Skeleton className="h-82 w-full lg:max-2xl:hidden" />
          </div>
        </Loading>
      ) : !data ? (
        <Card padded={false}>
          <ErrorState heading="h3" message="Failed to load dashboard data. Please check your connection and try again." onRetry={() => void refetch()} retrying={isFetching} />
        </Card>
      ) : (
        <div className="grid gap-4 lg:grid-cols-2 2xl:grid-cols-3">
          <LineChart
            title="User Growth"
            lead={`${sum(data.months.map(({ newUsers }) => newUsers)).toLocaleString()} new in the last 12 months`}
            heads={['Month', 'Users by its end']}
            points={data.months.map((one) => ({ label: month(one.month, true), short: month(one.month, false), value: one.totalUsers }))}
          />
          <BarChart
            title="Project Submissions"
            lead={`${sum(data.months.map(({ submittedProjects }) => submittedProjects)).toLocaleString()} in the last 12 months`}
            heads={['Month', 'Submitted']}
            points={data.months.map((one) => ({ label: month(one.month, true), short: month(one.month, false), value: one.submittedProjects }))}
          />
          <Doughnut
            title="Project Status"
            lead="All projects, now"
            heads={['Status', 'Projects']}
            unit="projects"
            parts={[
              { label: 'Approved', value: data.approved, tone: 'good' },
              { label: 'In Review', value: data.inReview, tone: 'warn' },
              { label: 'Rejected', value: data.rejected, tone: 'bad' },
            ]}
          />
          <PageViews />
        </div>
      )}
    </section>
  )
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** The most viewed pages that are named. */
const NAMED = 6

function PageViews() {
  const { data } = useAnalytics()
  if (!data) return null
  const day = (value: string) => formatDate(value, 'shortDate')
  return (
    <>
      <BarChart
        title="Page Views"
        lead={`${sum(data.days.map(({ views }) => views)).toLocaleString()} in the last ${data.days.length} days`}
        heads={['Day', 'Views']}
        className="lg:max-2xl:order-last lg:col-span-2"
        points={data.days.map(({ day: value, views }) => ({ label: day(value), short: String(Number(value.slice(8))), value: views }))}
      />
      <Card as="section" aria-labelledby="most-viewed">
        <h3 id="most-viewed" className="text-h4">
          Most viewed
        </h3>
        {data.pages.length === 0 ? (
          <p className="mt-2 text-small text-soft">Nobody has been counted yet. Views are counted by page and day, without cookies and without anything about visitors.</p>
        ) : (
          <ol className="mt-3 divide-y divide-line text-small">
            {data.pages.slice(0, NAMED).map(({ name, count }) => (
              <li key={name} className="flex justify-between gap-4 py-2">
                <span className="min-w-0 wrap-anywhere">{PAGE_NAMES[name] ?? name}</span>
                <span className="tabular-nums">{count.toLocaleString()}</span>
              </li>
            ))}
          </ol>
        )}
      </Card>
    </>
  )
}

const PAGE_NAMES: Record<string, string> = {
  '/': 'Home',
  '/projects': 'Projects',
  '/projects/:id': 'A project',
  '/events': 'Events',
  '/events/:id': 'An event',
  '/certificates/:id': 'A certificate',
  '/badges/:id': 'A badge',
  '/profile': 'Own profile',
  '/profile/:id': 'A profile',
  '/login': 'Sign in',
  '/submit-project': 'Submit a project',
  '/verify-certificate': 'Verify a certificate',
}
