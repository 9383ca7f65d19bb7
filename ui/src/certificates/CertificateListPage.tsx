// All certificates, with a search and a filter by what they are for. Both are in the address, and the open dialog too.
import { Button, ButtonLink } from '../kit/Button'
import { Card } from '../kit/Card'
import { SearchField } from '../kit/fields/SearchField'
import { Plus } from '../kit/icons'
import { Pagination } from '../kit/Pagination'
import { Loading, Skeleton } from '../kit/Skeleton'
import { EmptyState, ErrorState } from '../kit/States'
import { cx } from '../lib/cx'
import { readError } from '../lib/errors'
import { lastPage, orderBy, PAGE_SIZE, reachable, TIME_ORDERS } from '../lib/paging'
import { useQueryLink, useQueryState } from '../lib/queryState'
import { useDocumentTitle } from '../lib/title'
import { AdminPage } from '../admin/AdminPage'
import { PastEnd } from '../admin/PastEnd'
import { FilterLinks } from '../admin/FilterLinks'
import { useCertificateList } from './adminQueries'
import { KINDS, LIST_DEFAULTS, listProblem, listQuery, readFilters, type ListDialog } from './adminRules'
import { CertificateTable } from './CertificateTable'
import { CorrectDialog, ReleaseDialog, RevokeDialog } from './ChangeDialogs'
import { CreateDialog } from './CreateDialog'

export default function CertificateListPage() {
  useDocumentTitle('Certificates · Admin')
  const [raw, set] = useQueryState(LIST_DEFAULTS)
  const link = useQueryLink(LIST_DEFAULTS)
  const filters = readFilters(raw)
  const { data, error, isPending, isPlaceholderData, isFetching, refetch } = useCertificateList(listQuery(filters))

  if (data && !isPlaceholderData && data.items.length === 0 && filters.page > lastPage(data.total)) return <PastEnd page={filters.page} last={lastPage(data.total)} />

  const open = (dialog: ListDialog, who = '') => set({ dialog, who, page: raw.page }, { push: true })
  const close = () => set({ dialog: '', who: '', page: raw.page })
  const subject = data?.items.find(({ _id }) => _id === raw.who)
  const about = (dialog: ListDialog) => ({ certificate: raw.dialog === dialog ? subject : undefined, onClose: close })
  const { search, kind, order, page } = filters
  const isFiltered = search !== '' || kind.value !== 'all'
  return (
    <AdminPage
      wide
      title="Certificates"
      actions={
        <Button variant="primary" onClick={() => open('create')} icon={<Plus aria-hidden size="1.1em" />}>
          Create Certificate
        </Button>
      }
    >
      <div className="flex flex-col gap-3 xl:flex-row-reverse xl:items-center xl:justify-between">
        <SearchField label="Search certificates" placeholder="ID, title, recipient…" value={raw.search} onSearch={(typed) => set({ search: typed })} className="md:max-xl:max-w-96 xl:w-80" />
        <FilterLinks label="Certificates by type" options={KINDS} current={kind.value} to={(type) => link({ type })} />
      </div>
      <p role="status" className="mt-5 mb-3 min-h-6 text-small text-soft tabular-nums">
        {data && `Showing ${data.items.length.toLocaleString()} of ${data.total.toLocaleString()} certificates`}
      </p>
      {isPending ? (
        <Loading label="Loading certificates…">
          <ListSkeleton />
        </Loading>
      ) : !data ? (
        <ErrorState message={listProblem(readError(error))} onRetry={() => void refetch()} retrying={isFetching} />
      ) : data.items.length > 0 ? (
        <div aria-busy={isPlaceholderData} className={cx('transition-opacity', isPlaceholderData && 'opacity-60')}>
          <CertificateTable caption={`${kind.label}, page ${page}`} rows={data.items} sort={TIME_ORDERS[order]} onSort={(sort) => set({ sort: orderBy(TIME_ORDERS, sort) })} onChange={open} />
          <Pagination page={page} total={reachable(data.total)} pageSize={PAGE_SIZE} label="Pages of certificates" />
        </div>
      ) : (
        <Card padded={false}>
          <EmptyState
            drawing={isFiltered ? 'search' : 'medal'}
            title="No certificates found."
            action={isFiltered && <ButtonLink to={link({ search: '', type: 'all' })}>Show all certificates</ButtonLink>}
          />
        </Card>
      )}
      <CreateDialog open={raw.dialog === 'create'} onClose={close} />
      <ReleaseDialog {...about('release')} />
      <RevokeDialog {...about('revoke')} />
      <CorrectDialog {...about('correct')} />
    </AdminPage>
  )
}

function ListSkeleton() {
  return (
    <div className="rounded-lg border border-line bg-surface">
      {Array.from({ length: 8 }, (_, at) => (
        <div key={at} className="flex h-64 flex-wrap content-center items-center gap-x-8 gap-y-3 border-line px-4 not-last:border-b md:h-18 md:flex-nowrap">
          <Skeleton className="h-5 w-44" />
          <Skeleton className="h-5 flex-1" />
          <Skeleton className="h-5 w-32" />
          <Skeleton className="h-9 w-28" />
        </div>
      ))}
    </div>
  )
}
