// All badges as cards, with a search and a filter by type. Both are in the address, and the open dialog too.
import { Navigate, useLocation } from 'react-router'
import { AdminPage } from '../admin/AdminPage'
import { FilterLinks } from '../admin/FilterLinks'
import { Button, ButtonLink } from '../kit/Button'
import { Card } from '../kit/Card'
import { SearchField } from '../kit/fields/SearchField'
import { Plus } from '../kit/icons'
import { Pagination } from '../kit/Pagination'
import { Loading, Skeleton } from '../kit/Skeleton'
import { EmptyState, ErrorState } from '../kit/States'
import { cx } from '../lib/cx'
import { lastPage, PAGE_SIZE, reachable } from '../lib/paging'
import { useQueryLink, useQueryState } from '../lib/queryState'
import { useDocumentTitle } from '../lib/title'
import { useBadgeList } from './adminQueries'
import { LIST_DEFAULTS, listQuery, readFilters, TYPES } from './adminRules'
import { BadgeCard } from './BadgeCard'
import { BadgeDialog } from './BadgeDialog'
import { CreateDialog, type Gift } from './CreateDialog'

const GRID = 'grid gap-4 sm:grid-cols-2 xl:grid-cols-3'

export default function BadgeListPage() {
  useDocumentTitle('Badges · Admin')
  const [raw, set] = useQueryState(LIST_DEFAULTS)
  const link = useQueryLink(LIST_DEFAULTS)
  const { state } = useLocation() as { state: unknown }
  const filters = readFilters(raw)
  const { data, isPending, isPlaceholderData, isFetching, refetch } = useBadgeList(listQuery(filters))

  if (data && !isPlaceholderData && data.items.length === 0 && filters.page > lastPage(data.total)) return <Navigate replace to={link({ page: String(lastPage(data.total)) })} />

  const open = (dialog: string, who = '') => set({ dialog, who, page: raw.page }, { push: true })
  const close = () => set({ dialog: '', who: '', page: raw.page })
  const gift = raw.dialog === 'create' ? (state as { gift?: Gift } | null)?.gift : undefined
  const { search, type, page } = filters
  const isFiltered = search !== '' || type.value !== 'all'
  return (
    <AdminPage
      wide
      title="Badges"
      actions={
        <Button variant="primary" onClick={() => open('create')} icon={<Plus aria-hidden size="1.1em" />}>
          Create New Badge
        </Button>
      }
    >
      <div className="flex flex-col gap-3 xl:flex-row-reverse xl:items-center xl:justify-between">
        <SearchField label="Search badges" placeholder="Badge or recipient…" value={raw.search} onSearch={(typed) => set({ search: typed })} className="md:max-xl:max-w-96 xl:w-72" />
        <FilterLinks label="Badges by type" options={TYPES} current={type.value} to={(value) => link({ type: value })} />
      </div>
      <p role="status" className="mt-5 mb-3 min-h-6 text-small text-soft tabular-nums">
        {data && `Showing ${data.items.length.toLocaleString()} of ${data.total.toLocaleString()} badges`}
      </p>
      {isPending ? (
        <Loading label="Loading badges…">
          <div className={GRID}>
            {Array.from({ length: 9 }, (_, at) => (
              <Skeleton key={at} className="h-40 rounded-lg!" />
            ))}
          </div>
        </Loading>
      ) : !data ? (
        <ErrorState message="Failed to load badges" onRetry={() => void refetch()} retrying={isFetching} />
      ) : data.items.length > 0 ? (
        <div aria-busy={isPlaceholderData} className={cx('transition-opacity', isPlaceholderData && 'opacity-60')}>
          <ul aria-label={`${type.label}, page ${page}`} className={GRID}>
            {data.items.map((badge) => (
              <BadgeCard key={badge._id} badge={badge} onOpen={() => open('badge', badge._id)} />
            ))}
          </ul>
          <Pagination page={page} total={reachable(data.total)} pageSize={PAGE_SIZE} label="Pages of badges" />
        </div>
      ) : (
        <Card padded={false}>
          <EmptyState
            drawing={isFiltered ? 'search' : 'medal'}
            title="No badges found."
            action={isFiltered && <ButtonLink to={link({ search: '', type: 'all' })}>Show all badges</ButtonLink>}
          />
        </Card>
      )}
      <CreateDialog key={gift?.origin._id} open={raw.dialog === 'create'} gift={gift} onClose={close} />
      {raw.dialog === 'badge' && <BadgeDialog id={raw.who} onClose={close} />}
    </AdminPage>
  )
}
