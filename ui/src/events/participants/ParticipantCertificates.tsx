// Issues certificates to all who completed the event, and says what became of each.
import { useState } from 'react'
import { useIssueForEvent, type CertificatesIssued } from '../../certificates/adminQueries'
import { Button } from '../../kit/Button'
import { FormError } from '../../kit/fields/Field'
import { Dialog } from '../../kit/layers/Dialog'
import { Link } from '../../kit/Link'
import { paths } from '../../paths'
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
        <Outcomes issued={issued} />
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

function Outcomes({ issued: { message, outcomes } }: { issued: CertificatesIssued }) {
  return (
    <>
      <p role="status" className="font-medium">
        {message}
      </p>
      <ul aria-label="What became of each" className="mt-4 max-h-[50dvh] divide-y divide-line overflow-y-auto rounded-md border border-line text-small" tabIndex={0}>
        {outcomes.map(({ user, name, outcome, certificateId }) => (
          <li key={user} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-0.5 px-3 py-2">
            <bdi className="min-w-0 wrap-anywhere">{name}</bdi>
            {certificateId ? (
              <Link to={paths.certificate(certificateId)} className="font-medium">
                {outcome}
                <span className="sr-only">: certificate of {name}</span>
              </Link>
            ) : (
              <span className="text-soft">{outcome}</span>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
