// Controls that are on or off: a switch takes effect at once, a checkbox with its form, and a toggle chip filters a list.
import { useId, type ComponentProps, type ReactNode } from 'react'
import { cx } from '../../lib/cx'
import { FieldError } from './Field'
import { Check } from '../icons'

type ToggleProps = Omit<ComponentProps<'input'>, 'type' | 'children'> & { label: ReactNode; hint?: ReactNode; error?: string }

export function Switch({ label, hint, error, className, id, ...input }: ToggleProps) {
  return (
    <Row {...{ hint, error, className, id }} label={label}>
      {(wiring) => <input {...input} {...wiring} type="checkbox" role="switch" className="switch" />}
    </Row>
  )
}

export function Checkbox({ label, hint, error, className, id, ...input }: ToggleProps) {
  return (
    <Row {...{ hint, error, className, id }} label={label}>
      {(wiring) => <input {...input} {...wiring} type="checkbox" className="m-0.5 size-5 shrink-0" />}
    </Row>
  )
}

type RowProps = { label: ReactNode; hint?: ReactNode; error?: string; className?: string; id?: string }

function Row({ label, hint, error, className, id, children }: RowProps & { children: (wiring: object) => ReactNode }) {
  const made = useId()
  const control = id ?? made
  const described = cx(hint != null && `${control}-hint`, error && `${control}-error`) || undefined
  return (
    <div className={className}>
      <label htmlFor={control} className="flex min-h-11 items-center gap-3">
        {children({ id: control, 'aria-describedby': described, 'aria-invalid': error ? true : undefined })}
        <span>{label}</span>
      </label>
      {hint != null && (
        <div id={`${control}-hint`} className="text-caption text-faint">
          {hint}
        </div>
      )}
      <FieldError id={`${control}-error`} error={error} />
    </div>
  )
}

type ToggleChipProps = { pressed: boolean; onChange: (pressed: boolean) => void; icon?: ReactNode; children: ReactNode }

export function ToggleChip({ pressed, onChange, icon, children }: ToggleChipProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={() => onChange(!pressed)}
      className={cx(
        'inline-flex min-h-11 items-center gap-2 rounded-md border px-3.5 font-medium whitespace-nowrap transition-colors',
        pressed ? 'border-accent-ink bg-accent-tint text-accent-ink hover:bg-accent-tint-hover' : 'border-strong bg-surface hover:bg-quiet',
      )}
    >
      <span className="contents">{pressed ? <Check aria-hidden size="1.1em" /> : icon}</span>
      <span>{children}</span>
    </button>
  )
}
