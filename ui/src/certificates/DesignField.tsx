// The choice of a design, each with a small drawing of it.
import { useId } from 'react'
import { cx } from '../lib/cx'
import { DESIGNS, type OriginKind } from './adminRules'
import drawings from './designs.svg'

type DesignFieldProps = { kind: OriginKind; value: string; onChange: (value: string) => void }

export function DesignField({ kind, value, onChange }: DesignFieldProps) {
  const name = useId()
  // A project has no design of its own: its certificate is Modern unless another one is chosen.
  const designs = kind === 'event' ? DESIGNS : DESIGNS.filter((design) => design.value)
  const current = value || (kind === 'event' ? '' : 'modern')
  return (
    <fieldset>
      <legend className="mb-1.5 text-small font-medium">Design</legend>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        {designs.map((design) => (
          <label
            key={design.value}
            className={cx(
              'relative flex cursor-pointer flex-col gap-2 rounded-md border p-2 text-small has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-ink',
              design.value === current ? 'border-ink bg-quiet font-medium' : 'border-line bg-surface hover:border-strong',
            )}
          >
            <input type="radio" name={name} value={design.value} checked={design.value === current} onChange={() => onChange(design.value)} className="absolute inset-0 cursor-pointer opacity-0" />
            {design.value ? (
              <svg aria-hidden viewBox="0 0 113 80" className="block w-full rounded-sm border border-line">
                <use href={`${drawings}#${design.value}`} />
              </svg>
            ) : (
              <span aria-hidden className="grid aspect-[113/80] w-full place-items-center rounded-sm border border-dashed border-strong text-h3 text-faint">
                ?
              </span>
            )}
            <span>{design.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
