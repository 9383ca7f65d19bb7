// The admin area's table of events.
import { EventDays } from './EventWhen'
import { typeLabel } from './rules'
import { ButtonLink } from '../kit/Button'
import { Chip } from '../kit/Chip'
import { Eye, Pencil } from '../kit/icons'
import { Link } from '../kit/Link'
import { Skeleton } from '../kit/Skeleton'
import { IN_PLACE, Table, type Column } from '../kit/Table'
import { cx } from '../lib/cx'
import { paths } from '../paths'
import type { AdminEventSummary } from './adminQueries'
import { editPath, placesText, standing } from './adminRules'
import type { Sort } from '../lib/paging'

type EventTableProps = {
  caption: string
  rows: AdminEventSummary[]
  /** The query of this list, so that a form can lead back to it. */
  list?: string
  /** Leaves out status and actions. */
  brief?: boolean
  sort?: Sort
  onSort?: (sort: Sort) => void
}

export function EventTable({ caption, rows, list, brief, sort, onSort }: EventTableProps) {
  const columns: Column<AdminEventSummary>[] = [
    { key: 'title', header: 'Title', primary: true, sortable: true, cell: (event) => <Title event={event} brief={brief} /> },
    { key: 'date', header: 'Date', sortable: 'desc', cell: (event) => <Days event={event} brief={brief} /> },
    { key: 'mode', header: 'Mode', wide: !brief, cell: ({ mode }) => mode },
    { key: 'registrations', header: 'Registrations', sortable: 'desc', cell: (event) => <Places event={event} brief={brief} /> },
  ]
  if (!brief)
    columns.push(
      { key: 'status', header: 'Status', cell: (event) => <Standing event={event} /> },
      { key: 'actions', header: 'Actions', buttons: true, cell: (event) => <Actions event={event} list={list} /> },
    )
  return <Table caption={caption} columns={columns} rows={rows} rowKey={(event) => event._id} rowName={(event) => event.title} sort={sort} onSort={onSort} />
}

type RowProps = { event: AdminEventSummary }

function Title({ event: { _id, title, eventId, eventType, mode }, brief }: RowProps & { brief?: boolean }) {
  return (
    <span className="block min-w-0 md:min-w-56">
      <Link plain to={paths.admin.viewEvent(_id)} className="inline-flex min-h-11 items-center text-ink no-underline hover:underline md:min-h-6">
        <bdi>{title}</bdi>
      </Link>
      <span className="block text-caption font-normal text-faint">
        <span>{typeLabel(eventType)}</span>
        {!brief && <span className={IN_PLACE}>{` · ${mode}`}</span>}
        <span className="whitespace-nowrap">{` · ${eventId}`}</span>
      </span>
    </span>
  )
}

function Days({ event, brief }: RowProps & { brief?: boolean }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className={cx(event.date === event.endDate && 'whitespace-nowrap')}>
        <EventDays event={event} shape="day" />
      </span>
      {event.status === 'ongoing' && <Chip>Today</Chip>}
      {brief && event.cancelled && <Chip tone="bad">Cancelled</Chip>}
    </span>
  )
}

/** The brief table has no status that says how many wait. */
function Places({ event: { registrationsCount, maxParticipants, waitingCount }, brief }: RowProps & { brief?: boolean }) {
  return (
    <span className="inline-block whitespace-nowrap tabular-nums">
      <span>{placesText(registrationsCount, maxParticipants)}</span>
      {brief && waitingCount > 0 && <span className="text-caption text-faint md:block">{` ${waitingCount.toLocaleString()} waiting`}</span>}
    </span>
  )
}

function Standing({ event }: RowProps) {
  const { label, tone, badge } = standing(event)
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      <Chip tone={tone} icon={label === 'Live' && <span aria-hidden className="size-2 rounded-full bg-current print:hidden forced-colors:hidden" />} className="whitespace-nowrap">
        {label}
      </Chip>
      {badge && (
        <Chip tone={badge.tone} className="whitespace-nowrap">
          {badge.text}
        </Chip>
      )}
    </span>
  )
}

/** Labels where there is room, icons alone where there is not. */
const WORD = 'md:max-xl:sr-only'
const LOOK = { variant: 'quiet', className: 'max-md:border-strong! md:px-2!' } as const

function Actions({ event: { _id, title }, list }: RowProps & { list?: string }) {
  return (
    <span className="inline-flex gap-1.5 max-md:pt-1 max-md:align-middle md:-mx-2 md:gap-0 forced-colors:mx-0 forced-colors:gap-1.5">
      <ButtonLink size="sm" {...LOOK} to={paths.admin.viewEvent(_id)} icon={<Eye aria-hidden size="1.1em" />} title="View">
        <span className={WORD}>
          View<span className="sr-only"> {title}</span>
        </span>
      </ButtonLink>
      <ButtonLink size="sm" {...LOOK} to={editPath(_id, list)} icon={<Pencil aria-hidden size="1.05em" />} title="Edit">
        <span className={WORD}>
          Edit<span className="sr-only"> {title}</span>
        </span>
      </ButtonLink>
    </span>
  )
}

export function EventTableSkeleton({ rows, brief }: { rows: number; brief?: boolean }) {
  return (
    <div className="rounded-lg border border-line bg-surface">
      <div className="h-9.5 border-b border-line max-md:hidden" />
      {Array.from({ length: rows }, (_, at) => (
        <div key={at} className={cx('flex flex-col justify-center gap-y-3 border-line px-4 not-last:border-b md:h-17.5 md:flex-row md:items-center md:justify-start md:gap-x-8', brief ? 'h-47' : 'h-69')}>
          <Skeleton className="h-9 w-4/5 md:w-2/5" />
          <Skeleton className="h-5 w-56 md:w-28" />
          <Skeleton className="h-5 w-48 md:w-20" />
          <Skeleton className="h-5 w-44 md:w-24" />
          {!brief && <Skeleton className="h-11 w-40 md:h-6 md:w-28" />}
        </div>
      ))}
    </div>
  )
}
