// What admins did, newest first, by who, what and when. The filters are in the address.
import { Button, ButtonLink } from '../../kit/Button'
import { Card } from '../../kit/Card'
import { DateField } from '../../kit/fields/TextField'
import { SelectField } from '../../kit/fields/SelectField'
import { Pagination } from '../../kit/Pagination'
import { Loading, Skeleton } from '../../kit/Skeleton'
import { EmptyState, ErrorState } from '../../kit/States'
import { cx } from '../../lib/cx'
import { readError } from '../../lib/errors'
import { lastPage, PAGE_SIZE, reachable, pageNumber } from '../../lib/paging'
import { useQueryLink, useQueryState } from '../../lib/queryState'
import { useDocumentTitle } from '../../lib/title'
import { AdminPage } from '../AdminPage'
import { PastEnd } from '../PastEnd'
import { AUDIT_DEFAULTS, auditQuery, KINDS } from '../rules'
import { EntryList } from './EntryList'
import { useAudit } from './queries'
import { useAdmins } from '../users/queries'

export default function AuditPage() {
  useDocumentTitle('Audit Log · Admin')
  const [raw, set] = useQueryState(AUDIT_DEFAULTS)
  const link = useQueryLink(AUDIT_DEFAULTS)
  const page = pageNumber(raw.page)
  const { data, error, isPending, isPlaceholderData, isFetching, refetch } = useAudit(auditQuery(raw))
  const admins = useAdmins()

  if (data && !isPlaceholderData && data.items.length === 0 && page > lastPage(data.total)) return <PastEnd page={page} last={lastPage(data.total)} />

  const problem = error ? readError(error, 'Failed to load the audit log') : undefined
  const isFiltered = Object.entries(AUDIT_DEFAULTS).some(([name, value]) => name !== 'page' && raw[name as keyof typeof raw] !== value)
  // Admins, and whoever else is in what is shown: organisers, helpers, and those who were admins once.
  const actors = new Map([...(admins.data?.items ?? []), ...(data?.items ?? []).flatMap(({ actor }) => actor ?? [])].map(({ _id, name }) => [_id, name]))
  const who = [{ value: '', label: 'Everybody' }, ...[...actors].map(([value, label]) => ({ value, label })), { value: 'shell', label: 'The operator, in the shell' }]
  if (raw.actor && !who.some(({ value }) => value === raw.actor)) who.push({ value: raw.actor, label: 'Somebody else' })
  return (
    <AdminPage wide title="Audit Log" lead="Everything that admins and the teams of events have done, with the values before and after.">
      <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2 xl:flex xl:flex-wrap xl:items-end">
        <SelectField label="What" options={KINDS} value={raw.kind} onChange={(event) => set({ kind: event.target.value })} className="xl:w-48" />
        <SelectField label="Who" options={who} value={raw.actor} onChange={(event) => set({ actor: event.target.value })} className="xl:w-64" />
        <DateField label="From" value={raw.from} max={raw.until || undefined} error={problem?.fields.from} onChange={(event) => set({ from: event.target.value })} />
        <DateField label="Until" value={raw.until} min={raw.from || undefined} error={problem?.fields.until} onChange={(event) => set({ until: event.target.value })} />
        {isFiltered && (
          <Button variant="quiet" onClick={() => set({ kind: '', actor: '', from: '', until: '' })}>
            Clear filters
          </Button>
        )}
      </div>
      <p role="status" className="mt-5 mb-3 min-h-6 text-small text-soft tabular-nums">
        {data && `Showing ${data.items.length.toLocaleString()} of ${data.total.toLocaleString()} entries`}
      </p>
      {isPending ? (
        <Loading label="Loading the audit log…">
          <Skeleton className="h-120 w-full" />
        </Loading>
      ) : !data ? (
        <ErrorState message={problem?.message ?? ''} onRetry={() => void refetch()} retrying={isFetching} />
      ) : data.items.length > 0 ? (
        <div aria-busy={isPlaceholderData} className={cx('transition-opacity', isPlaceholderData && 'opacity-60')}>
          <EntryList entries={data.items} />
          <Pagination page={page} total={reachable(data.total)} pageSize={PAGE_SIZE} label="Pages of the audit log" />
        </div>
      ) : (
        <Card padded={false}>
          <EmptyState
            drawing={isFiltered ? 'search' : undefined}
            title={isFiltered ? 'No entries match your filters' : 'Nothing has been done yet'}
            action={isFiltered && <ButtonLink to={link({ kind: '', actor: '', from: '', until: '' })}>Show all entries</ButtonLink>}
          />
        </Card>
      )}
    </AdminPage>
  )
}
