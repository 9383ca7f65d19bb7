// How a field of the form is tied to its draft.
import type { EventDraft, TextName } from './eventDraft'

export type EventPartProps = {
  draft: EventDraft
  onChange: (patch: Partial<EventDraft>) => void
  errors: Record<string, string>
}

/** What a text field needs. */
export const textOf =
  ({ draft, errors, onChange }: EventPartProps) =>
  (name: TextName) => ({
    name,
    value: draft[name],
    error: errors[name],
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  })

/** What a switch needs. */
export const switchOf =
  ({ draft, errors, onChange }: EventPartProps) =>
  (name: 'hasRewards' | 'certificatesOffered' | 'sendCertificatesImmediately' | 'isCollaborative') => ({
    name,
    checked: draft[name],
    error: errors[name],
    onChange: (event: { target: { checked: boolean } }) => onChange({ [name]: event.target.checked }),
  })
