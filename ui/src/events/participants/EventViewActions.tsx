// What can be done with an event as a whole, with the questions before what cannot be undone.
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Button, ButtonLink } from '../../kit/Button'
import { ConfirmDialog, Dialog } from '../../kit/layers/Dialog'
import { FormError } from '../../kit/fields/Field'
import { Copy, Ellipsis, Globe, Trash2, X } from '../../kit/icons'
import { Menu, type MenuItem } from '../../kit/layers/Menu'
import { TextArea } from '../../kit/fields/TextArea'
import { toast } from '../../kit/layers/Toast'
import { paths } from '../../paths'
import { useEventView } from './eventViewState'
import { useEventChanges, useFailure, type AdminEvent } from './participantQueries'
import { MAX_REASON } from './participantRules'

const ICON = { 'aria-hidden': true, size: '1.15rem' } as const

export function EventViewActions({ event }: { event: AdminEvent }) {
  const { open, close, isOpen } = useEventView()
  const { duplicate } = useEventChanges(event._id)
  const failure = useFailure()
  const navigate = useNavigate()
  const [copying, setCopying] = useState(false)

  const copy = async () => {
    if (copying) return
    setCopying(true)
    try {
      const { message, event: made } = await duplicate()
      toast(message)
      await navigate(paths.admin.editEvent(made._id))
    } catch (error) {
      toast.error(failure(error, 'Failed to duplicate event').message)
    } finally {
      setCopying(false)
    }
  }

  const items: MenuItem[] = [
    { label: event.published ? 'View public page' : 'Preview public page', icon: <Globe {...ICON} />, to: paths.event(event._id) },
    { label: 'Duplicate', icon: <Copy {...ICON} />, onSelect: () => void copy() },
  ]
  if (event.canCancel) items.push({ label: 'Cancel event…', icon: <X {...ICON} />, danger: true, onSelect: () => open('cancel') })
  if (event.canDelete) items.push({ label: 'Delete event…', icon: <Trash2 {...ICON} />, danger: true, onSelect: () => open('delete') })

  return (
    <>
      <ButtonLink variant={event.published ? 'secondary' : 'primary'} to={paths.admin.editEvent(event._id)}>
        Edit Event
      </ButtonLink>
      {event.published && !event.cancelled && (
        <ButtonLink variant={event.status === 'ongoing' ? 'primary' : 'secondary'} to={paths.admin.checkinEvent(event._id)}>
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
  const { cancel, reload } = useEventChanges(event._id)
  const failure = useFailure()
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  /** Another admin was faster: the page shows what is so now. */
  const outrun = (message: string) => {
    onClose()
    toast.error(message)
    void reload()
  }
  const told = event.registrationsCount + event.waitingCount

  const confirm = async () => {
    if (busy) return
    setBusy(true)
    setProblem(undefined)
    try {
      const message = await cancel(reason)
      onClose()
      toast(message)
    } catch (error) {
      const read = failure(error, 'Failed to cancel event')
      setProblem(read.fields.reason ?? read.message)
      if (read.status === 409) outrun(read.message)
    } finally {
      setBusy(false)
    }
  }

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
          <Button onClick={onClose} disabled={busy}>
            Keep event
          </Button>
          <Button variant="danger" onClick={() => void confirm()} busy={busy} busyText="Cancelling…">
            Cancel event
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        <p className="text-soft">
          <span>{told > 0 ? `Everybody who registered or waits (${told.toLocaleString()}) is told by email. ` : 'Nobody has registered yet, so nobody is mailed. '}</span>
          <span>{event.published ? 'The event stays visible, marked as cancelled. ' : 'It stays in the list, marked as cancelled. '}</span>
          <span>This cannot be undone.</span>
        </p>
        <TextArea
          data-autofocus
          label="Reason"
          optional
          hint={told > 0 ? 'In the email and on the event’s page.' : 'Shown on the event’s page.'}
          rows={4}
          limit={MAX_REASON}
          maxLength={MAX_REASON}
          value={reason}
          onChange={(change) => setReason(change.target.value)}
        />
        <FormError>{problem}</FormError>
      </div>
    </Dialog>
  )
}

function DeleteDialog({ event, open, onClose }: EventDialogProps) {
  const { deleteEvent, reload } = useEventChanges(event._id)
  const failure = useFailure()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  /** Somebody registered meanwhile: the page shows what is so now. */
  const outrun = (message: string) => {
    onClose()
    toast.error(message)
    void reload()
  }

  const confirm = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      const message = await deleteEvent()
      toast(message)
      await navigate(paths.admin.events(), { replace: true })
    } catch (error) {
      const read = failure(error, 'Failed to delete event')
      setProblem(read.message)
      setBusy(false)
      if (read.status === 409) outrun(read.message)
    }
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={() => void confirm()}
      busy={busy}
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
