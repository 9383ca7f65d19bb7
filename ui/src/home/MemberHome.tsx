// The beginning of a member's home page: their next event with ticket and tasks, how their projects stand, and what has
// happened since their last visit.
import type { ReactNode } from 'react'
import type { SessionUser } from '../api/session'
import { $api } from '../api/query'
import type { components } from '../api/schema'
import { isOn } from '../events/dayRules'
import { EventDays, EventHour } from '../events/EventWhen'
import { TicketCode } from '../events/registration/TicketCode'
import { useTicket } from '../events/registration/ticketQueries'
import { ButtonLink } from '../kit/Button'
import { Card } from '../kit/Card'
import { Chip } from '../kit/Chip'
import { CalendarDays, Plus, QrCode } from '../kit/icons'
import { Link } from '../kit/Link'
import { Container } from '../kit/Page'
import { Skeleton } from '../kit/Skeleton'
import { firstName } from '../lib/monogram'
import { paths } from '../paths'
import { countOf } from '../projects/rules'
import { missedSince, needsTicket, nextOf, openOf, projectsText, type Missed } from './memberRules'
import { useLastVisit } from './lastVisit'

const EVENTS = 50
const PROJECTS = 50
const NEWEST = 12
const DOORS = 5

export default function MemberHome({ user }: { user: SessionUser }) {
  const events = $api.useQuery('get', '/api/events', { params: { query: { limit: EVENTS } } })
  const own = $api.useQuery('get', '/api/users/me/projects', { params: { query: { limit: PROJECTS } } })
  const doors = $api.useQuery('get', '/api/users/me/doors')
  const newest = $api.useQuery('get', '/api/projects', { params: { query: { limit: NEWEST } } })
  const seen = events.data && own.data && newest.data && { events: events.data, own: own.data, newest: newest.data }
  const before = useLastVisit(user.id, seen)
  const missed = seen && before ? missedSince(before, seen) : []
  return (
    <Container className="pt-8 lg:pt-10">
      <h1 id="hello" className="text-h2">
        <span>Hello, </span>
        <bdi>{firstName(user.name)}</bdi>
      </h1>
      <div className="mt-5 grid items-start gap-4 lg:grid-cols-[1.4fr_1fr]">
        {events.isPending ? <Skeleton className="h-44 rounded-lg!" /> : <Next events={events.data ?? []} />}
        <div className="grid gap-4">
          {doors.data && doors.data.length > 0 && <Doors doors={doors.data} />}
          {own.isPending ? <Skeleton className="h-24 rounded-lg!" /> : <Own projects={own.data ?? []} />}
          {missed.length > 0 && <Missing missed={missed} />}
        </div>
      </div>
    </Container>
  )
}

const Kicker = ({ children }: { children: ReactNode }) => <h2 className="font-sans text-small font-medium text-soft">{children}</h2>

type Event = components['schemas']['EventSummary']

function Next({ events }: { events: Event[] }) {
  const event = nextOf(events)
  if (!event) return <NextToJoin event={openOf(events)} />
  const tasks = event.registrations[0]?.tasks ?? []
  const open = tasks.filter((task) => !task.completed)
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Kicker>Your next event</Kicker>
        {isOn(event) && <Chip tone="info">{event.phase === 'live' ? 'Live now' : 'Today'}</Chip>}
      </div>
      <Heading event={event} />
      {needsTicket(event) && <TodaysTicket id={event._id} />}
      {tasks.length > 0 && (
        <p className="mt-3 text-small">
          {open.length === 0 ? (
            <span>All tasks are done.</span>
          ) : (
            <>
              <span>{`${countOf(open.length, 'task')} to do: `}</span>
              <bdi>{open.map((task) => task.name).join(', ')}</bdi>
            </>
          )}
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        {event.mode !== 'Online' && (
          <ButtonLink variant="primary" to={`${paths.event(event._id)}?ticket=show`} icon={<QrCode aria-hidden size="1.1em" />}>
            Show your ticket
          </ButtonLink>
        )}
        <ButtonLink to={paths.event(event._id)}>Open the event</ButtonLink>
      </div>
    </Card>
  )
}

/** What an event is called, when and where it is. */
function Heading({ event }: { event: Event }) {
  return (
    <>
      <p className="mt-2 text-h3 leading-tight font-bold">
        <Link plain to={paths.event(event._id)} className="text-ink no-underline hover:underline">
          <bdi>{event.title}</bdi>
        </Link>
      </p>
      <p className="mt-1.5 text-soft">
        <EventDays event={event} shape="weekday" />
        <span>, </span>
        <EventHour event={event} />
        {event.location && <bdi className="block">{event.location}</bdi>}
      </p>
    </>
  )
}

/** For whom there is no next event: the first that one can register for. */
function NextToJoin({ event }: { event: Event | undefined }) {
  return (
    <Card>
      <Kicker>Your next event</Kicker>
      <p className="mt-2">
        <span>You are not registered for any upcoming event.</span>
        {event && <span> You can register for this one:</span>}
      </p>
      {event && <Heading event={event} />}
      <div className="mt-4 flex flex-wrap gap-3">
        {event && (
          <ButtonLink variant="primary" to={paths.event(event._id)}>
            <span>
              <span>Register</span>
              <span className="sr-only">: {event.title}</span>
            </span>
          </ButtonLink>
        )}
        <ButtonLink to={paths.events()} icon={<CalendarDays aria-hidden size="1.1em" />}>
          See what is on
        </ButtonLink>
      </div>
    </Card>
  )
}

/** The code itself, on the day on which it is needed: nothing is left to press at the door. */
function TodaysTicket({ id }: { id: string }) {
  const { data, isError } = useTicket(id)
  // The button below it opens the page of the ticket, which says what is wrong.
  if (isError && !data) return null
  return (
    <div className="mt-4 text-center">
      {data ? <TicketCode ticket={data} className="mx-auto max-w-64" /> : <Skeleton className="mx-auto aspect-square w-full max-w-64 rounded-lg!" />}
      <p className="mt-2 text-small text-soft">Show this code at the door.</p>
    </div>
  )
}

function Own({ projects }: { projects: Parameters<typeof projectsText>[0] }) {
  return (
    <Card>
      <Kicker>Your projects</Kicker>
      {projects.length > 0 ? (
        <p className="mt-2">
          <Link to={paths.myProjects()} className="inline-flex min-h-6 items-center">
            {projectsText(projects)}
          </Link>
        </p>
      ) : (
        <>
          <p className="mt-2">What are you making? Half-finished is welcome.</p>
          <ButtonLink to={paths.submitProject()} size="sm" className="mt-3" icon={<Plus aria-hidden size="1.1em" />}>
            Share Your Innovation
          </ButtonLink>
        </>
      )}
    </Card>
  )
}

/** The events at whose door the member works. */
function Doors({ doors }: { doors: components['schemas']['OwnDoor'][] }) {
  return (
    <Card>
      <Kicker>You work at the door</Kicker>
      <ul className="mt-1 divide-y divide-line">
        {doors.slice(0, DOORS).map((event) => (
          <li key={event._id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
            <span className="min-w-0 flex-1 basis-40">
              <Link plain to={paths.event(event._id)} className="font-medium text-ink no-underline hover:underline">
                <bdi>{event.title}</bdi>
              </Link>
              <span className="block text-small text-soft">
                <EventDays event={event} shape="day" />
                <span>, </span>
                <EventHour event={event} />
              </span>
            </span>
            <Link to={paths.admin.checkinEvent(event._id)} className="inline-flex min-h-11 items-center text-small md:min-h-8">
              <span>
                Check-in<span className="sr-only">: {event.title}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Missing({ missed }: { missed: Missed[] }) {
  return (
    <Card>
      <Kicker>Since your last visit</Kicker>
      <ul className="mt-1">
        {missed.map(({ to, text, about }) => (
          <li key={to + text}>
            <Link to={to} className="inline-flex min-h-8 flex-wrap items-center gap-x-1.5">
              <span>{text}</span>
              {about && <bdi>{about}</bdi>}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
