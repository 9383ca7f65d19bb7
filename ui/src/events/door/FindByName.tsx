// Finds participants who have no ticket at hand. It searches the list on this device, so it works without a network.
import { useDeferredValue, useId, useState, type FormEvent } from 'react'
import { CHECK_IN_INPUT } from '../../api/forms'
import { Avatar } from '../../kit/Avatar'
import { Button } from '../../kit/Button'
import { Chip } from '../../kit/Chip'
import { Search } from '../../kit/icons'
import { Skeleton } from '../../kit/Skeleton'
import { ErrorState } from '../../kit/States'
import { Time } from '../../kit/Time'
import { readError } from '../../lib/errors'
import { useDoorList, type Participant } from './checkinQueries'
import { readTicket, type Subject } from './door'
import { matching } from './rules'

const SHOWN = 8

type FindByNameProps = { eventId: string; onSubject: (subject: Subject) => void; /** Participants whose scan is not sent yet. */ waiting: ReadonlySet<string> }

export function FindByName({ eventId, onSubject, waiting }: FindByNameProps) {
  const field = useId()
  const [typed, setTyped] = useState('')
  const wanted = useDeferredValue(typed)
  const { data, error, isFetching, refetch } = useDoorList(eventId)
  const ticket = readTicket(typed)
  const found = data && wanted.trim() && !ticket ? matching(data, wanted) : undefined

  const submit = (event: FormEvent) => {
    event.preventDefault()
    // A handheld scanner types the code and presses Enter.
    if (ticket) {
      onSubject({ ticket })
      setTyped('')
    }
  }

  return (
    <section>
      <form onSubmit={submit} role="search">
        <label htmlFor={field} className="mb-1.5 block text-small font-medium">
          Name, e-mail address or ticket number
        </label>
        <div className="relative">
          <Search aria-hidden size="1.125rem" className="pointer-events-none absolute inset-y-0 start-3 my-auto text-faint" />
          <input id={field} type="search" autoComplete="off" spellCheck={false} maxLength={CHECK_IN_INPUT.ticket} value={typed} onChange={(event) => setTyped(event.target.value)} className="control ps-10!" />
        </div>
        {ticket && (
          <Button type="submit" variant="primary" wide className="mt-3">
            Check in this ticket
          </Button>
        )}
      </form>
      {!data && error ? (
        <ErrorState heading="h2" message={readError(error, 'Failed to load participants').message} onRetry={() => void refetch()} retrying={isFetching} />
      ) : !data ? (
        <div className="mt-4 space-y-3">
          <Skeleton className="h-12" />
          <Skeleton className="h-12" />
        </div>
      ) : (
        found && (
          <>
            <p role="status" className="mt-3 text-small text-soft tabular-nums">
              {found.length === 0 ? 'No participant has this name.' : found.length > SHOWN ? `The first ${SHOWN} of ${found.length.toLocaleString()}; type more to find one.` : `${found.length} found`}
            </p>
            <ul className="mt-1 divide-y divide-line">
              {found.slice(0, SHOWN).map((one) => (
                <Row key={one.user._id} participant={one} waits={waiting.has(one.user._id)} onCheckIn={() => onSubject({ userId: one.user._id, name: one.user.name })} />
              ))}
            </ul>
          </>
        )
      )}
    </section>
  )
}

function Row({ participant: { user, checkedInAt, status }, waits, onCheckIn }: { participant: Participant; waits: boolean; onCheckIn: () => void }) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <Avatar name={user.name} src={user.profilePicture} size={36} />
      <span className="min-w-0 flex-1 basis-40">
        <span className="block font-medium wrap-anywhere">
          <bdi>{user.name}</bdi>
        </span>
        <span className="block text-caption wrap-anywhere text-faint">{user.email}</span>
      </span>
      {checkedInAt ? (
        <Chip tone="good">
          Here since <Time value={checkedInAt} shape="time" />
        </Chip>
      ) : waits ? (
        <Chip tone="info">Waiting to be sent</Chip>
      ) : (
        <span className="flex items-center gap-2">
          {status !== 'Registered' && <Chip>{status}</Chip>}
          <Button size="sm" onClick={onCheckIn}>
            <span>
              Check in<span className="sr-only"> {user.name}</span>
            </span>
          </Button>
        </span>
      )}
    </li>
  )
}
