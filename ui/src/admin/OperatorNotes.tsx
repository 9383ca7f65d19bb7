// What looks wrong in the settings of the machine, such as a proxy that they do not name.
import { Info } from '../kit/icons'
import { useNotes } from './queries'

export function OperatorNotes() {
  const { data } = useNotes()
  if (!data || data.notes.length === 0) return null
  return (
    <section aria-label="For the operator" className="mb-6 space-y-2">
      {data.notes.map((note) => (
        <p key={note} className="flex gap-3 rounded-md bg-warn-tint px-4 py-3 text-small text-warn">
          <Info aria-hidden size="1.25rem" className="mt-0.5 shrink-0" />
          <span className="min-w-0 wrap-anywhere">{note}</span>
        </p>
      ))}
    </section>
  )
}
