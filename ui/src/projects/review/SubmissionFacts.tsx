// The submitter of a project, the team and the event.
import type { ReactNode } from 'react'
import { Avatar } from '../../kit/Avatar'
import { Chip } from '../../kit/Chip'
import { Card } from '../../kit/Card'
import { CalendarDays, Mail } from '../../kit/icons'
import { Link } from '../../kit/Link'
import { paths } from '../../paths'
import { countOf } from '../rules'
import type { Project } from './queries'
import { Address } from '../../members/Address'
import { MemberLink } from '../../members/MemberLink'

export function SubmissionFacts({ project }: { project: Project }) {
  const { submittedBy, team, eventId } = project
  return (
    <Card as="section" aria-labelledby="submission" padded={false}>
      <h2 id="submission" className="sr-only">
        Submission
      </h2>
      <dl className="divide-y divide-line [&>div]:px-5 [&>div]:py-3.5">
        <Fact label="Submitted By">
          <Person member={submittedBy} />
          {submittedBy.email && (
            <Link plain href={`mailto:${submittedBy.email}`} className="-mx-2 flex min-h-11 items-center gap-3 rounded-md px-2 text-small text-accent-ink underline underline-offset-3 hover:bg-sunken">
              <span className="grid w-9 shrink-0 place-items-center">
                <Mail aria-hidden size="1.1rem" />
              </span>
              <Address email={submittedBy.email} />
            </Link>
          )}
        </Fact>
        {team.length > 0 && (
          <Fact label="Team Members">
            <ul>
              {team.map((member) => (
                <li key={member._id}>
                  <Person member={member} />
                </li>
              ))}
            </ul>
          </Fact>
        )}
        {eventId && (
          <Fact label="Associated Event">
            <Link plain to={paths.event(eventId._id)} className="-mx-2 flex min-h-11 items-center gap-3 rounded-md px-2 font-medium text-ink no-underline hover:bg-sunken">
              <CalendarDays aria-hidden size="1.25rem" className="shrink-0 text-soft" />
              <bdi className="min-w-0">{eventId.title}</bdi>
                  {eventId.cancelled && <Chip tone="bad">Cancelled</Chip>}
            </Link>
          </Fact>
        )}
        <Fact label="Project ID">
          <span className="font-mono text-small">{project.projectId}</span>
        </Fact>
        <Fact label="Project page">
          <Link to={paths.project(project._id)} className="inline-flex min-h-11 items-center md:min-h-8">
            {countOf(project.upvoteCount, 'upvote')} and {countOf(project.commentCount, 'comment')}
          </Link>
        </Fact>
      </dl>
    </Card>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="mb-1 text-caption text-faint">{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Person({ member }: { member: { _id: string; name: string; profilePicture: string; hasProfile: boolean } }) {
  return (
    <MemberLink member={member} className="-mx-2 flex min-h-11 items-center gap-3 rounded-md px-2 text-ink" linkClassName="group no-underline hover:bg-sunken">
      <Avatar name={member.name} src={member.profilePicture} size={36} />
      <bdi className="min-w-0 leading-tight font-medium group-hover:underline">{member.name}</bdi>
    </MemberLink>
  )
}
