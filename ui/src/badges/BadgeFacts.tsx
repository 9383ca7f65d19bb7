// What is known of a badge: to whom, when, by which rule, at which count, for which project or event.
import type { ReactNode } from 'react'
import { Avatar } from '../kit/Avatar'
import { Link } from '../kit/Link'
import { Time } from '../kit/Time'
import { MemberLink } from '../members/MemberLink'
import { paths } from '../paths'
import type { Badge } from './queries'
import { levelText } from './rules'

/** `className` lays the list out. */
export function BadgeFacts({ badge, className }: { badge: Badge; className: string }) {
  const { issuedTo, issueDate, level, rank, project, event, rule, count, upvoteThreshold } = badge
  return (
    <dl className={className}>
      <Fact label="Awarded to">
        <MemberLink member={issuedTo} className="inline-flex items-center gap-2 py-0.5" linkClassName="text-accent-ink no-underline [&>bdi]:underline [&>bdi]:decoration-1 [&>bdi]:underline-offset-3 hover:[&>bdi]:decoration-2">
          <Avatar name={issuedTo.name} src={issuedTo.profilePicture} size={28} />
          <bdi className="min-w-0">{issuedTo.name}</bdi>
        </MemberLink>
      </Fact>
      <Fact label="Awarded on">
        <Time value={issueDate} />
      </Fact>
      <Fact label="Level">{`${levelText(level)}, ${rank}`}</Fact>
      {project && <Origin label="Project" to={paths.project(project._id)} title={project.title} />}
      {event && <Origin label="Event" to={paths.event(event._id)} title={event.title} />}
      {count !== undefined && <Fact label={upvoteThreshold > 0 ? 'Upvote threshold' : 'Approved projects'}>{count.toLocaleString()}</Fact>}
      <Fact label="Rule" wide>
        {rule}
      </Fact>
    </dl>
  )
}

function Origin({ label, to, title }: { label: string; to: string; title: string }) {
  return (
    <Fact label={label}>
      <Link to={to} className="inline-block py-0.5">
        <bdi>{title}</bdi>
      </Link>
    </Fact>
  )
}

function Fact({ label, wide, children }: { label: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={wide ? 'min-w-0 sm:col-span-full' : 'min-w-0'}>
      <dt className="text-caption text-faint">{label}</dt>
      <dd className="mt-0.5 font-medium wrap-anywhere">{children}</dd>
    </div>
  )
}
