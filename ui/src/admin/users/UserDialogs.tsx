// What an admin changes about a user: the role and the suspension.
import { useId } from 'react'
import { SUSPENSION_INPUT } from '../../api/forms'
import { Avatar } from '../../kit/Avatar'
import { Button } from '../../kit/Button'
import { FormError } from '../../kit/fields/Field'
import { SelectField } from '../../kit/fields/SelectField'
import { TextArea } from '../../kit/fields/TextArea'
import { useForm } from '../../kit/fields/useForm'
import { Dialog } from '../../kit/layers/Dialog'
import { Address } from '../../members/Address'
import { useSetRole, useSuspend, useUnsuspend, type AdminUser, type Role } from './queries'
import { ROLE_LABELS } from './rules'

type ChangeProps = { /** Without one the dialog is closed. */ user: AdminUser | undefined; onClose: () => void }
type OpenProps = { user: AdminUser; onClose: () => void }

export const EditDialog = ({ user, onClose }: ChangeProps) => user && <Edit key={user._id} user={user} onClose={onClose} />
export const SuspendDialog = ({ user, onClose }: ChangeProps) => user && <Suspend key={user._id} user={user} onClose={onClose} />
export const UnsuspendDialog = ({ user, onClose }: ChangeProps) => user && <Unsuspend key={user._id} user={user} onClose={onClose} />

const ROLES = Object.entries(ROLE_LABELS).map(([value, label]) => ({ value, label }))

function Subject({ user }: { user: AdminUser }) {
  return (
    <div className="mb-4 flex items-center gap-3">
      <Avatar name={user.name} src={user.profilePicture} size={40} />
      <p className="min-w-0">
        <span className="block font-medium wrap-break-word"><bdi>{user.name}</bdi></span>
        <span className="block text-small wrap-anywhere text-soft"><Address email={user.email} /></span>
      </p>
    </div>
  )
}

function Edit({ user, onClose }: OpenProps) {
  const id = useId()
  const { run } = useSetRole(user._id)
  const form = useForm({
    name: `role/${user._id}`,
    initial: { role: user.role as string },
    check: () => ({}),
    async send({ role }) {
      const outcome = await run(role as Role)
      if (outcome?.ok) onClose()
      return outcome
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title="Edit User"
      footer={
        <>
          <Button onClick={onClose} disabled={form.busy}>
            Close
          </Button>
          <Button type="submit" form={id} variant="primary" busy={form.busy} busyText="Saving…">
            Save role
          </Button>
        </>
      }
    >
      <Subject user={user} />
      <form {...form.props} id={id} className="space-y-4">
        <SelectField data-autofocus label="Role" hint="An organiser creates events, runs those that are theirs, and sees the addresses of their participants. An admin may do everything, see every address, and make others admins. It counts at once." options={ROLES} {...form.text('role')} />
        <FormError>{form.problem}</FormError>
      </form>
    </Dialog>
  )
}

function Suspend({ user, onClose }: OpenProps) {
  const id = useId()
  const { run } = useSuspend(user._id)
  const form = useForm({
    name: `suspend/${user._id}`,
    initial: { reason: '' },
    check: ({ reason }): Record<string, string> => (reason.trim() ? {} : { reason: 'A reason is required' }),
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
      title="Suspend this member?"
      footer={
        <>
          <Button onClick={onClose} disabled={form.busy}>
            Cancel
          </Button>
          <Button type="submit" form={id} variant="danger" busy={form.busy} busyText="Suspending…">
            Suspend member
          </Button>
        </>
      }
    >
      <Subject user={user} />
      <form {...form.props} id={id} className="space-y-4">
        <p className="text-soft">They are signed out at once and cannot sign in again until you end the suspension. Their profile is hidden, and their places at upcoming events go to those who wait. Their projects and comments stay.</p>
        <TextArea data-autofocus label="Reason" hint="The member gets it by email." rows={3} limit={SUSPENSION_INPUT.reason} maxLength={SUSPENSION_INPUT.reason} {...form.text('reason')} />
        <FormError>{form.problem}</FormError>
      </form>
    </Dialog>
  )
}

function Unsuspend({ user, onClose }: OpenProps) {
  const { run, busy, refusal } = useUnsuspend(user._id, onClose)
  return (
    <Dialog
      open
      onClose={onClose}
      title="End the suspension?"
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button variant="primary" onClick={() => void run()} busy={busy} busyText="Ending…">
            End suspension
          </Button>
        </>
      }
    >
      <Subject user={user} />
      <p className="text-soft">They can sign in again, and their profile is shown. Places that they had at events do not come back.</p>
      {user.suspensionReason && (
        <figure className="mt-4">
          <figcaption className="text-small text-faint">The reason was</figcaption>
          <blockquote dir="auto" className="mt-1 border-s-2 border-line ps-3 whitespace-pre-line wrap-break-word">
            {user.suspensionReason}
          </blockquote>
        </figure>
      )}
      <div className={refusal && 'mt-4'}>
        <FormError>{refusal?.message}</FormError>
      </div>
    </Dialog>
  )
}
