// The frame of every field: the label above, the control, the hint and the error below, connected for screen readers.
import { useId, type ReactNode } from 'react'
import { cx } from '../../lib/cx'
import { CircleAlert } from '../icons'

export type FieldProps = {
  label: string
  hint?: ReactNode
  /** The error message; shown at the field and announced. */
  error?: string
  /** Adds "(optional)" to the label. Other fields are required. */
  optional?: boolean
  hideLabel?: boolean
}

type Wiring = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }

type FrameProps = FieldProps & { id?: string; className?: string; children: (wiring: Wiring) => ReactNode }

export function Field({ label, hint, error, optional, hideLabel, id, className, children }: FrameProps) {
  const made = useId()
  const control = id ?? made
  const described = cx(hint != null && `${control}-hint`, error && `${control}-error`) || undefined
  return (
    <div className={cx('min-w-0', className)}>
      <label htmlFor={control} className={hideLabel ? 'sr-only' : 'mb-1.5 block text-small font-medium'}>
        <span>{label}</span>
        {optional && <span className="font-normal text-faint"> (optional)</span>}
      </label>
      <div className="contents">{children({ id: control, 'aria-describedby': described, 'aria-invalid': error ? true : undefined })}</div>
      {hint != null && (
        <div id={`${control}-hint`} className="mt-1.5 text-caption text-faint">
          {hint}
        </div>
      )}
      <FieldError id={`${control}-error`} error={error} />
    </div>
  )
}

/** Always in the page, so that screen readers announce a new message. */
export function FieldError({ id, error }: { id?: string; error?: string }) {
  return (
    <div id={id} aria-live="polite" className={error ? 'mt-1.5 flex items-start gap-1.5 text-small text-bad' : undefined}>
      {error && (
        <>
          <CircleAlert aria-hidden size="1rem" className="mt-[0.2em] shrink-0" />
          <span>{error}</span>
        </>
      )}
    </div>
  )
}

/** A message about a whole form, above or below its button. */
export function FormError({ children }: { children?: ReactNode }) {
  return (
    <div role="alert" className={children ? 'flex items-start gap-2 rounded-md bg-bad-tint px-4 py-3 text-small text-bad' : undefined}>
      {children && (
        <>
          <CircleAlert aria-hidden size="1.1rem" className="mt-[0.1em] shrink-0" />
          <div>{children}</div>
        </>
      )}
    </div>
  )
}

/** Says that somebody else has changed a field that the user has typed into; shows nothing otherwise. */
export function OvertakenNotice({ overtaken }: { overtaken: readonly string[] }) {
  return (
    <div role="status" className={overtaken.length ? 'mb-4 rounded-md bg-warn-tint px-4 py-3 text-small text-warn' : undefined}>
      {overtaken.length > 0 && 'Somebody else has changed this in the meantime. Your text is still here; saving it replaces theirs.'}
    </div>
  )
}
