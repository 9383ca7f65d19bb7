// The filters of an admin list, as links, with counts where they are known.
import type { To } from 'react-router'
import { Link } from '../kit/Link'
import { cx } from '../lib/cx'

type FilterLinksProps<Value extends string> = {
  label: string
  options: readonly { value: Value; label: string; /** null while it is unknown. */ count?: number | null }[]
  current: Value
  to: (value: Value) => To
}

export function FilterLinks<Value extends string>({ label: name, options, current, to }: FilterLinksProps<Value>) {
  return (
    <nav aria-label={name}>
      <ul className="flex flex-wrap gap-2">
        {options.map(({ value, label, count }) => (
          <li key={value}>
            <Link
              plain
              to={to(value)}
              aria-current={value === current ? 'true' : undefined}
              className={cx(
                'inline-flex min-h-11 items-center gap-2 rounded-md border px-3 text-small font-medium whitespace-nowrap no-underline transition-colors md:min-h-10',
                value === current ? 'border-ink bg-ink text-paper forced-colors:bg-[Highlight] forced-colors:text-[HighlightText] forced-colors:forced-color-adjust-none' : 'border-line bg-surface text-soft hover:border-strong hover:text-ink',
              )}
            >
              <span>{label}</span>
              {count !== undefined && <span className={cx('min-w-[1ch] text-caption tabular-nums', value !== current && 'text-faint')}>{count?.toLocaleString() ?? '–'}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
