// The event form, for creating and editing.
import type { ReactNode } from 'react'
import { Card } from '../../kit/Card'
import { FormError, OvertakenNotice } from '../../kit/fields/Field'
import { EventFormBasics } from './EventFormBasics'
import { EventFormDetails } from './EventFormDetails'
import { EventFormPartner } from './EventFormPartner'
import { TaskEditor } from './TaskEditor'
import type { DraftForm } from './useEventForm'

type EventFormProps = {
  form: DraftForm
  /** The number of people on the waiting list. */
  waiting?: number
  footer: ReactNode
}

export function EventForm({ form: { values, errors, problem, overtaken, set, props }, waiting, footer }: EventFormProps) {
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
