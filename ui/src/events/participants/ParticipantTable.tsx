// One page of participants. A status can be changed for one of them or for a selection.
import type { ReactNode } from 'react'
import { PARTICIPANT_STATUS } from '../../api/forms'
import { Button, IconButton } from '../../kit/Button'
import { X } from '../../kit/icons'
import { Skeleton } from '../../kit/Skeleton'
import { Table, type Column } from '../../kit/Table'
import { Time } from '../../kit/Time'
import type { Sort } from '../../lib/paging'
import { ParticipantPerson } from './ParticipantPerson'
import type { Participant } from './participantQueries'
import type { ParticipantStatus } from './participantRules'

type ParticipantTableProps = {
  caption: string
  rows: Participant[]
  hasTasks: boolean
  sort: Sort | undefined
  onSort: (sort: Sort) => void
  selected: ReadonlySet<string>
  onSelect: (selected: Set<string>) => void
  /** Something more to do with the selection. */
  action?: ReactNode
  onStatus: (users: string[], status: ParticipantStatus) => void
  onRemove: (user: string) => void
}

export function ParticipantTable({ caption, rows, hasTasks, sort, onSort, selected, action, onSelect, onStatus, onRemove }: ParticipantTableProps) {
  const columns: Column<Participant>[] = [
    { key: 'name', header: 'Name', primary: true, sortable: true, cell: ({ user }) => <ParticipantPerson user={user} /> },
    {
      key: 'registered',
      header: 'Registered',
      sortable: true,
      cell: ({ registeredAt, checkedInAt }) => (
        <span className="inline-block align-top">
          <Time value={registeredAt} shape="shortDate" className="whitespace-nowrap" />
          {checkedInAt && (
            <span className="block text-caption text-faint">
              Checked in <Time value={checkedInAt} shape="dateTime" />
            </span>
          )}
        </span>
      ),
    },
  ]
  if (hasTasks)
    columns.push({
      key: 'tasks',
      header: 'Tasks',
      cell: ({ tasks }) => (
        <span className="whitespace-nowrap tabular-nums" title={tasks.filter((task) => task.completed).map((task) => task.name).join(', ') || undefined}>
          <span>{`${tasks.filter((task) => task.completed).length} of ${tasks.length}`}</span>
          <span className="md:max-lg:sr-only"> done</span>
        </span>
      ),
    })
  columns.push({
    key: 'status',
    header: 'Status',
    sortable: true,
    bare: true,
    cell: ({ user, status }) => (
      <span className="flex items-center gap-1 max-md:w-full">
        <select
          aria-label={`Status of ${user.name}`}
          value={status}
          onChange={(event) => onStatus([user._id], event.target.value as ParticipantStatus)}
          className="control min-w-0 md:min-h-10! md:w-34!"
        >
          {PARTICIPANT_STATUS.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
        <RemoveButton name={user.name} onClick={() => onRemove(user._id)} />
      </span>
    ),
  })
  return (
    <Table
      caption={caption}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.user._id}
      rowName={(row) => row.user.name}
      sort={sort}
      onSort={onSort}
      selected={selected}
      onSelect={onSelect}
      bulk={
        <>
          <BulkStatus onStatus={(status) => onStatus([...selected], status)} />
          {action}
        </>
      }
    />
  )
}

function BulkStatus({ onStatus }: { onStatus: (status: ParticipantStatus) => void }) {
  return (
    <div role="group" aria-label="Set the status of the selection" className="flex flex-wrap items-center gap-1.5 sm:gap-2">
      <span aria-hidden className="text-small text-soft max-sm:basis-full">
        Set to
      </span>
      {PARTICIPANT_STATUS.map((status) => (
        <Button key={status} size="sm" className="max-sm:px-2!" onClick={() => onStatus(status)}>
          <span>
            <span className="sr-only">Set to </span>
            {status}
          </span>
        </Button>
      ))}
    </div>
  )
}

function RemoveButton({ name, onClick }: { name: string; onClick: () => void }) {
  return <IconButton size="sm" label={`Remove ${name}`} icon={<X aria-hidden size="1.1rem" />} onClick={onClick} className="text-soft! md:min-w-10" />
}

export function ParticipantSkeleton({ rows }: { rows: number }) {
  return (
    <div className="rounded-lg border border-line bg-surface">
      {Array.from({ length: rows }, (_, at) => (
        <div key={at} className="flex h-46 flex-wrap content-center items-center gap-x-8 gap-y-3 border-line px-4 not-last:border-b md:h-16 md:flex-nowrap">
          <Skeleton className="size-9 rounded-full!" />
          <Skeleton className="h-5 flex-1" />
          <Skeleton className="h-5 w-24" />
          <Skeleton className="h-10 w-36" />
        </div>
      ))}
    </div>
  )
}
