// The pegboard of the workshop: the two newest projects and the next event, pinned up.
// What does not exist yet has a sheet that says what will be there.
import type { ReactNode } from 'react'
import { EventBanner } from '../events/EventBanner'
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
  return (
    <section aria-label="New here" className="relative grid bg-[radial-gradient(var(--line)_1.5px,transparent_1.5px)] bg-size-[1.25rem_1.25rem] grid-cols-2 gap-4 rounded-lg border border-line p-4 sm:p-6 lg:min-h-124 lg:grid-cols-12 lg:grid-rows-[1fr_auto] lg:gap-0">
      {[0, 1].map((at) => {
        const project = projects[at]
        const empty = ROOM[at]!
        return (
          <Sheet
            key={at}
            to={project ? paths.project(project._id) : newest.data && paths.submitProject()}
            kicker={project ? 'New project' : empty.kicker}
            title={project?.title ?? (newest.data && empty.title)}
            art={newest.isPending ? <Skeleton className="size-full" /> : <Cover project={project ?? empty} />}
            className={at === 0 ? 'lg:z-1 lg:col-[1/8] lg:row-1 lg:me-3 lg:self-start lg:-rotate-[1.6deg]' : 'lg:col-[8/13] lg:row-1 lg:mt-14 lg:-ms-4 lg:self-start lg:rotate-[2.2deg]'}
          />
        )
      })}
      <Sheet
        to={event ? paths.event(event._id) : next.data && paths.events()}
        kicker={
          event ? (
            <>
              <span>Next event, </span>
              <Time value={event.startsAt} shape="weekday" />
            </>
          ) : (
            <span>No date yet</span>
          )
        }
        title={event?.title ?? (next.data && 'The next event stands here')}
        art={next.isPending ? <Skeleton className="size-full" /> : <EventBanner type={event?.type ?? 'workshop'} seed={event?._id ?? 'wall'} className="block size-full" />}
        className="max-lg:col-span-2 lg:z-2 lg:col-[2/12] lg:row-2 lg:self-end lg:-rotate-[0.6deg]"
        wide
      />
    </section>
  )
}

const ROOM = [
  { _id: 'wall-1', category: 'web', kicker: 'Room for a project', title: 'Pin up what you make' },
  { _id: 'wall-2', category: 'game', kicker: 'Room for another', title: 'Half-finished is welcome' },
]

type SheetProps = { to?: string; kicker: ReactNode; title?: string; art: ReactNode; className?: string; wide?: boolean }

function Sheet({ to, kicker, title, art, className, wide }: SheetProps) {
  const shape = cx('relative block rounded-md border border-line bg-surface p-2 shadow-float', className)
  const content = (
    <>
      <span aria-hidden className="absolute -top-1.5 left-1/2 size-3 rounded-full bg-accent-ink shadow-rest" />
      <span className={cx('block overflow-hidden rounded-sm bg-sunken', wide ? 'aspect-[3.6/1]' : 'aspect-[16/10]')}>{art}</span>
      <span className={cx('block px-1.5 pt-2 pb-1', wide ? 'min-h-14' : 'min-h-18')}>
        {title && (
          <>
            <span className="block text-caption text-faint">{kicker}</span>
            <bdi className={cx('font-display leading-tight font-bold', wide ? 'line-clamp-1' : 'line-clamp-2')}>{title}</bdi>
          </>
        )}
      </span>
    </>
  )
  if (!to) return <div aria-hidden className={shape}>{content}</div>
  return (
    <Link plain to={to} className={cx(shape, 'text-ink no-underline transition-[translate,border-color] hover:-translate-y-1 hover:border-strong')}>
      {content}
    </Link>
  )
}
