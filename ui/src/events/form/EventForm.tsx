// The form of an event: creating and editing fill in the same one.
import type { FormEvent, ReactNode } from 'react'
import { Card } from '../../kit/Card'
import { FormError } from '../../kit/fields/Field'
import { useFirstWrong } from '../../kit/fields/useFirstWrong'
import { EventFormBasics } from './EventFormBasics'
import { EventFormDetails } from './EventFormDetails'
import { EventFormPartner } from './EventFormPartner'
import type { EventPartProps } from './formFields'
import { TaskEditor } from './TaskEditor'

type EventFormProps = EventPartProps & {
  /** What went wrong apart from single fields. */
  problem?: string
  /** `half` are the names of fields whose day or time is typed in part only. */
  onSubmit: (half: string[]) => void
  /** Participants who wait for a place. */
  waiting?: number
  footer: ReactNode
}

export function EventForm({ problem, onSubmit, waiting, footer, ...part }: EventFormProps) {
  const { form, sent } = useFirstWrong(part.errors)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    sent()
    const inputs = [...event.currentTarget.elements].filter((element) => element instanceof HTMLInputElement)
    onSubmit(inputs.filter(({ validity }) => validity.badInput).map(({ name }) => name))
  }
  return (
    <form ref={form} onSubmit={submit} noValidate className="space-y-10">
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
        <FormError>{problem}</FormError>
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
