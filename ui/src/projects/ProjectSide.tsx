// The panel beside a project: its date and event, and the actions.
import { useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { Button, ButtonLink } from '../kit/Button'
import { Chip } from '../kit/Chip'
import { Card } from '../kit/Card'
import { ShareButton } from '../kit/CopyButton'
import { CalendarDays, LogOut, MessageCircle, Pencil } from '../kit/icons'
import { Link } from '../kit/Link'
import { Time } from '../kit/Time'
import { paths } from '../paths'
import { EndDialog } from './edit/EndDialog'
import type { Project } from './queries'

export function ProjectSide({ project }: { project: Project }) {
  return (
    <aside aria-label="About this project" className="min-w-0 space-y-4 lg:row-span-3">
      <div className="space-y-4 lg:sticky lg:top-[calc(var(--header)+1rem)]">
        <section className="print:hidden">
          <h2 className="mb-3 text-h4">Quick Actions</h2>
          <div className="flex flex-wrap gap-3 max-lg:*:grow lg:flex-col">
            <ShareButton title={project.title} text={project.shortDescription || undefined} label="Share Project" wide className="max-lg:w-auto!" />
            <Button onClick={jumpToComments} wide className="max-lg:w-auto!" icon={<MessageCircle aria-hidden size="1.1em" />}>
              Jump to Comments
            </Button>
            {project.canEdit && (
              <ButtonLink to={paths.editProject(project._id)} wide className="max-lg:w-auto!" icon={<Pencil aria-hidden size="1.1em" />}>
                Edit Project
              </ButtonLink>
            )}
            {project.isTeamMember && <Leave project={project} />}
          </div>
        </section>
        <Card padded={false}>
          <dl className="divide-y divide-line [&>div]:px-5 [&>div]:py-4">
            <Row label="Submitted On">
              <Time value={project.submissionDate} />
            </Row>
            {project.eventId && (
              <Row label="Associated Event">
                <Link plain to={paths.event(project.eventId._id)} className="-mx-2 flex min-h-11 items-center gap-3 rounded-md px-2 font-medium text-ink no-underline hover:bg-sunken">
                  <CalendarDays aria-hidden size="1.25rem" className="shrink-0 text-soft" />
                  <bdi className="min-w-0">{project.eventId.title}</bdi>
                  {project.eventId.cancelled && <Chip tone="bad">Cancelled</Chip>}
                </Link>
              </Row>
            )}
          </dl>
        </Card>
      </div>
    </aside>
  )
}

function Leave({ project: { _id, title, status } }: { project: Project }) {
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button variant="quiet" onClick={() => setAsking(true)} wide className="max-lg:w-auto!" icon={<LogOut aria-hidden size="1.1em" />}>
        Leave the team
      </Button>
      {/* A former team member no longer sees a project that is not public. */}
      <EndDialog project={{ _id, title, status, isOwner: false }} open={asking} onClose={() => setAsking(false)} onEnded={() => status !== 'Approved' && void navigate(paths.myProjects())} />
    </>
  )
}

function jumpToComments() {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  const comments = document.getElementById('comments')
  comments?.scrollIntoView({ behavior: still ? 'auto' : 'smooth' })
  comments?.querySelector('h2')?.focus({ preventScroll: true })
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="mb-1 text-caption text-faint">{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
