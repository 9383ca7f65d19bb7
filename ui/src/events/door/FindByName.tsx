// Finds people who have no ticket at hand: participants, people on the waiting list, and other members. The first two
// lists are on this device, so they work without a network; other members are then let in by e-mail address. After a
// check-in the field is empty and has the focus, so the next name is typed at once.
import { useDeferredValue, useEffect, useId, useRef, useState, type FormEvent, type MouseEvent, type ReactNode } from 'react'
import { CHECK_IN_INPUT } from '../../api/forms'
import { Avatar } from '../../kit/Avatar'
import { Button } from '../../kit/Button'
import { Chip } from '../../kit/Chip'
import { Search } from '../../kit/icons'
import { Skeleton } from '../../kit/Skeleton'
import { ErrorState } from '../../kit/States'
import { Time } from '../../kit/Time'
import { readError } from '../../lib/errors'
import { asksMembers, useDoorList, useDoorWaiting, useWalkIns, type Participant } from './checkinQueries'
import { readTicket, type Subject } from './door'
import { isEmail, matching, onlyOne, walkIns } from './rules'

const SHOWN = 8

type Person = Participant['user']

type FindByNameProps = {
  eventId: string
  /** All places are taken, so nobody else can be let in. */
  isFull: boolean
  onSubject: (subject: Subject, letIn?: boolean) => void
  onUndo: (subject: Subject, checkedInAt: string) => void
  /** People whose scan is not sent yet. */
  waiting: ReadonlySet<string>
}

export function FindByName({ eventId, isFull, onSubject, onUndo, waiting }: FindByNameProps) {
  const field = useId()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const text = typed.trim()
  const wanted = useDeferredValue(text)
  const { data, error, isFetching, refetch } = useDoorList(eventId)
  const line = useDoorWaiting(eventId)
  const ticket = readTicket(typed)
  const members = useWalkIns(wanted, !ticket)
  const found = data && wanted && !ticket ? matching(data, wanted) : undefined
  const inLine = found ? matching(line.data ?? [], wanted) : []
  const others = found ? walkIns(members.data ?? [], [...(data ?? []), ...(line.data ?? [])]) : []
  const address = found?.length === 0 && inLine.length === 0 && isEmail(wanted) ? wanted : undefined
  // Others of the same name are known when the server has answered, or cannot.
  const isSettled = wanted === text && data !== undefined && !line.isLoading && !members.isFetching
  const only = found && isSettled && asksMembers(wanted) ? onlyOne(found, [...inLine, ...others]) : undefined

  const section = useRef<HTMLElement>(null)
  const [room, setRoom] = useState(0)
  const take = (subject: Subject, letIn?: boolean) => {
    onSubject(subject, letIn)
    // The list goes, but not its room: a page that gets shorter would move under the thumb.
    setRoom(section.current?.offsetHeight ?? 0)
    setTyped('')
    input.current?.focus({ preventScroll: true })
  }
  // Enter may be faster than the server: it counts once everybody of the name is known.
  const entered = useRef(false)
  const enter = () => {
    if (!entered.current || !isSettled) return
    entered.current = false
    if (only) take(subjectOf(only.user))
  }
  useEffect(() => {
    const timer = setTimeout(enter)
    return () => clearTimeout(timer)
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // A handheld scanner types the code and presses Enter.
    if (ticket) return take({ ticket })
    entered.current = text !== ''
    enter()
  }

  return (
    <section ref={section} style={typed === '' && room > 0 ? { minHeight: room } : undefined}>
      <form onSubmit={submit} role="search">
        <label htmlFor={field} className="mb-1.5 block text-small font-medium">
          Name, e-mail address or ticket number
        </label>
        <div className="relative">
          <Search aria-hidden size="1.125rem" className="pointer-events-none absolute inset-y-0 start-3 my-auto text-faint" />
          <input
            ref={input}
            id={field}
            type="search"
            enterKeyHint="go"
            autoComplete="off"
            spellCheck={false}
            maxLength={CHECK_IN_INPUT.ticket}
            value={typed}
            onChange={(event) => {
              entered.current = false
              setTyped(event.target.value)
            }}
            className="control ps-10!"
          />
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
              {found.length === 0 ? 'No participant has this name.' : found.length > SHOWN ? `The first ${SHOWN} of ${found.length.toLocaleString()}; type more to find one.` : only && !only.checkedInAt ? `1 found. Enter checks in ${only.user.name}.` : `${found.length} found`}
            </p>
            <ul className="mt-1 divide-y divide-line">
              {found.slice(0, SHOWN).map((one) => (
                <Row key={one.user._id} person={one.user} detail={one.user.email}>
                  <Arrival participant={one} waits={waiting.has(one.user._id)} isNext={one === only} onCheckIn={() => take(subjectOf(one.user))} onUndo={(at) => onUndo(subjectOf(one.user), at)} />
                </Row>
              ))}
            </ul>
            {(inLine.length > 0 || others.length > 0 || address) && (
              <>
                <h2 className="mt-5 font-sans text-small font-medium">Without a place</h2>
                {isFull && <p className="text-small text-warn">All places are taken, so nobody else can be let in.</p>}
                <ul className="mt-1 divide-y divide-line">
                  {inLine.slice(0, SHOWN).map(({ user, position }) => (
                    <Row key={user._id} person={user} detail={user.email}>
                      <Chip tone="warn">{position === undefined ? 'Waiting list' : `Waiting list: ${position.toLocaleString()}`}</Chip>
                      <LetIn name={user.name} isFull={isFull} waits={waiting.has(user._id)} onLetIn={() => take(subjectOf(user), true)} />
                    </Row>
                  ))}
                  {others.slice(0, SHOWN).map((user) => (
                    <Row key={user._id} person={user} detail="Member, not registered">
                      <LetIn name={user.name} isFull={isFull} waits={waiting.has(user._id)} onLetIn={() => take(subjectOf(user), true)} />
                    </Row>
                  ))}
                  {address && (
                    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
                      <span className="min-w-0 wrap-anywhere">{`The member with ${address}`}</span>
                      <LetIn name={address} isFull={isFull} waits={false} onLetIn={() => take({ email: address }, true)} />
                    </li>
                  )}
                </ul>
              </>
            )}
          </>
        )
      )}
    </section>
  )
}

/** The focus stays in the field, and with it a phone's keyboard. */
const stay = (event: MouseEvent) => event.preventDefault()

const subjectOf = ({ _id, name }: Pick<Person, '_id' | 'name'>): Subject => ({ userId: _id, name })

type RowProps = { person: Pick<Person, 'name' | 'profilePicture'>; detail: string | undefined; children: ReactNode }

function Row({ person, detail, children }: RowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <Avatar name={person.name} src={person.profilePicture} size={36} />
      <span className="min-w-0 flex-1 basis-40">
        <span className="block font-medium wrap-anywhere">
          <bdi>{person.name}</bdi>
        </span>
        {detail && <span className="block text-caption wrap-anywhere text-faint">{detail}</span>}
      </span>
      {children}
    </li>
  )
}

type ArrivalProps = { participant: Participant; waits: boolean; /** Enter checks them in. */ isNext: boolean; onCheckIn: () => void; onUndo: (checkedInAt: string) => void }

function Arrival({ participant: { user, checkedInAt, status }, waits, isNext, onCheckIn, onUndo }: ArrivalProps) {
  if (waits) return <Chip tone="info">Waiting to be sent</Chip>
  if (checkedInAt)
    return (
      <span className="flex items-center gap-2">
        <Chip tone="good">
          Here since <Time value={checkedInAt} shape="time" />
        </Chip>
        <Button size="sm" variant="quiet" onClick={() => onUndo(checkedInAt)}>
          <span>
            Undo<span className="sr-only"> the check-in of {user.name}</span>
          </span>
        </Button>
      </span>
    )
  return (
    <span className="flex items-center gap-2">
      {status !== 'Registered' && <Chip>{status}</Chip>}
      <Button size="sm" variant={isNext ? 'primary' : 'secondary'} onMouseDown={stay} onClick={onCheckIn}>
        <span>
          Check in<span className="sr-only"> {user.name}</span>
        </span>
      </Button>
    </span>
  )
}

function LetIn({ name, isFull, waits, onLetIn }: { name: string; isFull: boolean; waits: boolean; onLetIn: () => void }) {
  if (waits) return <Chip tone="info">Waiting to be sent</Chip>
  return (
    <Button size="sm" disabled={isFull} onMouseDown={stay} onClick={onLetIn}>
      <span>
        Let in<span className="sr-only"> {name}</span>
      </span>
    </Button>
  )
}
