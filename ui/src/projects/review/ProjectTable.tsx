// The admin area's table of projects.
import { Avatar } from '../../kit/Avatar'
import { ButtonLink } from '../../kit/Button'
import { Chip } from '../../kit/Chip'
import { Star } from '../../kit/icons'
import { Link } from '../../kit/Link'
import { Skeleton } from '../../kit/Skeleton'
import { Table, type Column } from '../../kit/Table'
import { Time } from '../../kit/Time'
import { reviewPath, statusTone, type Row } from './rules'
import type { Sort } from '../../lib/paging'

type ProjectTableProps = {
  caption: string
  rows: Row[]
  /** The query of this list, so that a review can lead back to it. */
  list?: string
  /** Title, submitter and date only. */
  brief?: boolean
  sort?: Sort
  onSort?: (sort: Sort) => void
}

export function ProjectTable({ caption, rows, list, brief, sort, onSort }: ProjectTableProps) {
  const columns: Column<Row>[] = [
    { key: 'title', header: 'Title', primary: true, sortable: true, cell: (row) => <Title row={row} list={list} /> },
    {
      key: 'submitter',
      header: 'Submitted By',
      cell: ({ submitter }) => (
        <span className="inline-flex items-start gap-2 align-middle md:items-center">
          <Avatar name={submitter.name} src={submitter.picture} size={24} />
          <bdi className="min-w-0">{submitter.name}</bdi>
        </span>
      ),
    },
    { key: 'date', header: 'Date', sortable: 'desc', cell: ({ date }) => (date ? <Time value={date} shape="shortDate" className="whitespace-nowrap" /> : '–') },
  ]
  if (!brief)
    columns.push(
      {
        key: 'status',
        header: 'Status',
        cell: ({ status }) => (
          <Chip tone={statusTone(status)} className="whitespace-nowrap">
            {status}
          </Chip>
        ),
      },
      {
        key: 'action',
        header: 'Action',
        buttons: true,
        cell: ({ id, title }) =>
          id && (
            <ButtonLink size="sm" to={reviewPath(id, list)}>
              <span>
                Review<span className="sr-only"> {title}</span>
              </span>
            </ButtonLink>
          ),
      },
    )
  // Entries without an id still need unique keys.
  const keys = new Map(rows.map((row, at) => [row, row.id || `entry ${at}`]))
  return <Table caption={caption} columns={columns} rows={rows} rowKey={(row) => keys.get(row) ?? ''} rowName={(row) => row.title} sort={sort} onSort={onSort} />
}

function Title({ row: { id, title, featured }, list }: { row: Row; list?: string }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-2">
      {id ? (
        <Link plain to={reviewPath(id, list)} className="inline-flex min-h-11 items-center text-ink no-underline hover:underline md:min-h-6">
          <bdi>{title}</bdi>
        </Link>
      ) : (
        <bdi>{title}</bdi>
      )}
      {featured && (
        <span className="shrink-0 text-soft" title="Featured">
          <Star aria-hidden size="1rem" />
          <span className="sr-only">Featured</span>
        </span>
      )}
    </span>
  )
}

export function ProjectTableSkeleton({ rows }: { rows: number }) {
  return (
    <div className="rounded-lg border border-line bg-surface">
      {Array.from({ length: rows }, (_, at) => (
        <div key={at} className="flex h-40 flex-wrap content-center items-center gap-x-8 gap-y-3 border-line px-4 not-last:border-b md:h-15 md:flex-nowrap">
          <Skeleton className="h-5 w-full md:w-2/5" />
          <Skeleton className="h-5 w-40" />
          <Skeleton className="h-5 w-24" />
        </div>
      ))}
    </div>
  )
}
