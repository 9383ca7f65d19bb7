// Why a project is rejected, in words that its submitter is sent.
import { useEffect, useRef, type SyntheticEvent } from 'react'
import { Button } from '../../kit/Button'
import { TextArea } from '../../kit/fields/TextArea'
import { MAX_REASON } from './rules'

type RejectFormProps = {
  reason: string
  onReason: (text: string) => void
  error: string | undefined
  onError: (message: string) => void
  busy: boolean
  onCancel: () => void
  onConfirm: () => void
}

export function RejectForm({ reason, onReason, error, onError, busy, onCancel, onConfirm }: RejectFormProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])
  useEffect(() => {
    if (error) field.current?.focus()
  }, [error])

  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (reason.trim()) return onConfirm()
    onError('Please provide a reason for rejection')
    field.current?.focus()
  }

  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <TextArea
        ref={field}
        label="Reason for rejection"
        hint="Sent to the submitter by email."
        rows={5}
        limit={MAX_REASON}
        value={reason}
        onChange={(event) => onReason(event.target.value)}
        error={error}
        required
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onCancel} disabled={busy}>
          Cancel
        </Button>
        <Button type="submit" variant="danger" busy={busy} busyText="Rejecting…">
          Confirm Rejection
        </Button>
      </div>
    </form>
  )
}
