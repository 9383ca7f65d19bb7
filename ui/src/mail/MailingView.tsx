// One message that was sent to members: what it said, and what became of each mail.
import { FilterLinks } from '../admin/FilterLinks'
import { Button } from '../kit/Button'
import { Chip } from '../kit/Chip'
import { ArrowLeft } from '../kit/icons'
import { Link } from '../kit/Link'
import { Pagination } from '../kit/Pagination'
import { Progress } from '../kit/Progress'
import { Skeleton } from '../kit/Skeleton'
import { ErrorState } from '../kit/States'
import { Table, type Column } from '../kit/Table'
import { Time } from '../kit/Time'
import { readError } from '../lib/errors'
import { PAGE_SIZE, reachable } from '../lib/paging'
import { useQueryLink } from '../lib/queryState'
import { Address } from '../members/Address'
import { paths } from '../paths'
import { useMailing, useMailingMails, usePause, type Mailing, type MailOutcome } from './mailQueries'
import { useSite } from '../sessions/SiteProvider'
import { EMAILS_DEFAULTS, OUTCOMES, outcomeText, outcomeTone, pageQuery, progressText, readOutcome, readPage, subjectText } from './mailRules'

const FILTERS = [{ value: '', label: 'All' }, ...OUTCOMES]

const COLUMNS: Column<MailOutcome>[] = [
  {
    key: 'member',
    header: 'Member',
    primary: true,
    cell: ({ user, name, email }) =>
      user ? (
        <>
          <Link to={paths.profile(user)}>
            <bdi>{name}</bdi>
          </Link>
          <span className="block text-caption font-normal text-faint"><Address email={email} /></span>
        </>
      ) : (
        'Somebody who has left'
      ),
  },
  { key: 'outcome', header: 'Outcome', cell: ({ outcome }) => <Chip tone={outcomeTone(outcome)}>{outcomeText(outcome)}</Chip> },
  { key: 'reason', header: 'Why', cell: ({ reason }) => <span className="wrap-anywhere">{reason || '–'}</span> },
  { key: 'at', header: 'When', cell: ({ at }) => <Time value={at} shape="dateTime" /> },
]

export function MailingView({ id, outcome: word, page: raw }: { id: string; outcome: string; page: string }) {
  const link = useQueryLink(EMAILS_DEFAULTS)
  const [outcome, page] = [readOutcome(word), readPage(raw)]
  const { data: mailing, error, isFetching, refetch } = useMailing(id)
  const { data, isPending } = useMailingMails(id, { outcome, ...pageQuery(page) })
  return (
    <>
      <p className="mb-4">
        <Link to={link({ message: '', outcome: '' })} className="inline-flex min-h-11 items-center gap-2">
          <ArrowLeft aria-hidden size="1.1em" />
          All messages
        </Link>
      </p>
      {mailing ? <Head mailing={mailing} /> : error ? <ErrorState message={readError(error).message} onRetry={() => void refetch()} retrying={isFetching} /> : <Skeleton className="h-28" />}
      <div className="mt-6 mb-4">
        <FilterLinks label="Mails by outcome" options={FILTERS} current={outcome ?? ''} to={(value) => link({ outcome: value })} />
      </div>
      {isPending ? (
        <Skeleton className="h-48" />
      ) : (
        data && (
          <>
            <Table caption={`What became of each mail, page ${page}`} columns={COLUMNS} rows={data.items} rowKey={({ _id }) => _id} empty={<p className="p-6 text-soft">No mail has this outcome.</p>} />
            <Pagination page={page} total={reachable(data.total)} pageSize={PAGE_SIZE} label="Pages of mails" />
          </>
        )
      )}
    </>
  )
}

function Head({ mailing }: { mailing: Mailing }) {
  const { run, busy } = usePause(mailing)
  const subject = subjectText(mailing, useSite()?.name ?? '')
  const { total, waiting, paused, message } = mailing
  const said = progressText(mailing)
  return (
    <section aria-label="Progress" className="rounded-lg border border-line bg-surface p-5">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <h2 className="min-w-0 text-h4 wrap-anywhere">{subject}</h2>
        {waiting > 0 && (
          <Button size="sm" busy={busy} onClick={() => void run()}>
            {paused ? 'Resume' : 'Pause'}
          </Button>
        )}
      </div>
      <Progress label="How far the message has come" value={total - waiting} max={total} text={said} className="mt-4" />
      <p role="status" className="mt-2 text-small text-soft tabular-nums">
        {said}
      </p>
      <details className="mt-3 text-small">
        <summary className="cursor-pointer text-soft">What it says</summary>
        <pre className="mt-2 wrap-anywhere whitespace-pre-wrap">{message}</pre>
      </details>
    </section>
  )
}
