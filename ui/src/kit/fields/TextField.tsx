// One-line fields: text, e-mail, link, number, date, time. Spread `{...form.text('title')}` into them.
import type { ComponentProps } from 'react'
import { cx } from '../../lib/cx'
import { tooLong } from '../../lib/text'
import { Field, type FieldProps } from './Field'

type TextFieldProps = FieldProps & Omit<ComponentProps<'input'>, 'children'>

/** A text beyond `maxLength` stays and is told, because a browser that stops at it counts an emoji twice. */
export function TextField({ label, hint, error, optional, hideLabel, id, className, maxLength, ...input }: TextFieldProps) {
  const over = tooLong(String(input.value ?? ''), maxLength)
  return (
    <Field {...{ label, hint, error: error ?? over, optional, hideLabel, id, className }}>
      {(wiring) => <input type="text" dir={input.type ? undefined : 'auto'} {...input} {...wiring} required={input.required} className="control" />}
    </Field>
  )
}

/** The browser's own date picker; the value is `YYYY-MM-DD`. */
export function DateField({ className, ...props }: Omit<TextFieldProps, 'type'>) {
  return <TextField {...props} type="date" className={cx('max-w-60', className)} />
}

/** The browser's own time picker; the value is `HH:MM`. */
export function TimeField({ className, ...props }: Omit<TextFieldProps, 'type'>) {
  return <TextField {...props} type="time" className={cx('max-w-44', className)} />
}

/** A day with a time; the value is `YYYY-MM-DDTHH:MM`. */
export function DateTimeField({ className, ...props }: Omit<TextFieldProps, 'type'>) {
  return <TextField {...props} type="datetime-local" className={cx('max-w-72', className)} />
}
