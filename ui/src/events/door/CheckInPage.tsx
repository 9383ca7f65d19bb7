// The door of an event, where tickets are checked. Made for a phone in one hand and for a network that comes and goes.
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { useWriter } from '../../kit/fields/useForm'
import { Button } from '../../kit/Button'
import { ArrowLeft, TriangleAlert, X } from '../../kit/icons'
import { Link } from '../../kit/Link'
import { Progress } from '../../kit/Progress'
import { Loading, Skeleton } from '../../kit/Skeleton'
import { EmptyState, ErrorState } from '../../kit/States'
import { readError } from '../../lib/errors'
import { useDocumentTitle } from '../../lib/title'
import { paths } from '../../paths'
import { AdminPage } from '../../admin/AdminPage'
import { EventDays, EventHour } from '../EventWhen'
import { countdown, isOn } from '../dayRules'
import { sendScan, useArrivals, useDoorSummary } from './checkinQueries'
import { openDoor, readTicket, type Subject } from './door'
import { EarlierOutcomes, LatestOutcome } from './DoorResult'
import { FindByName } from './FindByName'
import Scanner from './Scanner'

export default function CheckInPage() {
  const { id = '' } = useParams()
  return <AtDoor key={id} id={id} />
}

function AtDoor({ id }: { id: string }) {
  const writer = useWriter()
  const { data: summary, error, isFetching, refetch } = useDoorSummary(id)
  useDocumentTitle(summary ? `Check-in · ${summary.title}` : 'Check-in · Admin')
  const { status } = readError(error)
  const missing = error && status === 404
  const back = (
    <Link plain to={missing ? paths.admin.events() : summary?.canRun ? paths.admin.viewEvent(id) : paths.event(id)} className="mb-2 inline-flex min-h-11 items-center gap-2 text-small text-soft no-underline hover:text-ink">
      <ArrowLeft aria-hidden size="1.1em" />
      <span>{missing ? 'Back to Events' : 'Back to the event'}</span>
    </Link>
  )
  if (missing)
    return (
      <AdminPage above={back} title="Event not found">
        <EmptyState drawing="calendar" title="There is no such event" />
      </AdminPage>
    )
  // Nobody works here any more as soon as the server says so, whatever was shown before.
  if (error && status === 403)
    return (
      <AdminPage above={back} title="Not your door">
        <EmptyState drawing="people" title="You do not work at the door of this event" text="Ask one of its organisers to add you to its team." />
      </AdminPage>
    )
  return (
    <AdminPage above={back} title="Check-in" lead={summary && <Lead summary={summary} />}>
      {!summary && error ? (
        <ErrorState message={readError(error, 'Failed to load event details').message} onRetry={() => void refetch()} retrying={isFetching} />
      ) : !summary ? (
        <Loading label="Loading event…" className="grid max-w-140 gap-4">
          <Skeleton className="h-10" />
          <Skeleton className="h-24 rounded-lg!" />
          <Skeleton className="aspect-square rounded-lg!" />
        </Loading>
      ) : (
        <Door key={writer} id={id} writer={writer} summary={summary} />
      )}
    </AdminPage>
  )
}

type Summary = NonNullable<ReturnType<typeof useDoorSummary>['data']>

function Door({ id, writer, summary }: { id: string; writer: string; summary: Summary }) {
  const arrive = useArrivals(id)
  const [door] = useState(() => openDoor(id, { writer, send: (scan) => sendScan(id, scan) }))
  const state = useSyncExternalStore(door.subscribe, door.getState)
  const [query, setQuery] = useSearchParams()
  const linked = query.get('ticket')

  const told = useRef(arrive)
  useEffect(() => {
    told.current = arrive
  })
  useEffect(() => {
    door.start({
      onAnswer(answer) {
        void told.current(answer)
        // A vibration is felt where a sound is not heard.
        navigator.vibrate?.(answer.state === 'checked_in' ? 60 : [60, 60, 60])
      },
    })
    const back = () => void door.flush()
    window.addEventListener('online', back)
    return () => {
      window.removeEventListener('online', back)
      door.stop()
    }
  }, [door])
  const waiting = useMemo(() => new Set(state.outcomes.flatMap((one) => ('userId' in one && (one.state === 'waiting' || one.state === 'sending') ? [one.userId] : []))), [state.outcomes])
  const take = (subject: Subject, letIn = false) => void door.scan(subject, { meant: true, letIn })
  const latest = state.outcomes[0]
  // Who was checked in a moment ago can be taken back, also before it is sent.
  const mistaken = latest && !latest.undoes && (latest.state === 'checked_in' || latest.state === 'waiting') ? latest : undefined
  const counts = `${summary.checkedInCount.toLocaleString()} of ${summary.registrationsCount.toLocaleString()} checked in`

  return (
    <div className="grid items-start gap-x-12 gap-y-6 lg:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-5">
        <div>
          <p className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="font-medium tabular-nums">{counts}</span>
            {state.unsent > 0 && <span className="text-small text-info tabular-nums">{`${state.unsent.toLocaleString()} waiting to be sent`}</span>}
          </p>
          <Progress label="Checked in" value={summary.checkedInCount} max={summary.registrationsCount} text={counts} />
        </div>
        {state.offline && (
          <p role="status" className="flex items-start gap-2.5 rounded-md bg-warn-tint px-4 py-3 text-small text-warn">
            <TriangleAlert aria-hidden size="1.1rem" className="mt-[0.15em] shrink-0" />
            <span>
              {state.unkept
                ? 'No network, and this device has no room to keep what you scan. Keep this page open until the network is back, or it is lost.'
                : 'No network. Go on scanning: everything is kept on this device and sent when the network is back. Keep this page open.'}
            </span>
          </p>
        )}
        {!summary.open && <p className="rounded-md bg-bad-tint px-4 py-3 text-bad">This event was cancelled. Tickets are not accepted.</p>}
        {linked && (
          <LinkedTicket
            onCheckIn={() => {
              take({ ticket: readTicket(linked) ?? linked })
              setQuery({}, { replace: true })
            }}
            onLeave={() => setQuery({}, { replace: true })}
          />
        )}
        <div>
          <LatestOutcome outcome={latest} />
          {/* Its room is kept, so that what is below does not move with each outcome. */}
          <div className="mt-1 -mb-4 min-h-11">
            {mistaken && (
              <Button size="sm" variant="quiet" icon={<X aria-hidden size="1.05em" />} onClick={() => door.undo(mistaken, { scanId: mistaken.scanId })}>
                Undo this check-in
              </Button>
            )}
          </div>
        </div>
        {summary.open && <Scanner instead="Type a ticket number or a name, or read the tickets with a handheld scanner, which types the number by itself." onCode={(code) => void door.scan({ ticket: readTicket(code) ?? code })} />}
      </div>
      <div className="flex min-w-0 flex-col gap-8">
        {summary.open && <FindByName eventId={id} isFull={summary.spotsLeft === 0} onSubject={take} onUndo={(one, checkedInAt) => door.undo(one, { checkedInAt })} waiting={waiting} />}
        <EarlierOutcomes outcomes={state.outcomes.slice(1)} />
      </div>
    </div>
  )
}

/** Which event this is, and whether now is the time for it. */
function Lead({ summary }: { summary: Summary }) {
  const standing = { status: summary.phase === 'ahead' ? 'upcoming' : 'ongoing', phase: summary.phase, cancelled: !summary.open } as const
  return (
    <span className="block">
      <bdi>{summary.title}</bdi>
      <span className="block text-small text-soft">
        <EventDays event={summary} shape="day" />
        <span>, </span>
        <EventHour event={summary} />
        {(isOn(standing) || !summary.open) && <span className="ms-2 font-medium text-ink">{countdown({ ...standing, daysToGo: 0, time: summary.time })}</span>}
        {summary.open && summary.phase === 'ahead' && <span className="ms-2 font-medium text-warn">It is not today.</span>}
        {summary.open && summary.phase === 'over' && <span className="ms-2 font-medium text-warn">It is over.</span>}
      </span>
    </span>
  )
}

/** The code of a ticket was opened as a link, perhaps by mistake: nobody is checked in before this is pressed. */
function LinkedTicket({ onCheckIn, onLeave }: { onCheckIn: () => void; onLeave: () => void }) {
  return (
    <section aria-labelledby="linked" className="rounded-lg border border-strong bg-surface p-5">
      <h2 id="linked" className="text-h4">
        Check in this ticket?
      </h2>
      <p className="mt-1 text-small text-soft">Its link was opened. Nobody is checked in yet.</p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button variant="primary" data-autofocus onClick={onCheckIn}>
          Check in the ticket
        </Button>
        <Button onClick={onLeave}>Leave it</Button>
      </div>
    </section>
  )
}
