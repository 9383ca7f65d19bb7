// The event form, for creating and editing.
import type { ReactNode } from 'react'
import { Card } from '../../kit/Card'
import { FormError, OvertakenNotice } from '../../kit/fields/Field'
import { EventFormBasics } from './EventFormBasics'
import { EventFormDetails } from './EventFormDetails'
import { EventFormPartner } from './EventFormPartner'
import type { changedFields } from './eventDraft'
import { TaskEditor } from './TaskEditor'
import type { DraftForm } from './useEventForm'

type EventFormProps = {
  form: DraftForm
  /** The number of people on the waiting list. */
  waiting?: number
  /** What somebody else has changed since the form opened. */
  meanwhile?: ReturnType<typeof changedFields>
  footer: ReactNode
}

export function EventForm({ form: { values, errors, problem, overtaken, set, props }, waiting, meanwhile = [], footer }: EventFormProps) {
  const part = { draft: values, errors, onChange: set }
  return (
    <form {...props} className="space-y-10">
      <FormSection title="Basic Information" text="What it is, when and where, and for how many.">
        <EventFormBasics {...part} waiting={waiting} />
      </FormSection>
      <FormSection title="Collaboration & Partnership" text="Another organization that holds it with you.">
        <EventFormPartner {...part} />
      </FormSection>
      <FormSection title="Additional Details" text="What to bring, how it is found, and what participants get.">
        <EventFormDetails {...part} />
      </FormSection>
      <FormSection title="Tasks" text="What participants have to do. The required ones count for Completed.">
        <TaskEditor {...part} />
      </FormSection>
      <div className="space-y-5 lg:ms-64">
        <div>
          <Meanwhile changes={meanwhile} />
          <OvertakenNotice overtaken={overtaken} />
          <FormError>{problem}</FormError>
        </div>
        {footer}
      </div>
    </form>
  )
}

function FormSection({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section className="grid gap-x-8 gap-y-4 lg:grid-cols-[14rem_minmax(0,1fr)]">
      <div>
        <h2 className="text-h3">{title}</h2>
        <p className="mt-1.5 max-w-measure text-small text-soft">{text}</p>
      </div>
      <Card className="space-y-6 sm:p-7">{children}</Card>
    </section>
  )
}

/** Lists what somebody else has changed since the form opened; shows nothing otherwise. */
function Meanwhile({ changes }: { changes: ReturnType<typeof changedFields> }) {
  return (
    <div role="status" className={changes.length > 0 ? 'mb-4 rounded-md bg-warn-tint px-4 py-3 text-small text-warn' : undefined}>
      {changes.length > 0 && (
        <>
          <p>Somebody else has changed this event since you opened it. It is now:</p>
          <ul className="mt-2 space-y-1">
            {changes.map(({ name, value }) => (
              <li key={name}>
                {name}: <bdi className="font-medium wrap-anywhere">{value}</bdi>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
