// All events, drafts included, with a search by title and a filter by time. Both are in the address.
import { useLocation } from 'react-router'
import { EVENT_ADMIN_FILTERS } from '../api/forms'
import { ButtonLink } from '../kit/Button'
import { Card } from '../kit/Card'
import { Plus } from '../kit/icons'
import { Pagination } from '../kit/Pagination'
import { SearchField } from '../kit/fields/SearchField'
import { Loading } from '../kit/Skeleton'
import { EmptyState, ErrorState } from '../kit/States'
import { cx } from '../lib/cx'
import { refusalOf } from '../lib/errors'
import { useQueryLink, useQueryState } from '../lib/queryState'
import { useDocumentTitle } from '../lib/title'
import { paths } from '../paths'
import { AdminPage } from '../admin/AdminPage'
import { PastEnd } from '../admin/PastEnd'
import { FilterLinks } from '../admin/FilterLinks'
import { lastPage, PAGE_SIZE, reachable, orderBy } from '../lib/paging'
import { useAdminEventList } from './adminQueries'
import { EventTable, EventTableSkeleton } from './EventTable'
import { LIST_DEFAULTS, listQuery, ORDERS, readFilters } from './adminRules'

export default function EventListPage() {
  useDocumentTitle('Events · Admin')
  const [raw, set] = useQueryState(LIST_DEFAULTS)
  const link = useQueryLink(LIST_DEFAULTS)
  const address = useLocation()
  const filters = readFilters(raw)
  const { data, error, isPending, isPlaceholderData, isFetching, refetch } = useAdminEventList(listQuery(filters))

  // The last event of the last page is gone.
  if (data && !isPlaceholderData && data.items.length === 0 && filters.page > lastPage(data.total))
    return <PastEnd page={filters.page} last={lastPage(data.total)} />

  const { search, shown, order } = filters
  return (
    <AdminPage
      wide
      title="Events"
      actions={
        <ButtonLink variant="primary" to={paths.admin.createEvent()} icon={<Plus aria-hidden size="1.15em" />}>
          Create Event
        </ButtonLink>
      }
    >
      <div className="flex flex-col gap-3 xl:flex-row-reverse xl:items-center xl:justify-between">
        <SearchField label="Search events by title" placeholder="Search by title…" value={raw.search} onSearch={(typed) => set({ search: typed })} className="md:max-xl:max-w-96 xl:w-80" />
        <FilterLinks label="Events by date" options={EVENT_ADMIN_FILTERS} current={shown.value} to={(status) => link({ status })} />
      </div>
      <p role="status" className="mt-5 mb-3 min-h-6 text-small text-soft tabular-nums">
        {data && `Showing ${data.items.length.toLocaleString()} of ${data.total.toLocaleString()} events`}
      </p>
      {isPending ? (
        <Loading label="Loading events…">
          <EventTableSkeleton rows={8} />
        </Loading>
      ) : !data ? (
        <ErrorState message={refusalOf(error, 'Failed to load events').message} onRetry={() => void refetch()} retrying={isFetching} />
      ) : data.items.length > 0 ? (
        <div aria-busy={isPlaceholderData} className={cx('transition-opacity', isPlaceholderData && 'opacity-60')}>
          <EventTable caption={`${shown.label}, page ${filters.page}`} rows={data.items} list={address.search} sort={order && ORDERS[order]} onSort={(sort) => set({ sort: orderBy(ORDERS, sort) })} />
          <Pagination page={filters.page} total={reachable(data.total)} pageSize={PAGE_SIZE} label="Pages of events" />
        </div>
      ) : (
        <Card padded={false}>
          <EmptyState
            drawing={search ? 'search' : 'calendar'}
            title="No events match your search criteria"
            action={
              search || shown.value !== 'all' ? (
                <ButtonLink to={link(search ? { search: '' } : { status: 'all' })}>{search ? 'Clear Search' : 'Show All Events'}</ButtonLink>
              ) : (
                <ButtonLink to={paths.admin.createEvent()}>Create the First Event</ButtonLink>
              )
            }
          />
        </Card>
      )}
    </AdminPage>
  )
}
