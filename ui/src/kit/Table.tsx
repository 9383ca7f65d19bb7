// A table that sorts, selects rows for a bulk action, and turns into cards on a phone.
/* eslint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   laid out as cards, the elements lose their implicit roles */
import { useEffect, useRef, type ReactNode } from 'react'
import { cx } from '../lib/cx'
import { ChevronDown, ChevronUp } from './icons'
import type { Sort } from '../lib/paging'

export type Column<Row> = {
  key: string
  header: string
  cell: (row: Row) => ReactNode
  /** Whether a press on the head sorts by it, or the direction that the first press gives. */
  sortable?: boolean | Sort['direction']
  numeric?: boolean
  /** Marks the cell that names the row. */
  primary?: boolean
  /** Hides the label on a card, for what needs none. */
  bare?: boolean
  /** Of buttons, which need no label either and are not printed. */
  buttons?: boolean
  /** In a wide table only: on a card and in a narrower table another cell says it. */
  wide?: boolean
}

/** Left out of a table that is not wide. */
const WIDE = 'max-xl:hidden'
/** For what a cell says in the place of a column that is left out. */
export const IN_PLACE = 'xl:hidden'

type TableProps<Row> = {
  /** What the table lists, for screen readers. */
  caption: string
  columns: Column<Row>[]
  rows: Row[]
  rowKey: (row: Row) => string
  /** The name of a row, for the label of its checkbox. */
  rowName?: (row: Row) => string
  sort?: Sort
  onSort?: (sort: Sort) => void
  selected?: ReadonlySet<string>
  onSelect?: (selected: Set<string>) => void
  /** The buttons of the bulk bar, which stays visible while rows are selected. */
  bulk?: ReactNode
  /** Shown instead of rows when there are none. */
  empty?: ReactNode
}

export function Table<Row>({ caption, columns, rows, rowKey, rowName = rowKey, sort, onSort, selected, onSelect, bulk, empty }: TableProps<Row>) {
  const keys = rows.map(rowKey)
  const chosen = keys.filter((key) => selected?.has(key)).length
  const toggle = (key: string) => {
    const next = new Set(selected)
    if (!next.delete(key)) next.add(key)
    onSelect?.(next)
  }

  return (
    <div className="rounded-lg border border-line bg-surface">
      <div role="status" className={selected?.size ? 'sticky top-(--header) z-10 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-t-lg border-b border-line bg-quiet px-4 py-2 lg:top-0 print:hidden' : undefined}>
        {selected && selected.size > 0 && (
          <>
            <span className="font-medium">{`${selected.size} selected`}</span>
            <button type="button" className="me-auto min-h-11 px-2 text-small underline" onClick={() => onSelect?.(new Set())}>
              Clear
            </button>
            {bulk}
          </>
        )}
      </div>
      {rows.length === 0 ? (
        <div>{empty}</div>
      ) : (
        <div className="relative md:overflow-x-auto">
          <PhoneBar {...{ columns, sort, onSort }}>{selected && <SelectAll all={chosen === rows.length} some={chosen > 0} onChange={(all) => onSelect?.(new Set(all ? keys : []))} named />}</PhoneBar>
          <table role="table" className="table-cards w-full border-collapse text-small">
            <caption className="sr-only">{caption}</caption>
            <thead role="rowgroup">
              <tr role="row" className="border-b border-line text-caption text-faint">
                {selected && (
                  <th role="columnheader" scope="col" className="w-12 ps-3 print:hidden">
                    <SelectAll all={chosen === rows.length} some={chosen > 0} onChange={(all) => onSelect?.(new Set(all ? keys : []))} />
                  </th>
                )}
                {columns.map((column) => (
                  <HeaderCell key={column.key} column={column} sort={sort} onSort={onSort} />
                ))}
              </tr>
            </thead>
            <tbody role="rowgroup">
              {rows.map((row) => {
                const key = rowKey(row)
                return (
                  <tr key={key} role="row" className={cx('border-line md:not-last:border-b', selected?.has(key) ? 'bg-quiet' : 'hover:bg-quiet')}>
                    {selected && (
                      <td role="cell" className="table-select w-12 md:ps-3 print:hidden">
                        <label className="grid size-11 place-items-center md:size-9">
                          <span className="sr-only">Select {rowName(row)}</span>
                          <input type="checkbox" className="check" checked={selected.has(key)} onChange={() => toggle(key)} />
                        </label>
                      </td>
                    )}
                    {columns.map((column) =>
                      column.primary ? (
                        <th key={column.key} role="rowheader" scope="row" className={cx('text-start font-medium md:px-2.5 md:py-3 xl:px-3 2xl:px-4', selected && 'max-md:pe-8')}>
                          {column.cell(row)}
                        </th>
                      ) : (
                        <td key={column.key} role="cell" data-label={column.bare || column.buttons ? undefined : column.header} className={cx('md:px-2.5 md:py-3 xl:px-3 2xl:px-4', column.numeric && 'tabular-nums md:text-end', column.wide && WIDE, column.buttons && 'print:hidden')}>
                          {column.cell(row)}
                        </td>
                      ),
                    )}
                  </tr>
                )
              })}
            </tbody>
          </table>
        </div>
      )}
    </div>
  )
}

function HeaderCell<Row>({ column, sort, onSort }: { column: Column<Row>; sort?: Sort; onSort?: (sort: Sort) => void }) {
  const active = sort?.key === column.key ? sort.direction : undefined
  const canSort = Boolean(column.sortable && onSort)
  const classes = cx('px-2.5 font-medium xl:px-3 2xl:px-4', canSort ? 'py-0.5' : 'py-2', column.numeric ? 'text-end' : 'text-start', column.wide && WIDE, column.buttons && 'print:hidden')
  const aria = active === 'asc' ? 'ascending' : active === 'desc' ? 'descending' : undefined
  if (!column.sortable || !onSort)
    return (
      <th role="columnheader" scope="col" className={classes}>
        {column.header}
      </th>
    )
  const first = column.sortable === 'desc' ? 'desc' : 'asc'
  const next = active ? (active === 'asc' ? 'desc' : 'asc') : first
  return (
    <th role="columnheader" scope="col" aria-sort={aria ?? 'none'} data-head={column.header} className={classes}>
      <button
        type="button"
        className={cx('inline-flex min-h-9 items-center gap-1 rounded-sm hover:text-ink', active && 'text-ink')}
        onClick={() => onSort({ key: column.key, direction: next })}
      >
        <span>{column.header}</span>
        {(active ?? first) === 'desc' ? <ChevronDown aria-hidden size="1em" className={cx(!active && 'opacity-40')} /> : <ChevronUp aria-hidden size="1em" className={cx(!active && 'opacity-40')} />}
      </button>
    </th>
  )
}

/** The controls of the header row, for layouts without one. */
function PhoneBar<Row>({ columns, sort, onSort, children }: { columns: Column<Row>[]; sort?: Sort; onSort?: (sort: Sort) => void; children: ReactNode }) {
  const sortable = onSort ? columns.filter((column) => column.sortable) : []
  if (!children && sortable.length === 0) return null
  return (
    <div className="flex items-center justify-between gap-3 border-b border-line px-4 py-2 md:hidden">
      {onSort && sortable.length > 0 && (
        <select
          aria-label="Sort by"
          className="control w-auto!"
          value={sort ? `${sort.key}:${sort.direction}` : ''}
          onChange={(event) => {
            const [key, direction] = event.target.value.split(':') as [string, Sort['direction']]
            onSort({ key, direction })
          }}
        >
          {!sort && <option value="">Sort by…</option>}
          {sortable.flatMap(({ key, header }) => [
            <option key={`${key}:asc`} value={`${key}:asc`}>{`${header} ↑`}</option>,
            <option key={`${key}:desc`} value={`${key}:desc`}>{`${header} ↓`}</option>,
          ])}
        </select>
      )}
      <span className="contents">{children}</span>
    </div>
  )
}

function SelectAll({ all, some, onChange, named }: { all: boolean; some: boolean; onChange: (all: boolean) => void; named?: boolean }) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = some && !all
  }, [some, all])
  return (
    <label className={named ? 'ms-auto flex min-h-11 items-center gap-2.5 text-small' : 'grid size-9 place-items-center'}>
      <span className={named ? undefined : 'sr-only'}>Select all</span>
      <input ref={box} type="checkbox" className="check" checked={all} onChange={(event) => onChange(event.target.checked)} />
    </label>
  )
}
