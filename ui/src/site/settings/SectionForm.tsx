// The frame of a section's form: the fields, what is wrong with all of it, and the buttons.
import type { ReactNode } from 'react'
import { Button } from '../../kit/Button'
import { FormError, OvertakenNotice } from '../../kit/fields/Field'
import { toast } from '../../kit/layers/Toast'
import type { Settings } from './queries'
import type { Section } from './useSection'

type SectionFormProps<Name extends keyof Settings> = { form: Section<Name>; label: string; children: ReactNode }

export function SectionForm<Name extends keyof Settings>({ form, label, children }: SectionFormProps<Name>) {
  return (
    <form {...form.props} aria-label={label} className="max-w-160 space-y-6">
      {children}
      <div>
        <OvertakenNotice overtaken={form.overtaken} />
        <FormError>{form.problem}</FormError>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" busy={form.busy} busyText="Saving…">
          Save
        </Button>
        {form.isTyped && (
          <Button variant="quiet" onClick={() => toast('Changes discarded.', { undo: form.discard() })}>
            Discard changes
          </Button>
        )}
      </div>
      <p className="text-caption text-faint print:hidden">What is saved takes effect at once.</p>
    </form>
  )
}
