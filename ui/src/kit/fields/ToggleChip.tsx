// A button that stays pressed, for the filters of a list.
import type { ReactNode } from 'react'
import { cx } from '../../lib/cx'
import { Check } from '../icons'

type ToggleChipProps = { pressed: boolean; onChange: (pressed: boolean) => void; icon?: ReactNode; children: ReactNode }

export function ToggleChip({ pressed, onChange, icon, children }: ToggleChipProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={() => onChange(!pressed)}
      className={cx(
        'inline-flex min-h-11 items-center gap-2 rounded-md border px-3.5 font-medium whitespace-nowrap transition-colors',
        pressed ? 'border-ink bg-ink text-paper' : 'border-strong bg-surface hover:bg-quiet',
      )}
    >
      <span className="contents">{pressed ? <Check aria-hidden size="1.1em" /> : icon}</span>
      <span>{children}</span>
    </button>
  )
}
