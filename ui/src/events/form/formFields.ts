// Connects the fields of the form with its draft.
import type { EventDraft, TextName } from './eventDraft'

export type EventPartProps = {
  draft: EventDraft
  onChange: (patch: Partial<EventDraft>) => void
  errors: Record<string, string>
}

/** The props of a text field. */
export const textOf =
  ({ draft, errors, onChange }: EventPartProps) =>
  (name: TextName) => ({
    name,
    value: draft[name],
    error: errors[name],
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  })

/** The props of a switch. */
export const switchOf =
  ({ draft, errors, onChange }: EventPartProps) =>
  (name: 'hasRewards' | 'certificatesOffered' | 'sendCertificatesImmediately' | 'isCollaborative') => ({
    name,
    checked: draft[name],
    error: errors[name],
    onChange: (event: { target: { checked: boolean } }) => onChange({ [name]: event.target.checked }),
  })
