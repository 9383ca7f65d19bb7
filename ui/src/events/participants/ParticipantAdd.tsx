// Gives a member a place by hand. The organiser finds them by name; the server tells them by email.
import { useState } from 'react'
import { Picked } from '../../admin/Picked'
import { Button } from '../../kit/Button'
import { Dialog } from '../../kit/layers/Dialog'
import { FormError } from '../../kit/fields/Field'
import { Link } from '../../kit/Link'
import { MemberSearch, type Member } from '../../members/MemberSearch'
import { paths } from '../../paths'
import { useAddParticipant, type AdminEvent } from './participantQueries'
import { cannotAdd } from './participantRules'

type ParticipantAddProps = { event: AdminEvent; open: boolean; onClose: () => void }

export function ParticipantAdd({ event, open, onClose }: ParticipantAddProps) {
  const [member, setMember] = useState<Member>()
  const hindered = cannotAdd(event)
  const leave = () => {
    setMember(undefined)
    onClose()
  }
  const adding = useAddParticipant(event._id, leave)
  const close = () => {
    adding.reset()
    leave()
  }
  const problem = adding.refusal && (adding.refusal.fields.userId ?? adding.refusal.message)

  return (
    <Dialog
      open={open && hindered !== 'cancelled'}
      onClose={close}
      title="Add a participant"
      footer={
        hindered ? (
          <Button onClick={close}>Close</Button>
        ) : (
          <>
            <Button onClick={close} disabled={adding.busy}>
              Cancel
            </Button>
            <Button variant="primary" onClick={() => member && void adding.run(member._id)} disabled={!member} busy={adding.busy} busyText="Adding…">
              Add participant
            </Button>
          </>
        )
      }
    >
      {hindered ? (
        <p className="text-soft">
          <span>{`All ${event.maxParticipants?.toLocaleString()} places are taken. `}</span>
          <Link to={paths.admin.editEvent(event._id)}>Raise the maximum number of participants</Link>
          <span>{event.waitingCount > 0 ? ' to let in more; the waiting list comes first.' : ' to let in more.'}</span>
        </p>
      ) : (
        <>
          <p className="mb-4 text-soft">They get a place even after the deadline, and an email says so.</p>
          {member ? (
            <Picked
              label="Member"
              name={member.name}
              detail={member.email}
              picture={member.profilePicture}
              onChange={() => {
                setMember(undefined)
                adding.reset()
              }}
            />
          ) : (
            <div className="min-h-40">
              <MemberSearch autoFocus label="Find a member" onPick={setMember} />
            </div>
          )}
        </>
      )}
      <div className={problem && 'mt-4'}>
        <FormError>{problem}</FormError>
      </div>
    </Dialog>
  )
}
