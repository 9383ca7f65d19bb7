// The question before somebody loses their place, or their place in the waiting list.
import { useState } from 'react'
import { ConfirmDialog } from '../../kit/layers/Dialog'
import { FormError } from '../../kit/fields/Field'
import { toast } from '../../kit/layers/Toast'
import { useEventChanges, useFailure, useWaitingList, type AdminEvent, type Person } from './participantQueries'
import { passesOn } from './participantRules'

type ParticipantRemoveProps = { event: AdminEvent; /** Whom; nobody: closed. */ person: Person | undefined; waits?: boolean; onClose: () => void }

export function ParticipantRemove({ event, person, waits = false, onClose }: ParticipantRemoveProps) {
  const { remove } = useEventChanges(event._id)
  const failure = useFailure()
  const passes = !waits && passesOn(event)
  const { data: first } = useWaitingList(event._id, { limit: 1 }, Boolean(person) && passes)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const next = first?.items[0]?.user.name

  const close = () => {
    setProblem(undefined)
    onClose()
  }
  const confirm = async () => {
    if (!person) return
    setBusy(true)
    setProblem(undefined)
    try {
      const message = await remove(person._id)
      onClose()
      toast(passes && next ? `${message} ${next} has the place now.` : message)
    } catch (error) {
      setProblem(failure(error, 'Failed to remove participant').message)
    } finally {
      setBusy(false)
    }
  }

  return (
    <ConfirmDialog
      open={Boolean(person)}
      onClose={close}
      onConfirm={() => void confirm()}
      busy={busy}
      busyText="Removing…"
      title={
        <>
          <span>Remove </span>
          <bdi>{person?.name}</bdi>
          <span>{waits ? ' from the waiting list?' : '?'}</span>
        </>
      }
      confirmLabel="Remove"
    >
      <div className="space-y-3 text-soft">
        {waits ? (
          <p>Who waits behind moves up by one.</p>
        ) : (
          <>
            <p>
              The registration for “<bdi>{event.title}</bdi>” is deleted with its ticket and what was done of the tasks. This cannot be undone.
            </p>
            {passes && (
              <p>
                <span>The place goes to the first in the waiting list, </span>
                {next && <bdi className="font-medium text-ink">{next}</bdi>}
                <span>{next ? ', who is told by email.' : 'who is told by email.'}</span>
              </p>
            )}
          </>
        )}
        <FormError>{problem}</FormError>
      </div>
    </ConfirmDialog>
  )
}
