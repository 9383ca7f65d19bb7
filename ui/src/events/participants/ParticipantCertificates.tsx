// Issues certificates to all who completed the event, and says what became of each.
import { useState } from 'react'
import { useIssueForEvent, type CertificatesIssued } from '../../certificates/adminQueries'
import { Button } from '../../kit/Button'
import { FormError } from '../../kit/fields/Field'
import { Dialog } from '../../kit/layers/Dialog'
import { ParticipantOutcomes } from './ParticipantOutcomes'
import type { AdminEvent } from './participantQueries'
import { reachedText } from './participantRules'

type Props = { event: AdminEvent; open: boolean; onClose: () => void }

export function ParticipantCertificates({ event, open, onClose }: Props) {
  const { run, busy, refusal, reset } = useIssueForEvent(event._id)
  const [issued, setIssued] = useState<CertificatesIssued>()
  const close = () => {
    setIssued(undefined)
    reset()
    onClose()
  }
  const issue = async () => {
    const outcome = await run()
    if (outcome?.ok) setIssued(outcome.data)
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title="Issue certificates to all who completed"
      footer={
        issued || event.completedCount === 0 ? (
          <Button onClick={close}>Close</Button>
        ) : (
          <>
            <Button onClick={close} disabled={busy}>
              Cancel
            </Button>
            <Button variant="primary" onClick={() => void issue()} busy={busy} busyText="Issuing…">
              Issue certificates
            </Button>
          </>
        )
      }
    >
      {issued ? (
        <ParticipantOutcomes {...issued} />
      ) : event.completedCount === 0 ? (
        <p className="text-soft">Nobody has completed this event yet. Set the status of those who did to Completed first.</p>
      ) : (
        <p className="text-soft">
          <span>{`Each of the ${reachedText(event.completedCount, 'Completed')} who has no certificate yet gets one`}</span>
          <span>{event.sendCertificatesImmediately ? ', by email. ' : '. They are held until you release them. '}</span>
          <span>Whoever has one keeps it.</span>
        </p>
      )}
      <div className={refusal && 'mt-4'}>
        <FormError>{refusal?.message}</FormError>
      </div>
    </Dialog>
  )
}
