// Controls that are on or off: a switch takes effect at once, a checkbox with its form.
import { useId, type ComponentProps, type ReactNode } from 'react'
import { cx } from '../../lib/cx'
import { FieldError } from './Field'

type ToggleProps = Omit<ComponentProps<'input'>, 'type' | 'children'> & { label: ReactNode; hint?: ReactNode; error?: string }

export function Switch({ label, hint, error, className, id, ...input }: ToggleProps) {
  return (
    <Row {...{ hint, error, className, id }} label={label} indent="ps-14">
      {(wiring) => <input {...input} {...wiring} type="checkbox" role="switch" className="switch" />}
    </Row>
  )
}

export function Checkbox({ label, hint, error, className, id, ...input }: ToggleProps) {
  return (
    <Row {...{ hint, error, className, id }} label={label} indent="ps-9">
      {(wiring) => <input {...input} {...wiring} type="checkbox" className="check m-0.5" />}
    </Row>
  )
}

type RowProps = { label: ReactNode; hint?: ReactNode; error?: string; className?: string; id?: string; /** Brings the hint beneath the label. */ indent: string }

function Row({ label, hint, error, className, id, indent, children }: RowProps & { children: (wiring: object) => ReactNode }) {
  const made = useId()
  const control = id ?? made
  const described = cx(hint != null && `${control}-hint`, error && `${control}-error`) || undefined
  return (
    <div className={className}>
      <label htmlFor={control} className="flex min-h-11 items-center gap-3 py-2">
        {children({ id: control, 'aria-describedby': described, 'aria-invalid': error ? true : undefined })}
        <span>{label}</span>
      </label>
      {hint != null && (
        <div id={`${control}-hint`} className={cx('-mt-1.5 pb-1 text-caption text-faint', indent)}>
          {hint}
        </div>
      )}
      <FieldError id={`${control}-error`} error={error} />
    </div>
  )
}
