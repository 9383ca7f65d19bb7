// Issues a certificate to a member, for an event or a project.
import { useId } from 'react'
import { Picked } from '../admin/Picked'
import { CERTIFICATE_INPUT } from '../api/forms'
import { Button } from '../kit/Button'
import { FormError } from '../kit/fields/Field'
import { SelectField } from '../kit/fields/SelectField'
import { TextArea } from '../kit/fields/TextArea'
import { TextField } from '../kit/fields/TextField'
import { Checkbox } from '../kit/fields/Toggles'
import { useForm } from '../kit/fields/useForm'
import { Dialog } from '../kit/layers/Dialog'
import { MemberSearch } from '../members/MemberSearch'
import { useIssue, useMissing } from './adminQueries'
import { createProblem, EMPTY, faultsOf, fieldsOf, inputOf, titleFor, type CertificateDraft, type Origin, type OriginKind } from './adminRules'
import { DesignField } from './DesignField'
import { MissingNotice } from './MissingNotice'
import { OriginSearch } from './OriginSearch'

const FOR = [
  { value: 'event', label: 'An event' },
  { value: 'project', label: 'A project' },
]

export function CreateDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const id = useId()
  const { run } = useIssue()
  const form = useForm<CertificateDraft>({
    name: 'certificate',
    initial: EMPTY,
    check: faultsOf,
    async send(draft) {
      const outcome = await run(inputOf(draft))
      if (outcome?.ok === false) return { ...outcome, fields: fieldsOf(outcome.fields), message: createProblem(outcome) }
      if (outcome) onClose()
      return outcome
    },
  })
  const { user, kind, origin, title } = form.values
  const missing = useMissing(open && user ? user.name : '')
  const pick = (origin: Origin) => form.set({ origin, ...(title.trim() ? {} : { title: titleFor(origin, kind, CERTIFICATE_INPUT.title) }) })
  const isIncomplete = Boolean(missing?.length)

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Create Certificate"
      footer={
        <>
          <Button onClick={onClose} disabled={form.busy}>
            Cancel
          </Button>
          <Button type="submit" form={id} variant="primary" busy={form.busy} busyText="Creating…">
            {isIncomplete ? 'Create it without them' : 'Create Certificate'}
          </Button>
        </>
      }
    >
      <form {...form.props} id={id} className="mt-4 space-y-6">
        <div>
          {user ? (
            <Picked label="Recipient" onChange={() => form.set({ user: null })} name={user.name} detail={user.email} picture={user.profilePicture} />
          ) : (
            <MemberSearch autoFocus label="Recipient" error={form.errors.user} onPick={(member) => form.set({ user: member })} />
          )}
          <div className={isIncomplete ? 'mt-3' : undefined}>
            <MissingNotice missing={missing} />
          </div>
        </div>
        <div className="space-y-4">
          <SelectField label="For" className="max-w-60" options={FOR} value={kind} onChange={(event) => form.set({ kind: event.target.value as OriginKind, origin: null })} />
          {origin ? (
            <Picked label={kind === 'event' ? 'Event' : 'Project'} onChange={() => form.set({ origin: null })} name={origin.title} />
          ) : (
            <OriginSearch key={kind} kind={kind} error={form.errors.origin} onPick={pick} />
          )}
        </div>
        <TextField label="Title" hint="What it is called in lists." maxLength={CERTIFICATE_INPUT.title} autoComplete="off" {...form.text('title')} />
        <DesignField kind={kind} value={form.values.design} onChange={(design) => form.set({ design })} />
        <TextArea label="Message" optional hint="Printed on the certificate." rows={3} limit={CERTIFICATE_INPUT.message} maxLength={CERTIFICATE_INPUT.message} {...form.text('message')} />
        <Checkbox label="Hold it until I release it" hint="Until then its verification status is pending, and nobody is told." {...form.toggle('hold')} />
        <FormError>{form.problem}</FormError>
      </form>
    </Dialog>
  )
}
