// Gives a place to a member by hand: found by name, told by email.
import { useState } from 'react'
import { Avatar } from '../../kit/Avatar'
import { Button } from '../../kit/Button'
import { Dialog } from '../../kit/layers/Dialog'
import { FormError } from '../../kit/fields/Field'
import { Link } from '../../kit/Link'
import { toast } from '../../kit/layers/Toast'
import { MemberSearch, type Member } from '../../members/MemberSearch'
import { paths } from '../../paths'
import { useEventChanges, useFailure, type AdminEvent } from './participantQueries'
import { cannotAdd } from './participantRules'

type ParticipantAddProps = { event: AdminEvent; open: boolean; onClose: () => void }

export function ParticipantAdd({ event, open, onClose }: ParticipantAddProps) {
  const { add, reload } = useEventChanges(event._id)
  const failure = useFailure()
  const [member, setMember] = useState<Member>()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const hindered = cannotAdd(event)

  const close = () => {
    setMember(undefined)
    setProblem(undefined)
    onClose()
  }
  const confirm = async () => {
    if (!member || busy) return
    setBusy(true)
    setProblem(undefined)
    try {
      const message = await add(member._id)
      close()
      toast(message)
    } catch (error) {
      const read = failure(error, 'Failed to add participant')
      setProblem(read.fields.userId ?? read.message)
      // Full or cancelled meanwhile.
      if (read.status === 409) void reload()
    } finally {
      setBusy(false)
    }
  }

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
            <Button onClick={close} disabled={busy}>
              Cancel
            </Button>
            <Button variant="primary" onClick={() => void confirm()} disabled={!member} busy={busy} busyText="Adding…">
              Add participant
            </Button>
          </>
        )
      }
    >
      {hindered ? (
        <p className="text-soft">
          <span>{`All ${event.maxParticipants?.toLocaleString()} places are taken. `}</span>
          <Link to={paths.admin.editEvent(event._id)}>Raise the maximum of participants</Link>
          <span>{event.waitingCount > 0 ? ' to let in more; the waiting list comes first.' : ' to let in more.'}</span>
        </p>
      ) : (
        <>
          <p className="mb-4 text-soft">They get a place whatever the deadline, and are told by email.</p>
          {member ? (
            <p className="flex min-h-14 items-center gap-3 rounded-md border border-line bg-sunken px-3 py-2">
              <Avatar name={member.name} src={member.profilePicture} size={36} />
              <bdi className="min-w-0 flex-1 font-medium">{member.name}</bdi>
              <Button
                autoFocus
                size="sm"
                variant="quiet"
                onClick={() => {
                  setMember(undefined)
                  setProblem(undefined)
                }}
              >
                Change
              </Button>
            </p>
          ) : (
            <div className="min-h-40">
              <MemberSearch autoFocus label="Find a member" hint="By a part of the name." nobody="Nobody has that name." onPick={setMember} />
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
