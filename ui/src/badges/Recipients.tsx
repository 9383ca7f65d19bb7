// The members who get a badge: found by name, or all who attended an event.
import { useState } from 'react'
import { OriginSearch } from '../certificates/OriginSearch'
import type { Origin } from '../certificates/adminRules'
import { Avatar } from '../kit/Avatar'
import { Button, IconButton } from '../kit/Button'
import { Users, X } from '../kit/icons'
import { MemberSearch, type Member } from '../members/MemberSearch'
import { useAttendees } from './adminQueries'
import { joined, membersText } from './adminRules'

type RecipientsProps = {
  recipients: Member[]
  /** The event that the badge names, whose attendees are one press away. */
  event: Origin | null
  error?: string
  onChange: (recipients: Member[]) => void
}

export function Recipients({ recipients, event, error, onChange }: RecipientsProps) {
  const [asks, setAsks] = useState(false)
  const [said, setSaid] = useState('')
  const { run, busy } = useAttendees()
  const addAttendees = async (of: Origin) => {
    const outcome = await run(of._id)
    if (!outcome) return
    if (!outcome.ok) return setSaid(outcome.message)
    const next = joined(recipients, outcome.data)
    onChange(next)
    setAsks(false)
    setSaid(outcome.data.length === 0 ? 'Nobody has attended this event.' : `${membersText(next.length - recipients.length)} added.`)
  }
  return (
    <section aria-label="Recipients" className="space-y-3">
      <MemberSearch label="Recipients" error={error} without={recipients} onPick={(member) => onChange(joined(recipients, [member]))} />
      {recipients.length > 0 && (
        <div className="rounded-md border border-line">
          <p className="flex min-h-11 items-center justify-between gap-3 border-b border-line px-3 text-small font-medium">
            <span>{membersText(recipients.length)}</span>
            <Button size="sm" variant="quiet" onClick={() => onChange([])}>
              Remove all
            </Button>
          </p>
          <ul aria-label="Members who get the badge" className="max-h-60 divide-y divide-line overflow-y-auto" tabIndex={0}>
            {recipients.map((member) => (
              <li key={member._id} className="flex items-center gap-3 py-0.5 ps-3 pe-1">
                <Avatar name={member.name} src={member.profilePicture} size={28} />
                <span className="min-w-0 flex-1 py-1.5">
                  <bdi className="block wrap-anywhere">{member.name}</bdi>
                  {member.email && <span className="block truncate text-caption text-faint">{member.email}</span>}
                </span>
                <IconButton size="sm" label={`Remove ${member.name}`} icon={<X aria-hidden size="1.1rem" />} onClick={() => onChange(recipients.filter((one) => one._id !== member._id))} />
              </li>
            ))}
          </ul>
        </div>
      )}
      {asks ? (
        <OriginSearch kind="event" onPick={(picked) => void addAttendees(picked)} />
      ) : (
        <Button size="sm" busy={busy} busyText="Adding…" icon={<Users aria-hidden size="1.1em" />} onClick={() => (event ? void addAttendees(event) : setAsks(true))}>
          {event ? 'Add all who attended it' : 'Add all who attended an event'}
        </Button>
      )}
      {/* Not a toast: it would lie over the button that comes next. */}
      <p role="status" className="text-small text-soft">
        {said}
      </p>
    </section>
  )
}
