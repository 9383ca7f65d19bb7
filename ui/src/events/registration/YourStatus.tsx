// The member's status at an event: registered, with ticket and links, or on the waiting list.
import { useState, type ReactNode } from 'react'
import { Button, ButtonLink } from '../../kit/Button'
import { Chip, type Tone } from '../../kit/Chip'
import { ArrowUpRight } from '../../kit/icons'
import { ConfirmDialog } from '../../kit/layers/Dialog'
import { ExternalLink } from '../../kit/Link'
import { Progress } from '../../kit/Progress'
import { Time } from '../../kit/Time'
import { webLink } from '../../paths'
import type { EventDetail } from '../queries'
import { useGiveUp } from './registrationQueries'
import { TicketButton } from './Ticket'

type Registration = EventDetail['registrations'][number]

const TONES: Record<string, Tone> = { Registered: 'good', Attended: 'info', Completed: 'good' }

export function YourStatus({ event, registration }: { event: EventDetail; registration: Registration }) {
  const done = registration.tasks.filter((task) => task.completed).length
  const tasksDone = `${done} of ${registration.tasks.length} tasks completed`
  const meet = webLink(event.meetLink)
  const chat = webLink(event.whatsappLink)
  const ticket = event.hasTicket && event.phase !== 'over'
  return (
    <Frame chip={<Chip tone={TONES[registration.status]}>{registration.status}</Chip>}>
      {registration.tasks.length > 0 && (
        <div>
          <p className="mb-1.5 text-small text-soft tabular-nums">
            {tasksDone}
          </p>
          <Progress label="Your tasks" value={done} max={registration.tasks.length} text={tasksDone} />
        </div>
      )}
      {ticket && <TicketButton event={event} />}
      {meet && !event.cancelled && (
        <ButtonLink wide size="lg" variant={ticket ? 'secondary' : 'primary'} href={meet} rel="noopener nofollow ugc" icon={<ArrowUpRight aria-hidden size="1.2em" />}>
          Join the meeting
        </ButtonLink>
      )}
      {chat && !event.cancelled && (
        <ExternalLink href={chat} className="inline-flex min-h-11 items-center self-start">
          Join the chat group
        </ExternalLink>
      )}
      {event.canCancel && (
        <GiveUp
          event={event}
          label="Cancel registration"
          title={`Cancel your registration for “${event.title}”?`}
          busyText="Cancelling…"
          text={event.waitingCount > 0 ? 'Your place goes to the next person on the waiting list at once, and you may not get one again.' : 'Your place becomes free for somebody else.'}
        />
      )}
      <CancelUntil event={event} what="cancel" past="Registrations could be cancelled" />
    </Frame>
  )
}

/** Until when a place can be given back, or could. */
function CancelUntil({ event, what, past }: { event: EventDetail; what: string; past: string }) {
  if (!event.cancelUntil || event.phase === 'over') return null
  return (
    <p className="text-caption text-faint">
      <span>{event.canCancel ? `You can ${what} until the event begins: ` : `${past} until the event began: `}</span>
      <Time value={event.cancelUntil} shape="dayTime" zoned />
    </p>
  )
}

/** `position` counts from 1. */
export function YourWaiting({ event, position }: { event: EventDetail; position: number }) {
  return (
    <Frame chip={<Chip tone="warn">On the waiting list</Chip>}>
      <p className="flex items-baseline gap-2">
        <span className="font-display text-h2 font-bold tabular-nums">{position.toLocaleString()}</span>
        <span className="text-small text-soft">{`of ${event.waitingCount.toLocaleString()} in the list`}</span>
      </p>
      <p className="text-small text-soft">When a place becomes free, it goes to the first person on the list, and an email says so.</p>
      {event.canCancel && (
        <GiveUp
          event={event}
          label="Leave the waiting list"
          title={`Leave the waiting list of “${event.title}”?`}
          busyText="Leaving…"
          text="If you join again later, you start at its end."
        />
      )}
      <CancelUntil event={event} what="leave it" past="The list could be left" />
    </Frame>
  )
}

function Frame({ chip, children }: { chip: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-4 border-b border-line pb-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="text-h4">Your Status</h2>
        {chip}
      </div>
      {children}
    </div>
  )
}

function GiveUp({ event, label, title, text, busyText }: { event: EventDetail; label: string; title: string; text: string; busyText: string }) {
  const [asks, setAsks] = useState(false)
  const giveUp = useGiveUp(event._id, () => setAsks(false))
  return (
    <>
      <Button wide variant="quiet" className="text-soft" onClick={() => setAsks(true)}>
        {label}
      </Button>
      <ConfirmDialog open={asks} onClose={() => setAsks(false)} onConfirm={() => void giveUp.run()} title={title} confirmLabel={label} keepLabel="Keep my place" busy={giveUp.busy} busyText={busyText}>
        {text}
      </ConfirmDialog>
    </>
  )
}
