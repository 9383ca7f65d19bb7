// A text of several lines that grows with its content; with `limit` it counts the characters that are left.
import { useState, type ComponentProps } from 'react'
import { cx } from '../../lib/cx'
import { lengthOf, tooLong } from '../../lib/text'
import { Field, type FieldProps } from './Field'

type TextAreaProps = FieldProps & ComponentProps<'textarea'> & { limit?: number }

export function TextArea({ label, hint, error, optional, hideLabel, id, className, limit, maxLength, rows = 4, onChange, ...area }: TextAreaProps) {
  const given = area.value ?? area.defaultValue ?? ''
  const [typed, setTyped] = useState<number | null>(null)
  const length = area.value !== undefined ? lengthOf(String(area.value)) : (typed ?? lengthOf(String(given)))
  const over = limit !== undefined && length > limit
  const counter = limit !== undefined && (
    <span className="flex justify-between gap-4">
      <span>{hint}</span>
      <span className={cx('shrink-0 tabular-nums', over && 'font-medium text-bad')}>
        <span>{`${length.toLocaleString()}/${limit.toLocaleString()}`}</span>
        <span className="sr-only"> characters</span>
      </span>
    </span>
  )
  return (
    <Field {...{ label, error: error ?? tooLong(String(area.value ?? ''), maxLength), optional, hideLabel, id, className }} hint={counter || hint}>
      {(wiring) => (
        <textarea
          dir="auto"
          {...area}
          {...wiring}
          rows={rows}
          className="control field-sizing-content max-h-[60vh] resize-y"
          style={{ minHeight: `calc(${rows} * 1.6em + 1rem)` }}
          onChange={(event) => {
            setTyped(lengthOf(event.target.value))
            return onChange?.(event)
          }}
        />
      )}
    </Field>
  )
}
