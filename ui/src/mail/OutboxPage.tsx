// The outbox: what waits, what was not sent and why; trying again, dropping, testing the server, the limit.
import { AdminPage } from '../admin/AdminPage'
import { FilterLinks } from '../admin/FilterLinks'
import { PastEnd } from '../admin/PastEnd'
import { useMailState, useRetryMail } from '../admin/queries'
import { Button, ButtonLink } from '../kit/Button'
import { Card } from '../kit/Card'
import { RefreshCw } from '../kit/icons'
import { Pagination } from '../kit/Pagination'
import { Loading, Skeleton } from '../kit/Skeleton'
import { EmptyState, ErrorState } from '../kit/States'
import { readError } from '../lib/errors'
import { lastPage, orderBy, orderNamed, PAGE_SIZE, reachable, TIME_ORDERS } from '../lib/paging'
import { useQueryLink, useQueryState } from '../lib/queryState'
import { useDocumentTitle } from '../lib/title'
import { paths } from '../paths'
import { MailServer } from './MailServer'
import { useOutbox, useRetryRefused } from './mailQueries'
import { OUTBOX_DEFAULTS, OUTCOMES, outcomeText, pageQuery, readOutcome, readPage } from './mailRules'
import { OutboxTable } from './OutboxTable'

export default function OutboxPage() {
  useDocumentTitle('Outbox · Admin')
  const [raw, set] = useQueryState(OUTBOX_DEFAULTS)
  const link = useQueryLink(OUTBOX_DEFAULTS)
  const [outcome, page] = [readOutcome(raw.outcome) ?? 'waiting', readPage(raw.page)]
  const order = orderNamed(TIME_ORDERS, raw.sort) ?? 'recent'
  const { data, error, isPending, isPlaceholderData, isFetching, refetch } = useOutbox({ outcome, sort: order, ...pageQuery(page) })
  const { data: state } = useMailState()
  const retryWaiting = useRetryMail()
  const retryRefused = useRetryRefused()
  if (data && !isPlaceholderData && data.items.length === 0 && page > lastPage(data.total)) return <PastEnd page={page} last={lastPage(data.total)} />
  const again = outcome === 'failed' ? retryRefused : retryWaiting
  const counts: Record<string, number | undefined> = { waiting: state?.waiting, failed: state?.failed }
  const filters = OUTCOMES.map((one) => (one.value in counts ? { ...one, count: counts[one.value] ?? null } : one))

  return (
    <AdminPage wide title="Outbox" lead="Every mail passes through here. What mails say is not shown." actions={<ButtonLink to={paths.admin.emails()}>Email System</ButtonLink>}>
      <MailServer />
      <div className="mt-8 mb-4 flex flex-wrap items-center justify-between gap-3">
        <FilterLinks label="Mails by outcome" options={filters} current={outcome} to={(value) => link({ outcome: value })} />
        {(outcome === 'failed' || outcome === 'waiting') && data && data.items.length > 0 && (
          <Button busy={again.busy} busyText="Trying…" onClick={() => void again.run()} icon={<RefreshCw aria-hidden size="1.1em" />}>
            {outcome === 'failed' ? 'Try all refused mails again' : 'Try all now'}
          </Button>
        )}
      </div>
      <p role="status" className="mb-3 min-h-6 text-small text-soft tabular-nums">
        {data && `Showing ${data.items.length.toLocaleString()} of ${data.total.toLocaleString()} mails`}
      </p>
      {isPending ? (
        <Loading label="Loading mails…">
          <Skeleton className="h-60" />
        </Loading>
      ) : !data ? (
        <ErrorState message={readError(error).message} onRetry={() => void refetch()} retrying={isFetching} />
      ) : data.items.length > 0 ? (
        <div aria-busy={isPlaceholderData}>
          <OutboxTable caption={`${outcomeText(outcome)}, page ${page}`} rows={data.items} sort={TIME_ORDERS[order]} onSort={(sort) => set({ sort: orderBy(TIME_ORDERS, sort) })} />
          <Pagination page={page} total={reachable(data.total)} pageSize={PAGE_SIZE} label="Pages of mails" />
        </div>
      ) : (
        <Card padded={false}>
          <EmptyState title={outcome === 'waiting' ? 'No mail waits.' : outcome === 'failed' ? 'No mail was refused.' : 'There are no such mails.'} />
        </Card>
      )}
    </AdminPage>
  )
}
