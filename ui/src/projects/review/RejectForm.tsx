// The reason for a rejection, which the server mails to the submitter.
import { useEffect, useRef } from 'react'
import { STATUS_INPUT } from '../../api/forms'
import { Button } from '../../kit/Button'
import { TextArea } from '../../kit/fields/TextArea'
import type { useForm } from '../../kit/fields/useForm'

type RejectFormProps = { form: ReturnType<typeof useForm<{ rejectionReason: string }>>; onCancel: () => void }

export function RejectForm({ form, onCancel }: RejectFormProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <form {...form.props} className="space-y-4">
      <TextArea ref={field} label="Reason for rejection" hint="Sent to the submitter by email." rows={5} limit={STATUS_INPUT.rejectionReason} required {...form.text('rejectionReason')} />
      <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
        <Button onClick={onCancel} disabled={form.busy}>
          Cancel
        </Button>
        <Button type="submit" variant="danger" busy={form.busy} busyText="Rejecting…">
          Confirm Rejection
        </Button>
      </div>
    </form>
  )
}
