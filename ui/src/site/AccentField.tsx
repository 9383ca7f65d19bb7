// Picks the community's colour: a suggestion or any other.
import { useId } from 'react'
import { FieldError } from '../kit/fields/Field'
import { Check } from '../kit/icons'
import { shades } from '../lib/accent'

const COLOURS = [
  { name: 'Rust', value: '#c2410c' },
  { name: 'Amber', value: '#d97706' },
  { name: 'Moss', value: '#4d7c0f' },
  { name: 'Pine', value: '#047857' },
  { name: 'Lagoon', value: '#0e7490' },
  { name: 'Cobalt', value: '#1d4ed8' },
  { name: 'Plum', value: '#86198f' },
  { name: 'Berry', value: '#be123c' },
]

type AccentFieldProps = { value: string; onChange: (value: string) => void; error?: string }

export function AccentField({ value, onChange, error }: AccentFieldProps) {
  const id = useId()
  const own = !COLOURS.some((colour) => colour.value === value)
  return (
    <fieldset aria-describedby={`${id}-hint ${id}-error`}>
      <legend className="mb-1.5 text-small font-medium">Accent colour</legend>
      <div className="flex flex-wrap gap-2">
        {COLOURS.map((colour) => (
          <label
            key={colour.value}
            title={colour.name}
            className="relative grid size-11 cursor-pointer place-items-center rounded-md border-2 border-transparent has-checked:border-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-ink"
          >
            <input type="radio" name={id} value={colour.value} checked={value === colour.value} onChange={() => onChange(colour.value)} className="absolute inset-0 cursor-pointer opacity-0" />
            <span aria-hidden className="grid size-8 place-items-center rounded-sm forced-color-adjust-none" style={{ background: colour.value, color: shades(colour.value, 'light').on }}>
              {value === colour.value && <Check size="1.1rem" />}
            </span>
            <span className="sr-only">{colour.name}</span>
          </label>
        ))}
        <label className={`relative inline-flex min-h-11 cursor-pointer items-center gap-2.5 rounded-md border px-3 text-small font-medium hover:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-ink ${own ? 'border-ink' : 'border-strong'}`}>
          <span aria-hidden className="size-5 rounded-sm border border-line forced-color-adjust-none" style={{ background: value }} />
          {own ? <span className="font-mono">{value}</span> : <span>Another</span>}
          <input type="color" aria-label="Another colour" value={value} onChange={(event) => onChange(event.target.value)} className="absolute inset-0 size-full cursor-pointer opacity-0" />
        </label>
      </div>
      <p id={`${id}-hint`} className="mt-1.5 text-caption text-faint">
        Everything else is derived from it, readable in the light and the dark theme.
      </p>
      <FieldError id={`${id}-error`} error={error} />
    </fieldset>
  )
}
