// What an admin does with a certificate that is there. None of it can be undone, so each asks first.
import { useDeferredValue, useId } from 'react'
import { CORRECT_INPUT, REVOKE_INPUT } from '../api/forms'
import { Button } from '../kit/Button'
import { FormError } from '../kit/fields/Field'
import { TextArea } from '../kit/fields/TextArea'
import { TextField } from '../kit/fields/TextField'
import { useForm } from '../kit/fields/useForm'
import { Dialog } from '../kit/layers/Dialog'
import { useCorrect, useMissing, useRelease, useRevoke, type AdminCertificate } from './adminQueries'
import { MissingNotice } from './MissingNotice'
import { achievementOf } from './rules'

type ChangeProps = { /** Without one the dialog is closed. */ certificate: AdminCertificate | undefined; onClose: () => void }
type OpenProps = { certificate: AdminCertificate; onClose: () => void }

export const ReleaseDialog = ({ certificate, onClose }: ChangeProps) => certificate && <Release key={certificate._id} certificate={certificate} onClose={onClose} />
export const RevokeDialog = ({ certificate, onClose }: ChangeProps) => certificate && <Revoke key={certificate._id} certificate={certificate} onClose={onClose} />
export const CorrectDialog = ({ certificate, onClose }: ChangeProps) => certificate && <Correct key={certificate._id} certificate={certificate} onClose={onClose} />

function Subject({ certificate }: { certificate: AdminCertificate }) {
  return (
    <p className="mb-4 text-soft">
      <bdi className="font-medium text-ink">{certificate.recipientName}</bdi>
      <span>, </span>
      <bdi>{achievementOf(certificate)}</bdi>
      <span className="block font-mono text-caption text-faint">{certificate.certificateId}</span>
    </p>
  )
}

function Release({ certificate, onClose }: OpenProps) {
  const { run, busy, refusal } = useRelease(onClose)
  return (
    <Dialog
      open
      onClose={onClose}
      title="Release this certificate?"
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button variant="primary" onClick={() => void run(certificate._id)} busy={busy} busyText="Releasing…">
            Release certificate
          </Button>
        </>
      }
    >
      <Subject certificate={certificate} />
      <p className="text-soft">Everybody can verify it from then on, and its recipient gets it by email.</p>
      <div className="mt-4">
        <MissingNotice missing={certificate.missingCharacters} />
      </div>
      <div className={refusal && 'mt-4'}>
        <FormError>{refusal?.message}</FormError>
      </div>
    </Dialog>
  )
}

function Revoke({ certificate, onClose }: OpenProps) {
  const id = useId()
  const { run } = useRevoke(certificate._id)
  const form = useForm({
    name: `revoke/${certificate._id}`,
    initial: { reason: '' },
    check: ({ reason }): Record<string, string> => (reason.trim() ? {} : { reason: 'Please say why' }),
    async send({ reason }) {
      const outcome = await run(reason.trim())
      if (outcome?.ok) onClose()
      return outcome
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title="Revoke this certificate?"
      footer={
        <>
          <Button onClick={onClose} disabled={form.busy}>
            Keep certificate
          </Button>
          <Button type="submit" form={id} variant="danger" busy={form.busy} busyText="Revoking…">
            Revoke certificate
          </Button>
        </>
      }
    >
      <Subject certificate={certificate} />
      <form {...form.props} id={id} className="space-y-4">
        <p className="text-soft">It reads as revoked from then on, and never becomes valid again.</p>
        <TextArea
          data-autofocus
          label="Reason"
          hint="Everybody who looks it up can read this."
          rows={3}
          limit={REVOKE_INPUT.reason}
          maxLength={REVOKE_INPUT.reason}
          {...form.text('reason')}
        />
        <FormError>{form.problem}</FormError>
      </form>
    </Dialog>
  )
}

function Correct({ certificate, onClose }: OpenProps) {
  const id = useId()
  const { run } = useCorrect(certificate._id)
  const form = useForm({
    name: `correct/${certificate._id}`,
    initial: { name: certificate.recipientName },
    check: ({ name }): Record<string, string> =>
      !name.trim() ? { name: 'Name is required' } : name.trim() === certificate.recipientName ? { name: 'The certificate shows this name already' } : {},
    async send({ name }) {
      const outcome = await run(name.trim())
      if (outcome?.ok) onClose()
      return outcome
    },
  })
  const missing = useMissing(useDeferredValue(form.values.name.trim()))
  return (
    <Dialog
      open
      onClose={onClose}
      title="Correct the name"
      footer={
        <>
          <Button onClick={onClose} disabled={form.busy}>
            Cancel
          </Button>
          <Button type="submit" form={id} variant="primary" busy={form.busy} busyText="Issuing…">
            Issue with this name
          </Button>
        </>
      }
    >
      <Subject certificate={certificate} />
      <form {...form.props} id={id} className="space-y-4">
        <TextField
          data-autofocus
          label="Name on the certificate"
          maxLength={CORRECT_INPUT.name}
          autoComplete="off"
          dir="auto"
          {...form.text('name')}
        />
        <MissingNotice missing={missing} />
        <p className="text-soft">
          <span>The old certificate is revoked and leads to the new one, which has an ID of its own. </span>
          <span>{certificate.status === 'pending' ? 'The new one is held as well.' : 'Its recipient gets the new one by email.'}</span>
        </p>
        <FormError>{form.problem}</FormError>
      </form>
    </Dialog>
  )
}
