// Marks all who attended as Completed, and says what became of each.
import { useState } from 'react'
import { Button } from '../../kit/Button'
import { FormError } from '../../kit/fields/Field'
import { Dialog } from '../../kit/layers/Dialog'
import { ParticipantOutcomes } from './ParticipantOutcomes'
import { useCompleteAttended, type AdminEvent, type ParticipantsCompleted } from './participantQueries'
import { reachedText } from './participantRules'

type Props = { event: AdminEvent; open: boolean; onClose: () => void }

export function ParticipantComplete({ event, open, onClose }: Props) {
  const { run, busy, refusal, reset } = useCompleteAttended(event._id)
  const [done, setDone] = useState<ParticipantsCompleted>()
  const close = () => {
    setDone(undefined)
    reset()
    onClose()
  }
  const complete = async () => {
    const outcome = await run()
    if (outcome?.ok) setDone(outcome.data)
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title="Mark all who attended as Completed"
      footer={
        done || event.attendedCount === 0 ? (
          <Button onClick={close}>Close</Button>
        ) : (
          <>
            <Button onClick={close} disabled={busy}>
              Cancel
            </Button>
            <Button variant="primary" onClick={() => void complete()} busy={busy} busyText="Marking…">
              Mark as Completed
            </Button>
          </>
        )
      }
    >
      {done ? (
        <ParticipantOutcomes {...done} />
      ) : event.attendedCount === 0 ? (
        <p className="text-soft">Nobody is marked as Attended at the moment.</p>
      ) : (
        <p className="text-soft">
          <span>{`This marks ${reachedText(event.attendedCount, 'Attended')} as Completed.`}</span>
          {event.certificatesOffered && <span>{event.sendCertificatesImmediately ? ' Each gets their certificate by email.' : ' Their certificates are held until you release them.'}</span>}
        </p>
      )}
      <div className={refusal && 'mt-4'}>
        <FormError>{refusal?.message}</FormError>
      </div>
    </Dialog>
  )
}
