// Who runs an event, and who works at its door.
import { useState } from 'react'
import { Picked } from '../../admin/Picked'
import { Avatar } from '../../kit/Avatar'
import { Button } from '../../kit/Button'
import { Card } from '../../kit/Card'
import { Chip } from '../../kit/Chip'
import { FormError } from '../../kit/fields/Field'
import { Plus } from '../../kit/icons'
import { ConfirmDialog, Dialog } from '../../kit/layers/Dialog'
import { Loading, Skeleton } from '../../kit/Skeleton'
import { ErrorState } from '../../kit/States'
import { readError } from '../../lib/errors'
import { MemberLink } from '../../members/MemberLink'
import { MemberSearch, type Member } from '../../members/MemberSearch'
import { useSession } from '../../sessions/SessionProvider'
import { useAddToTeam, useRemoveFromTeam, useTeam, type Duty, type TeamMember } from './teamQueries'

type Event = { _id: string; title: string }

const DUTIES = [
  { duty: 'organiser', title: 'Organisers', none: 'Nobody yet. Admins run every event.', add: 'Add an organiser', about: 'They edit the event, see its participants with their addresses, write to them, and work at the door. Only members with the role of an organiser can be added.' },
  { duty: 'helper', title: 'Helpers', none: 'Nobody yet.', add: 'Add a helper', about: 'They check people in at the door, and see names but no addresses. Any member can help.' },
] as const

export function Team({ event }: { event: Event }) {
  const { data: team, error, isFetching, refetch } = useTeam(event._id)
  const [adds, setAdds] = useState<Duty>()
  const [removes, setRemoves] = useState<TeamMember>()
  if (!team && error) return <ErrorState message={readError(error, 'Failed to load the team').message} onRetry={() => void refetch()} retrying={isFetching} />
  if (!team)
    return (
      <Loading label="Loading the team…" className="grid gap-4 lg:grid-cols-2">
        <Skeleton className="h-44 rounded-lg!" />
        <Skeleton className="h-44 rounded-lg!" />
      </Loading>
    )
  return (
    <>
      <div className="grid items-start gap-4 lg:grid-cols-2 lg:gap-6">
        {DUTIES.map(({ duty, title, none, add, about }) => (
          <Card key={duty}>
            <h2 className="text-h4">{title}</h2>
            <p className="mt-1 text-small text-soft">{about}</p>
            <List members={team.filter((one) => one.duty === duty)} none={none} onRemove={setRemoves} />
            <Button size="sm" className="mt-3" icon={<Plus aria-hidden size="1.1em" />} onClick={() => setAdds(duty)}>
              {add}
            </Button>
          </Card>
        ))}
      </div>
      {adds && <Add key={adds} event={event} duty={adds} team={team} onClose={() => setAdds(undefined)} />}
      <Remove event={event} member={removes} onClose={() => setRemoves(undefined)} />
    </>
  )
}

type ListProps = { members: TeamMember[]; none: string; onRemove: (member: TeamMember) => void }

function List({ members, none, onRemove }: ListProps) {
  const { user } = useSession()
  if (members.length === 0) return <p className="mt-3 text-small text-faint">{none}</p>
  return (
    <ul className="mt-3 divide-y divide-line">
      {members.map((one) => (
        <li key={one._id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
          <Avatar name={one.name} src={one.profilePicture} size={36} />
          <span className="min-w-0 flex-1 basis-40">
            <MemberLink member={one} linkClassName="text-ink no-underline hover:underline">
              <bdi className="wrap-anywhere">{one.name}</bdi>
            </MemberLink>
            {one._id === user?.id && <span className="text-faint"> (you)</span>}
          </span>
          {!one.active && <Chip tone="warn">{one.duty === 'organiser' ? 'No access: no role, or suspended' : 'No access: suspended'}</Chip>}
          <Button size="sm" variant="quiet" onClick={() => onRemove(one)}>
            <span>
              Remove<span className="sr-only"> {one.name}</span>
            </span>
          </Button>
        </li>
      ))}
    </ul>
  )
}

function Add({ event, duty, team, onClose }: { event: Event; duty: Duty; team: TeamMember[]; onClose: () => void }) {
  const [member, setMember] = useState<Member>()
  const adding = useAddToTeam(event._id, onClose)
  const isOrganiser = duty === 'organiser'
  const problem = adding.refusal && (adding.refusal.fields.userId ?? adding.refusal.message)
  // Who is in the team with the other duty gets this one.
  const moves = member && team.some((one) => one._id === member._id)
  return (
    <Dialog
      open
      onClose={onClose}
      title={isOrganiser ? 'Add an organiser' : 'Add a helper'}
      footer={
        <>
          <Button onClick={onClose} disabled={adding.busy}>
            Cancel
          </Button>
          <Button variant="primary" disabled={!member} busy={adding.busy} busyText="Adding…" onClick={() => member && void adding.run({ userId: member._id, duty })}>
            {isOrganiser ? 'Add organiser' : 'Add helper'}
          </Button>
        </>
      }
    >
      {member ? (
        <>
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
          {moves && <p className="mt-3 text-small text-soft">{isOrganiser ? 'They help at the door now, and will run the event.' : 'They run the event now, and will only help at the door.'}</p>}
        </>
      ) : (
        <div className="min-h-40">
          <MemberSearch autoFocus label="Find a member" without={team.filter((one) => one.duty === duty)} onPick={setMember} />
        </div>
      )}
      <div className={problem && 'mt-4'}>
        <FormError>{problem}</FormError>
      </div>
    </Dialog>
  )
}

function Remove({ event, member, onClose }: { event: Event; member: TeamMember | undefined; onClose: () => void }) {
  const { user, isAdmin } = useSession()
  const removing = useRemoveFromTeam(event._id, onClose)
  const close = () => {
    removing.reset()
    onClose()
  }
  const isSelf = member?._id === user?.id && !isAdmin
  return (
    <ConfirmDialog
      open={Boolean(member)}
      onClose={close}
      onConfirm={() => member && void removing.run(member._id)}
      busy={removing.busy}
      busyText="Removing…"
      title={
        <>
          <span>Remove </span>
          <bdi>{member?.name}</bdi>
          <span>?</span>
        </>
      }
      confirmLabel="Remove"
    >
      <div className="space-y-3 text-soft">
        <p>{isSelf ? 'You will no longer reach this event. Another organiser or an admin can add you again.' : member?.duty === 'organiser' ? 'They no longer run this event, from now on.' : 'They no longer reach the door of this event, from now on.'}</p>
        <FormError>{removing.refusal?.message}</FormError>
      </div>
    </ConfirmDialog>
  )
}
