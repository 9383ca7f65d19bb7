// Tabs within a page, with arrow keys and one panel.
import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { cx } from '../lib/cx'

type Tab = { id: string; label: ReactNode; count?: number; panel: ReactNode }

type TabsProps = {
  label: string
  tabs: Tab[]
  /** The open tab's id, from the query string; an unknown id opens the first tab. */
  value: string
  onChange: (id: string) => void
  /** For many tabs: they stand beside the panel on a wide screen, and in columns on a narrow one. */
  many?: boolean
  className?: string
}

const TAB = 'inline-flex min-h-11 items-center gap-2 border-b-2 px-1 font-medium max-sm:text-small whitespace-nowrap no-underline transition-colors'
const ON = 'border-ink text-ink'
const OFF = 'border-transparent text-soft hover:border-line hover:text-ink'
const TAB_OF_MANY = 'lg:w-full lg:border-b-0 lg:border-s-2 lg:px-3'
/** Tabs that do not fit one line go on in the next: each is to be seen. */
const BAR = 'flex flex-wrap gap-x-1.5 sm:gap-x-6 border-b border-line px-0.5'
const BAR_OF_MANY = 'grid grid-cols-[repeat(auto-fill,minmax(6.75rem,1fr))] gap-x-3 content-start border-b border-line px-0.5 sm:gap-x-6 lg:flex lg:flex-col lg:self-start lg:border-b-0 lg:border-s lg:px-0 lg:[&>*]:-ms-px'

export function Tabs({ label, tabs, value, onChange, many, className }: TabsProps) {
  const id = useId()
  const bar = useRef<HTMLDivElement>(null)
  const open = Math.max(0, tabs.findIndex((tab) => tab.id === value))

  const onKeyDown = (event: KeyboardEvent) => {
    const rtl = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1
    const steps: Record<string, number> = { ArrowRight: open + rtl, ArrowLeft: open - rtl, Home: 0, End: tabs.length - 1, ...(many && { ArrowDown: open + 1, ArrowUp: open - 1 }) }
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = (step + tabs.length) % tabs.length
    onChange(tabs[next]!.id)
    bar.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
  }

  return (
    <div className={cx(many && 'lg:grid lg:grid-cols-[10rem_minmax(0,1fr)] lg:gap-x-10', className)}>
      <div ref={bar} role="tablist" tabIndex={-1} aria-label={label} onKeyDown={onKeyDown} className={many ? BAR_OF_MANY : BAR}>
        {tabs.map((tab, at) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-tab-${tab.id}`}
            aria-controls={`${id}-panel-${tab.id}`}
            aria-selected={at === open}
            tabIndex={at === open ? 0 : -1}
            onClick={() => onChange(tab.id)}
            className={cx(TAB, many && TAB_OF_MANY, '-outline-offset-2!', at === open ? ON : OFF)}
          >
            <span>{tab.label}</span>
            {tab.count !== undefined && <span className="text-caption text-faint tabular-nums">{tab.count}</span>}
          </button>
        ))}
      </div>
      {tabs.map((tab, at) => (
        <div key={tab.id} role="tabpanel" id={`${id}-panel-${tab.id}`} aria-labelledby={`${id}-tab-${tab.id}`} tabIndex={0} hidden={at !== open} className={cx('min-w-0 pt-6', many && 'lg:pt-2')}>
          {at === open && (
            <>
              <h2 className="mb-4 hidden print:block">{tab.label}</h2>
              {tab.panel}
            </>
          )}
        </div>
      ))}
    </div>
  )
}
