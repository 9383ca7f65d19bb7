// The admins' table of mails.
import { Button } from '../kit/Button'
import { Chip } from '../kit/Chip'
import { Table, type Column } from '../kit/Table'
import { Time } from '../kit/Time'
import type { Sort } from '../lib/paging'
import { Address } from '../members/Address'
import { useDropOne, useRetryOne, type OutboxMail } from './mailQueries'
import { useSite } from '../sessions/SiteProvider'
import { outcomeText, outcomeTone, subjectText } from './mailRules'

const COLUMNS: Column<OutboxMail>[] = [
  {
    key: 'about',
    header: 'Mail',
    primary: true,
    cell: (mail) => (
      <>
        <span>{mail.about}</span>
        {mail.subject && <Subject subject={mail.subject} sentAt={mail.queuedAt} />}
      </>
    ),
  },
  {
    key: 'to',
    header: 'To',
    cell: ({ name, email }) => (
      <span className="inline-block wrap-anywhere">
        {name && <span className="block"><bdi>{name}</bdi></span>}
        <span className="text-caption text-faint">{email ? <Address email={email} /> : 'Somebody who has left'}</span>
      </span>
    ),
  },
  {
    key: 'state',
    header: 'State',
    cell: ({ outcome, reason, held, attempts }) => (
      <span className="inline-block max-w-80">
        <Chip tone={outcomeTone(outcome)}>{held ? 'Held' : outcomeText(outcome)}</Chip>
        {reason !== '' && <span className="mt-1 block text-caption wrap-anywhere">{reason}</span>}
        {attempts > 1 && <span className="block text-caption text-faint">{`${attempts} attempts`}</span>}
      </span>
    ),
  },
  {
    key: 'when',
    header: 'When',
    sortable: 'desc',
    cell: ({ queuedAt, endedAt, nextAttemptAt, attempts, held }) => (
      <span className="inline-block text-caption">
        <span className="block">
          Queued <Time value={queuedAt} shape="dateTime" />
        </span>
        {endedAt && (
          <span className="block">
            Ended <Time value={endedAt} shape="dateTime" />
          </span>
        )}
        {nextAttemptAt && !held && attempts > 0 && (
          <span className="block">
            Next try <Time value={nextAttemptAt} shape="dateTime" />
          </span>
        )}
      </span>
    ),
  },
  { key: 'actions', header: 'Actions', buttons: true, cell: (mail) => <Actions mail={mail} /> },
]

type OutboxTableProps = { caption: string; rows: OutboxMail[]; sort: Sort; onSort: (sort: Sort) => void }

export const OutboxTable = (props: OutboxTableProps) => <Table {...props} columns={COLUMNS} rowKey={({ _id }) => _id} />

function Actions({ mail: { _id, about, email, outcome } }: { mail: OutboxMail }) {
  const retry = useRetryOne()
  const drop = useDropOne()
  const of = <span className="sr-only">{` ${about} to ${email}`}</span>
  return (
    <span className="inline-flex flex-wrap gap-1">
      {['waiting', 'failed', 'dropped'].includes(outcome) && (
        <Button size="sm" busy={retry.busy} onClick={() => void retry.run(_id)}>
          <span>Try again{of}</span>
        </Button>
      )}
      {outcome === 'waiting' && (
        <Button size="sm" variant="quiet" busy={drop.busy} onClick={() => void drop.run(_id)}>
          <span>Drop{of}</span>
        </Button>
      )}
    </span>
  )
}

/** The subject of the message that a mail belongs to. */
function Subject(message: { subject: string; sentAt: string }) {
  const site = useSite()
  return (
    <span className="block text-caption font-normal text-faint wrap-anywhere">
      <bdi>{subjectText(message, site?.name ?? '')}</bdi>
    </span>
  )
}
