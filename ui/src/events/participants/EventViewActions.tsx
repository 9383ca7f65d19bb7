// The actions on a whole event. Those that cannot be undone ask first.
import { useId } from 'react'
import { useNavigate } from 'react-router'
import { CANCEL_INPUT } from '../../api/forms'
import { Button, ButtonLink } from '../../kit/Button'
import { ConfirmDialog, Dialog } from '../../kit/layers/Dialog'
import { FormError } from '../../kit/fields/Field'
import { Copy, Ellipsis, Globe, Trash2, X } from '../../kit/icons'
import { Menu, type MenuItem } from '../../kit/layers/Menu'
import { TextArea } from '../../kit/fields/TextArea'
import { useForm } from '../../kit/fields/useForm'
import { toast } from '../../kit/layers/Toast'
import { paths } from '../../paths'
import { isOn } from '../dayRules'
import { useEventView } from './eventViewState'
import { useCancelEvent, useDeleteEvent, useDuplicateEvent, type AdminEvent } from './participantQueries'

const ICON = { 'aria-hidden': true, size: '1.15rem' } as const

export function EventViewActions({ event }: { event: AdminEvent }) {
  const { open, close, isOpen } = useEventView()
  const navigate = useNavigate()
  const duplicate = useDuplicateEvent(event._id, (made, here) => here && void navigate(paths.admin.editEvent(made)))

  const items: MenuItem[] = [
    { label: event.published ? 'View public page' : 'Preview public page', icon: <Globe {...ICON} />, to: paths.event(event._id) },
    { label: 'Duplicate', icon: <Copy {...ICON} />, onSelect: () => void duplicate.run() },
  ]
  if (event.canCancel) items.push({ label: 'Cancel event…', icon: <X {...ICON} />, danger: true, onSelect: () => open('cancel') })
  if (event.canDelete) items.push({ label: 'Delete event…', icon: <Trash2 {...ICON} />, danger: true, onSelect: () => open('delete') })

  return (
    <>
      <ButtonLink variant={event.published ? 'secondary' : 'primary'} to={paths.admin.editEvent(event._id)}>
        Edit Event
      </ButtonLink>
      {event.published && !event.cancelled && (
        <ButtonLink variant={isOn(event) ? 'primary' : 'secondary'} to={paths.admin.checkinEvent(event._id)}>
          Check-in
        </ButtonLink>
      )}
      <Menu
        label="More actions"
        trigger={<Ellipsis aria-hidden size="1.25rem" />}
        triggerClassName="grid place-items-center rounded-md border border-strong bg-surface hover:bg-quiet"
        items={items}
      />
      <CancelDialog event={event} open={isOpen('cancel') && event.canCancel} onClose={close} />
      <DeleteDialog event={event} open={isOpen('delete') && event.canDelete} onClose={close} />
    </>
  )
}

type EventDialogProps = { event: AdminEvent; open: boolean; onClose: () => void }

function CancelDialog({ event, open, onClose }: EventDialogProps) {
  const cancel = useCancelEvent(event._id)
  const form = useForm({
    name: `cancel/${event._id}`,
    initial: { reason: '' },
    async send({ reason }) {
      const outcome = await cancel.run(reason)
      if (outcome?.ok) {
        onClose()
        toast(outcome.data.message)
      } else if (outcome?.status === 409) {
        // Another admin was faster: show the current state.
        onClose()
        toast.error(outcome.message)
      }
      return outcome
    },
  })
  const told = event.registrationsCount + event.waitingCount
  const id = useId()

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={
        <>
          Cancel “<bdi>{event.title}</bdi>”?
        </>
      }
      footer={
        <>
          <Button onClick={onClose} disabled={form.busy}>
            Keep event
          </Button>
          <Button type="submit" form={id} variant="danger" busy={form.busy} busyText="Cancelling…">
            Cancel event
          </Button>
        </>
      }
    >
      <form {...form.props} id={id} className="space-y-4">
        <p className="text-soft">
          <span>{told > 0 ? `Everybody who registered or waits (${told.toLocaleString()}) is told by email. ` : 'Nobody has registered yet, so no mail is sent. '}</span>
          <span>{event.published ? 'The event stays visible, marked as cancelled. ' : 'It stays in the list, marked as cancelled. '}</span>
          <span>This cannot be undone.</span>
        </p>
        <TextArea
          data-autofocus
          label="Reason"
          optional
          hint={told > 0 ? 'In the email and on the event’s page.' : 'Shown on the event’s page.'}
          rows={4}
          limit={CANCEL_INPUT.reason}
          maxLength={CANCEL_INPUT.reason}
          {...form.text('reason')}
        />
        <FormError>{form.problem}</FormError>
      </form>
    </Dialog>
  )
}

function DeleteDialog({ event, open, onClose }: EventDialogProps) {
  const navigate = useNavigate()
  const deleting = useDeleteEvent(event._id, (here) => here && void navigate(paths.admin.events(), { replace: true }))
  const confirm = async () => {
    const outcome = await deleting.run()
    if (outcome?.ok !== false || outcome.status !== 409) return
    // Somebody has registered since: show the current state.
    onClose()
    toast.error(outcome.message)
  }
  const problem = deleting.refusal?.message

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={() => void confirm()}
      busy={deleting.busy}
      busyText="Deleting…"
      title={
        <>
          Delete “<bdi>{event.title}</bdi>”?
        </>
      }
      confirmLabel="Delete event"
    >
      <p className="text-soft">{event.tasks.length > 0 ? 'It is deleted with its tasks. This cannot be undone.' : 'Nobody has registered for it. This cannot be undone.'}</p>
      <div className={problem && 'mt-4'}>
        <FormError>{problem}</FormError>
      </div>
    </ConfirmDialog>
  )
}
