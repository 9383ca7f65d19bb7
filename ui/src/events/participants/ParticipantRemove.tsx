// Asks before it takes away a place, or a place on the waiting list.
import { ConfirmDialog } from '../../kit/layers/Dialog'
import { FormError } from '../../kit/fields/Field'
import { toast } from '../../kit/layers/Toast'
import { useRemoveParticipant, useWaitingList, type AdminEvent, type Person } from './participantQueries'
import { passesOn } from './participantRules'

type ParticipantRemoveProps = { event: AdminEvent; /** The person to remove; the dialog is closed without one. */ person: Person | undefined; waits?: boolean; onClose: () => void }

export function ParticipantRemove({ event, person, waits = false, onClose }: ParticipantRemoveProps) {
  const passes = !waits && passesOn(event)
  const { data: first } = useWaitingList(event._id, { limit: 1 }, Boolean(person) && passes)
  const next = first?.items[0]?.user.name
  const removing = useRemoveParticipant(event._id, (message) => {
    onClose()
    toast(passes && next ? `${message} ${next} has the place now.` : message)
  })
  const close = () => {
    removing.reset()
    onClose()
  }

  return (
    <ConfirmDialog
      open={Boolean(person)}
      onClose={close}
      onConfirm={() => person && void removing.run(person._id)}
      busy={removing.busy}
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
          <p>Everybody behind them moves up by one.</p>
        ) : (
          <>
            <p>
              The registration for “<bdi>{event.title}</bdi>” is deleted with its ticket and what was done of the tasks. This cannot be undone.
            </p>
            {passes && (
              <p>
                <span>The place goes to the next person on the waiting list, </span>
                {next && <bdi className="font-medium text-ink">{next}</bdi>}
                <span>{next ? ', who is told by email.' : 'who is told by email.'}</span>
              </p>
            )}
          </>
        )}
        <FormError>{removing.refusal?.message}</FormError>
      </div>
    </ConfirmDialog>
  )
}
