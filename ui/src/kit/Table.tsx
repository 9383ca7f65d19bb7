// A table that sorts, selects rows for a bulk action, and turns into cards on a phone.
/* eslint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   laid out as cards, the elements lose the roles that they have by themselves */
import { useEffect, useRef, type ReactNode } from 'react'
import { cx } from '../lib/cx'
import { ChevronDown, ChevronUp } from './icons'

export type Column<Row> = {
  key: string
  header: string
  cell: (row: Row) => ReactNode
  sortable?: boolean
  numeric?: boolean
  /** The cell that names the row. */
  primary?: boolean
}
export type Sort = { key: string; direction: 'asc' | 'desc' }

type TableProps<Row> = {
  /** What the table lists, for readers. */
  caption: string
  columns: Column<Row>[]
  rows: Row[]
  rowKey: (row: Row) => string
  /** Names a row for its checkbox. */
  rowName?: (row: Row) => string
  sort?: Sort
  onSort?: (sort: Sort) => void
  selected?: ReadonlySet<string>
  onSelect?: (selected: Set<string>) => void
  /** Buttons of the bulk bar, shown while rows are selected. */
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
      <div role="status" className={selected?.size ? 'flex flex-wrap items-center gap-3 border-b border-line bg-accent-tint px-4 py-2' : undefined}>
        {selected && selected.size > 0 && (
          <>
            <span className="font-medium">{selected.size} selected</span>
            {bulk}
            <button type="button" className="min-h-11 px-2 text-small underline" onClick={() => onSelect?.(new Set())}>
              Clear
            </button>
          </>
        )}
      </div>
      {rows.length === 0 ? (
        empty
      ) : (
        <div className="md:overflow-x-auto">
          <table role="table" className="table-cards w-full border-collapse text-small">
            <caption className="sr-only">{caption}</caption>
            <thead role="rowgroup">
              <tr role="row" className="border-b border-line text-caption text-faint">
                {selected && (
                  <th role="columnheader" scope="col" className="w-12 ps-3">
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
                  <tr key={key} role="row" className={cx('border-line md:not-last:border-b', selected?.has(key) ? 'bg-accent-tint' : 'hover:bg-quiet')}>
                    {selected && (
                      <td role="cell" className="table-select w-12 md:ps-3">
                        <label className="grid size-11 place-items-center md:size-9">
                          <span className="sr-only">Select {rowName(row)}</span>
                          <input type="checkbox" className="size-5" checked={selected.has(key)} onChange={() => toggle(key)} />
                        </label>
                      </td>
                    )}
                    {columns.map((column) =>
                      column.primary ? (
                        <th key={column.key} role="rowheader" scope="row" className="px-4 py-3 text-start font-medium max-md:pe-12">
                          {column.cell(row)}
                        </th>
                      ) : (
                        <td key={column.key} role="cell" data-label={column.header} className={cx('px-4 py-3', column.numeric && 'tabular-nums md:text-end')}>
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
  const classes = cx('px-4 py-2 font-medium', column.numeric ? 'text-end' : 'text-start')
  const aria = active === 'asc' ? 'ascending' : active === 'desc' ? 'descending' : undefined
  if (!column.sortable || !onSort)
    return (
      <th role="columnheader" scope="col" className={classes}>
        {column.header}
      </th>
    )
  return (
    <th role="columnheader" scope="col" aria-sort={aria ?? 'none'} className={classes}>
      <button
        type="button"
        className={cx('inline-flex min-h-9 items-center gap-1 rounded-sm hover:text-ink', active && 'text-ink')}
        onClick={() => onSort({ key: column.key, direction: active === 'asc' ? 'desc' : 'asc' })}
      >
        {column.header}
        {active === 'desc' ? <ChevronDown aria-hidden size="1em" /> : <ChevronUp aria-hidden size="1em" className={cx(!active && 'opacity-40')} />}
      </button>
    </th>
  )
}

function SelectAll({ all, some, onChange }: { all: boolean; some: boolean; onChange: (all: boolean) => void }) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = some && !all
  }, [some, all])
  return (
    <label className="grid size-11 place-items-center md:size-9">
      <span className="sr-only">Select all</span>
      <input ref={box} type="checkbox" className="size-5" checked={all} onChange={(event) => onChange(event.target.checked)} />
    </label>
  )
}
