// A field with the browser's own select.
import type { ComponentProps } from 'react'
import { Field, type FieldProps } from './Field'

type Option = { value: string; label: string; disabled?: boolean }

type SelectFieldProps = FieldProps & Omit<ComponentProps<'select'>, 'children'> & { options: readonly Option[]; placeholder?: string }

export function SelectField({ label, hint, error, optional, hideLabel, id, className, options, placeholder, ...select }: SelectFieldProps) {
  return (
    <Field {...{ label, hint, error, optional, hideLabel, id, className }}>
      {(wiring) => (
        <select {...select} {...wiring} className="control">
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
