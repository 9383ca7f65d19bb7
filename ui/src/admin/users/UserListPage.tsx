// All users, with a search, a filter by role and an order. They are in the address, and the open dialog too.
import { useSession } from '../../sessions/SessionProvider'
import { ButtonLink } from '../../kit/Button'
import { Card } from '../../kit/Card'
import { SearchField } from '../../kit/fields/SearchField'
import { Mail } from '../../kit/icons'
import { Pagination } from '../../kit/Pagination'
import { Loading, Skeleton } from '../../kit/Skeleton'
import { EmptyState, ErrorState } from '../../kit/States'
import { cx } from '../../lib/cx'
import { readError } from '../../lib/errors'
import { lastPage, PAGE_SIZE, reachable, orderBy } from '../../lib/paging'
import { useQueryLink, useQueryState } from '../../lib/queryState'
import { useDocumentTitle } from '../../lib/title'
import { paths } from '../../paths'
import { AdminPage } from '../AdminPage'
import { FilterLinks } from '../FilterLinks'
import { PastEnd } from '../PastEnd'
import { useUserList } from './queries'
import { LIST_DEFAULTS, listQuery, ORDERS, readFilters, ROLES, type UserDialog } from './rules'
import { EditDialog, SuspendDialog, UnsuspendDialog } from './UserDialogs'
import { UserTable } from './UserTable'

export default function UserListPage() {
  useDocumentTitle('Users · Admin')
  const { user: self } = useSession()
  const [raw, set] = useQueryState(LIST_DEFAULTS)
  const link = useQueryLink(LIST_DEFAULTS)
  const filters = readFilters(raw)
  const { data, error, isPending, isPlaceholderData, isFetching, refetch } = useUserList(listQuery(filters))

  if (data && !isPlaceholderData && data.items.length === 0 && filters.page > lastPage(data.total)) return <PastEnd page={filters.page} last={lastPage(data.total)} />

  const open = (dialog: UserDialog, who: string) => set({ dialog, who, page: raw.page }, { push: true })
  const close = () => set({ dialog: '', who: '', page: raw.page })
  const subject = data?.items.find(({ _id }) => _id === raw.who)
  const about = (dialog: UserDialog) => ({ user: raw.dialog === dialog ? subject : undefined, onClose: close })
  const { search, role, order, page } = filters
  const isFiltered = search !== '' || role.value !== 'all'
  return (
    <AdminPage
      wide
      title="Users"
      actions={
        <ButtonLink to={paths.admin.invite()} icon={<Mail aria-hidden size="1.1em" />}>
          Invite people
        </ButtonLink>
      }
    >
      <div className="flex flex-col gap-3 xl:flex-row-reverse xl:items-center xl:justify-between">
        <SearchField label="Search users" placeholder="Name or e-mail…" value={raw.search} onSearch={(typed) => set({ search: typed })} className="md:max-xl:max-w-96 xl:w-80" />
        <FilterLinks label="Users by role" options={ROLES} current={role.value} to={(value) => link({ role: value })} />
      </div>
      <p role="status" className="mt-5 mb-3 min-h-6 text-small text-soft tabular-nums">
        {data && `Showing ${data.items.length.toLocaleString()} of ${data.total.toLocaleString()} users`}
      </p>
      {isPending ? (
        <Loading label="Loading users…">
          <ListSkeleton />
        </Loading>
      ) : !data ? (
        <ErrorState message={readError(error, 'Failed to load users').message} onRetry={() => void refetch()} retrying={isFetching} />
      ) : data.items.length > 0 ? (
        <div aria-busy={isPlaceholderData} className={cx('transition-opacity', isPlaceholderData && 'opacity-60')}>
          <UserTable caption={`${role.label}, page ${page}`} rows={data.items} sort={ORDERS[order]} onSort={(sort) => set({ sort: orderBy(ORDERS, sort) })} self={self?.id} onOpen={open} />
          <Pagination page={page} total={reachable(data.total)} pageSize={PAGE_SIZE} label="Pages of users" />
        </div>
      ) : (
        <Card padded={false}>
          <EmptyState
            drawing={isFiltered ? 'search' : undefined}
            title="No users match your search criteria"
            action={isFiltered && <ButtonLink to={link({ search: '', role: 'all' })}>Show all users</ButtonLink>}
          />
        </Card>
      )}
      <EditDialog {...about('edit')} />
      <SuspendDialog {...about('suspend')} />
      <UnsuspendDialog {...about('unsuspend')} />
    </AdminPage>
  )
}

function ListSkeleton() {
  return (
    <div className="rounded-lg border border-line bg-surface">
      {Array.from({ length: 8 }, (_, at) => (
        <div key={at} className="flex h-64 flex-wrap content-center items-center gap-x-8 gap-y-3 border-line px-4 not-last:border-b md:h-16 md:flex-nowrap">
          <Skeleton className="h-5 w-44" />
          <Skeleton className="h-5 flex-1" />
          <Skeleton className="h-5 w-32" />
          <Skeleton className="h-9 w-28" />
        </div>
      ))}
    </div>
  )
}
