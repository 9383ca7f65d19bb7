// When and where an event takes place, how many people come, and what it is about.
import { useLayoutEffect, useRef, useState } from 'react'
import { Card } from '../../kit/Card'
import { CalendarDays, ChevronDown, ChevronUp, Clock, Globe, Info, MapPin, Users } from '../../kit/icons'
import { Link } from '../../kit/Link'
import { Markdown } from '../../kit/Markdown'
import { Progress } from '../../kit/Progress'
import { SkeletonText } from '../../kit/Skeleton'
import { Time } from '../../kit/Time'
import { cx } from '../../lib/cx'
import { useQueryLink } from '../../lib/queryState'
import { Fact } from '../EventFacts'
import { EventDays, EventHour } from '../EventWhen'
import { lengthText, registrationsText } from '../rules'
import { useRendered, type AdminEvent } from './participantQueries'
import { VIEW_DEFAULTS } from './participantRules'

const ICON = { 'aria-hidden': true, size: '1.125rem' } as const

export function EventViewFacts({ event }: { event: AdminEvent }) {
  const link = useQueryLink(VIEW_DEFAULTS)
  const text = registrationsText(event.registrationsCount, event.maxParticipants)
  return (
    <Card as="section" aria-label="Event details">
      <dl className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
        <Fact icon={<CalendarDays {...ICON} />} label="Date">
          <EventDays event={event} />
        </Fact>
        <Fact icon={<Clock {...ICON} />} label="Time">
          <EventHour event={event} apart />
          {event.duration !== undefined && <span className="block text-small font-normal text-soft">{`Duration ${lengthText(event)}`}</span>}
        </Fact>
        <Fact icon={<Globe {...ICON} />} label="Mode">
          {event.mode}
        </Fact>
        {event.location && (
          <Fact icon={<MapPin {...ICON} />} label="Location">
            <bdi>{event.location}</bdi>
          </Fact>
        )}
        <Fact icon={<Users {...ICON} />} label="Registrations">
          <span className="tabular-nums">{text}</span>
          {event.maxParticipants !== undefined && (
            <span className="my-1.5 block max-w-60">
              <Progress label="Places taken" value={event.registrationsCount} max={event.maxParticipants} text={text} />
            </span>
          )}
          {event.waitingCount > 0 && (
            <Link to={link({ tab: 'waiting' })} className="inline-flex min-h-11 items-center text-small font-normal md:min-h-6">
              {`${event.waitingCount.toLocaleString()} waiting`}
            </Link>
          )}
        </Fact>
        {event.registrationClosesAt && (
          <Fact icon={<Clock {...ICON} />} label="Registration closes">
            <Time value={event.registrationClosesAt} shape="dayTime" zoned />
          </Fact>
        )}
        <Fact icon={<Info {...ICON} />} label="Event ID">
          <span className="font-mono text-small">{event.eventId}</span>
        </Fact>
      </dl>
      <div className="mt-5 border-t border-line pt-5">
        <h2 className="mb-2 text-h4">Description</h2>
        <Description text={event.description} />
      </div>
    </Card>
  )
}

/** Shows the first lines, and the whole text on request or when a link further down gets the focus. */
function Description({ text }: { text: string }) {
  const { data, isError } = useRendered(text)
  const [open, setOpen] = useState(false)
  const [long, setLong] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = box.current
    if (!element || open) return
    const observer = new ResizeObserver(() => setLong(element.scrollHeight > element.clientHeight + 4))
    observer.observe(element)
    return () => observer.disconnect()
  }, [open, data])

  if (!data && !isError) return <SkeletonText lines={3} />
  const closed = !open && long
  return (
    <>
      <div
        ref={box}
        onFocus={() => setOpen(true)}
        className={cx('text-small', !open && 'max-h-24 overflow-hidden', closed && 'mask-[linear-gradient(black_55%,transparent)]')}
      >
        {data ? (
          <Markdown html={data.html} className="[&_:is(h1,h2,h3,h4)]:text-body" />
        ) : (
          <p dir="auto" className="whitespace-pre-line">
            {text}
          </p>
        )}
      </div>
      {(long || open) && (
        <button type="button" aria-expanded={open} onClick={() => setOpen(!open)} className="-mb-2 inline-flex min-h-11 items-center gap-1.5 text-small font-medium text-accent-ink">
          {open ? <ChevronUp aria-hidden size="1.1em" /> : <ChevronDown aria-hidden size="1.1em" />}
          <span>{open ? 'Show less' : 'Show all'}</span>
        </button>
      )}
    </>
  )
}
