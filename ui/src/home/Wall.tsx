// The pegboard of the workshop: the two newest projects and the next event, pinned up.
// What does not exist yet has a sheet that says what will be there.
import type { ReactNode } from 'react'
import { EventBanner } from '../events/EventBanner'
import { cardAction, countdown, groupOf, isOn } from '../events/dayRules'
import { ButtonLink } from '../kit/Button'
import { Link } from '../kit/Link'
import { Skeleton } from '../kit/Skeleton'
import { Time } from '../kit/Time'
import { cx } from '../lib/cx'
import { paths } from '../paths'
import { Cover } from '../projects/Cover'
import { useNewestProjects } from '../projects/queries'
import { isProject } from '../projects/rules'
import { useNextEvent } from './queries'

export function Wall() {
  const newest = useNewestProjects(2)
  const projects = newest.data?.filter(isProject) ?? []
  const next = useNextEvent()
  const event = next.data?.[0]
  // On its day the event hangs first.
  const first = event !== undefined && isOn(event)
  const sheet = (
    <Sheet
      key={first ? 'today' : 'next'}
      to={event ? paths.event(event._id) : next.data && paths.events()}
      kicker={event ? <When event={event} /> : <span>No date yet</span>}
      title={event?.title ?? (next.data && 'The next event stands here')}
      art={next.isPending ? <Skeleton className="size-full" /> : <EventBanner type={event?.type ?? 'workshop'} seed={event?._id ?? 'wall'} className="block size-full" />}
      action={first && <Action event={event} />}
      className={cx('max-lg:col-span-2 lg:z-2 lg:col-[2/12] lg:-rotate-[0.6deg]', first ? 'lg:row-1 lg:mb-6 lg:self-start' : 'lg:row-2 lg:self-end')}
      wide
    />
  )
  return (
    <section aria-label="New here" className={cx('relative grid bg-[radial-gradient(var(--line)_1.5px,transparent_1.5px)] bg-size-[1.25rem_1.25rem] grid-cols-2 gap-4 rounded-lg border border-line p-4 sm:p-6 lg:min-h-124 lg:grid-cols-12 lg:gap-0', first ? 'lg:grid-rows-[auto_1fr]' : 'lg:grid-rows-[1fr_auto]')}>
      {first && sheet}
      {[0, 1].map((at) => {
        const project = projects[at]
        const empty = ROOM[at]!
        return (
          <Sheet
            key={`${at} ${first}`}
            to={project ? paths.project(project._id) : newest.data && paths.submitProject()}
            kicker={project ? 'New project' : empty.kicker}
            title={project?.title ?? (newest.data && empty.title)}
            art={newest.isPending ? <Skeleton className="size-full" /> : <Cover project={project ?? empty} />}
            className={cx(first ? 'lg:row-2' : 'lg:row-1', at === 0 ? 'lg:z-1 lg:col-[1/8] lg:me-3 lg:self-start lg:-rotate-[1.6deg]' : 'lg:col-[8/13] lg:mt-14 lg:-ms-4 lg:self-start lg:rotate-[2.2deg]')}
          />
        )
      })}
      {!first && sheet}
    </section>
  )
}

type Next = NonNullable<ReturnType<typeof useNextEvent>['data']>[number]

function When({ event }: { event: Next }) {
  if (isOn(event)) return <span className={cx('font-medium', groupOf(event) === 'live' ? 'text-info' : 'text-ink')}>{countdown(event)}</span>
  return (
    <>
      <span>Next event, </span>
      <Time value={event.date} shape="weekday" />
    </>
  )
}

/** The next step, in words: the sheet itself is the link to the event. Who works at the door goes there. */
function Action({ event }: { event: Next }) {
  const action = cardAction(event)
  return (
    <ButtonLink size="sm" variant={action === 'Register' ? 'primary' : 'secondary'} to={action === 'Check-in' ? paths.admin.checkinEvent(event._id) : paths.event(event._id)}>
      <span>
        <span>{action}</span>
        <span className="sr-only">: {event.title}</span>
      </span>
    </ButtonLink>
  )
}

const ROOM = [
  { _id: 'wall-1', category: 'web', kicker: 'Room for a project', title: 'Pin up what you make' },
  { _id: 'wall-2', category: 'game', kicker: 'Room for another', title: 'Half-finished is welcome' },
]

type SheetProps = { to?: string; kicker: ReactNode; title?: string; art: ReactNode; /** Stands on the sheet, beside its link. */ action?: ReactNode; className?: string; wide?: boolean }

function Sheet({ to, kicker, title, art, action, className, wide }: SheetProps) {
  const shape = cx('relative block rounded-md border border-line bg-surface p-2 shadow-float', !action && className)
  const content = (
    <>
      <span aria-hidden className="absolute -top-1.5 left-1/2 size-3 rounded-full bg-accent-ink shadow-rest print:hidden forced-colors:hidden" />
      <span className={cx('block overflow-hidden rounded-sm bg-sunken', wide ? 'aspect-[3.6/1]' : 'aspect-[16/10]')}>{art}</span>
      <span className={cx('block px-1.5 pt-2 pb-1', wide ? 'min-h-18 sm:min-h-14' : 'min-h-24 sm:min-h-18', Boolean(action) && 'pe-32')}>
        {title && (
          <>
            <span className="block text-caption text-faint">{kicker}</span>
            <bdi className={cx('font-display leading-tight font-bold', 'line-clamp-3', wide ? 'sm:line-clamp-1' : 'sm:line-clamp-2')}>{title}</bdi>
          </>
        )}
      </span>
    </>
  )
  if (!to)
    return (
      <div aria-hidden className={cx(shape, Boolean(action) && className)}>
        {content}
      </div>
    )
  const link = (
    <Link plain to={to} className={cx(shape, 'text-ink no-underline transition-[translate,border-color] hover:-translate-y-1 hover:border-strong')}>
      {content}
    </Link>
  )
  if (!action) return link
  return (
    <div className={cx('relative', className)}>
      {link}
      <div className="absolute end-4 bottom-4">{action}</div>
    </div>
  )
}
