// The pages of a list as real links; the page number is in the query string. Place it right after the list, because the
// focus moves to the element before it when the page changes.
import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { cx } from '../lib/cx'
import { useQueryLink } from '../lib/queryState'
import { ButtonLink } from './Button'
import { ChevronLeft, ChevronRight } from './icons'
import { Link } from './Link'
import { EmptyState } from './States'

type PaginationProps = { page: number; total: number; pageSize: number; label?: string }

export function Pagination({ page, total, pageSize, label = 'Pages' }: PaginationProps) {
  const link = useQueryLink({ page: '1' })
  const last = Math.ceil(total / pageSize)
  const nav = useRef<HTMLElement>(null)
  const { key, state } = useLocation()
  const moved = useNavigationType() === 'PUSH' && (state as { scroll?: string } | null)?.scroll === 'top'
  useEffect(() => {
    const list = nav.current?.previousElementSibling
    if (!moved || !(list instanceof HTMLElement)) return
    list.tabIndex = -1
    list.focus({ preventScroll: true })
  }, [key, moved])
  if (last <= 1) return null
  const to = (n: number) => ({ to: link({ page: String(n) }), state: { scroll: 'top' } })
  const box = 'grid min-h-11 min-w-11 place-items-center rounded-md px-2 tabular-nums no-underline'
  return (
    <nav ref={nav} aria-label={label} className="mt-10 flex flex-wrap items-center justify-center gap-1">
      {page > 1 && (
        <Link plain rel="prev" {...to(Math.min(page - 1, last))} className={cx(box, 'hover:bg-quiet')} aria-label="Previous page">
          <ChevronLeft aria-hidden size="1.25rem" />
        </Link>
      )}
      {pagesAround(page, last).map((n, at) =>
        n === null ? (
          <span key={`gap-${at}`} aria-hidden className="min-w-6 text-center text-faint">
            …
          </span>
        ) : (
          <Link
            key={n}
            plain
            {...to(n)}
            aria-label={`Page ${n}`}
            aria-current={n === page ? 'page' : undefined}
            className={cx(box, n === page ? 'bg-ink font-medium text-paper' : 'hover:bg-quiet')}
          >
            {n}
          </Link>
        ),
      )}
      {page < last && (
        <Link plain rel="next" {...to(page + 1)} className={cx(box, 'hover:bg-quiet')} aria-label="Next page">
          <ChevronRight aria-hidden size="1.25rem" />
        </Link>
      )}
    </nav>
  )
}

/** Replaces the list when the address names a page beyond its end. */
export function BeyondEnd({ page, total, pageSize }: Omit<PaginationProps, 'label'>) {
  const link = useQueryLink({ page: '1' })
  const last = Math.max(1, Math.ceil(total / pageSize))
  return (
    <EmptyState
      drawing="search"
      title={`There is no page ${page.toLocaleString()}`}
      text={last === 1 ? 'The list has one page.' : `The list has ${last.toLocaleString()} pages.`}
      action={<ButtonLink to={link({ page: String(last) })}>{last === 1 ? 'To the list' : 'To the last page'}</ButtonLink>}
    />
  )
}

/** The first page, the last page and the neighbours of `page`; null is a gap. */
export function pagesAround(page: number, last: number): (number | null)[] {
  const shown = [...new Set([1, page - 1, page, page + 1, last])].filter((n) => n >= 1 && n <= last).sort((a, b) => a - b)
  return shown.flatMap((n, at) => {
    const before = shown[at - 1] ?? n
    if (n - before === 2) return [n - 1, n]
    return n - before > 2 ? [null, n] : [n]
  })
}
