// All projects in every state, with a search by title; it starts with those that wait for review. Filters are in the address.
import { useLocation } from 'react-router'
import { ButtonLink } from '../../kit/Button'
import { Card } from '../../kit/Card'
import { Pagination } from '../../kit/Pagination'
import { SearchField } from '../../kit/fields/SearchField'
import { Loading } from '../../kit/Skeleton'
import { EmptyState, ErrorState } from '../../kit/States'
import { cx } from '../../lib/cx'
import { readError } from '../../lib/errors'
import { useQueryLink, useQueryState } from '../../lib/queryState'
import { useDocumentTitle } from '../../lib/title'
import { AdminPage } from '../../admin/AdminPage'
import { PastEnd } from '../../admin/PastEnd'
import { FilterLinks } from '../../admin/FilterLinks'
import { areKeysOn, useReviewKeys } from './reviewKeys'
import { ProjectTable, ProjectTableSkeleton } from './ProjectTable'
import { useProjectCounts, useProjectList } from './queries'
import { INVALID_DATA, LIST_DEFAULTS, listQuery, ORDERS, readFilters, STATES } from './rules'
import { lastPage, PAGE_SIZE, reachable, orderBy, totalInWords } from '../../lib/paging'

export default function ProjectListPage() {
  useDocumentTitle('Projects · Admin')
  const [raw, set] = useQueryState(LIST_DEFAULTS)
  const link = useQueryLink(LIST_DEFAULTS)
  const address = useLocation()
  // A decision leads here, and can be undone here.
  useReviewKeys(areKeysOn())
  const filters = readFilters(raw)
  const { data, error, isPending, isPlaceholderData, isFetching, refetch } = useProjectList(listQuery(filters))
  const { data: counts } = useProjectCounts()

  // The last project of the last page has been decided.
  if (data?.rows && !isPlaceholderData && data.rows.length === 0 && filters.page > lastPage(data.total))
    return <PastEnd page={filters.page} last={lastPage(data.total)} />

  const rows = data?.rows
  const { search, state, order } = filters
  return (
    <AdminPage wide title="Projects">
      <div className="flex flex-col gap-3 xl:flex-row-reverse xl:items-center xl:justify-between">
        <SearchField label="Search projects by title" placeholder="Search by title…" value={raw.search} onSearch={(typed) => set({ search: typed })} className="md:max-xl:max-w-96 xl:w-80" />
        <FilterLinks label="Projects by status" options={STATES.map((one) => ({ ...one, count: counts?.[one.count] ?? null }))} current={state.value} to={(status) => link({ status })} />
      </div>
      <p role="status" className="mt-5 mb-3 min-h-6 text-small text-soft tabular-nums">
        {rows && `Showing ${rows.length.toLocaleString()} of ${totalInWords(data.total, Boolean(filters.search))} projects`}
      </p>
      {isPending ? (
        <Loading label="Loading projects…">
          <ProjectTableSkeleton rows={8} />
        </Loading>
      ) : !rows ? (
        <ErrorState
          message={data ? INVALID_DATA : readError(error, 'Failed to load projects').message}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : rows.length > 0 ? (
        <div aria-busy={isPlaceholderData} className={cx('transition-opacity', isPlaceholderData && 'opacity-60')}>
          <ProjectTable caption={`${state.label}, page ${filters.page}`} rows={rows} list={address.search} sort={ORDERS[order]} onSort={(sort) => set({ sort: orderBy(ORDERS, sort) })} />
          <Pagination page={filters.page} total={reachable(data.total)} pageSize={PAGE_SIZE} label="Pages of projects" />
        </div>
      ) : (
        <Card padded={false}>
          <EmptyState
            drawing={search ? 'search' : 'box'}
            title="No projects match your search criteria"
            text={!search && state.value === 'review' ? 'Nothing is waiting for review.' : undefined}
            action={
              (search || state.value !== 'all') && (
                <ButtonLink to={link(search ? { search: '' } : { status: 'all' })}>{search ? 'Clear Search' : 'Show All Projects'}</ButtonLink>
              )
            }
          />
        </Card>
      )}
    </AdminPage>
  )
}
