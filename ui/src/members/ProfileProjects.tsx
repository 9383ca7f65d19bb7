// A member's projects. Only the owner's answer has those that are not public yet.
import { ButtonLink } from '../kit/Button'
import { Card, CardLink } from '../kit/Card'
import { Chip, type Tone } from '../kit/Chip'
import { ArrowUp, Globe } from '../kit/icons'
import { SocialIcon } from '../kit/SocialIcon'
import { EmptyState } from '../kit/States'
import { Time } from '../kit/Time'
import { paths, webLink } from '../paths'
import { ProjectCover } from '../projects/ProjectCover'
import type { Profile } from './queries'
import { SHOWN_TECHNOLOGIES, technologiesText } from './rules'

type ProfileProject = Profile['submittedProjects'][number]

export function ProfileProjects({ projects, isOwner }: { projects: ProfileProject[]; isOwner: boolean }) {
  if (projects.length === 0)
    return (
      <EmptyState
        heading="h3"
        title="No Projects Yet"
        text="Start building and submit your first project!"
        action={
          isOwner && (
            <ButtonLink variant="primary" to={paths.submitProject()}>
              Submit Your First Project
            </ButtonLink>
          )
        }
      />
    )
  return (
    <ul className="grid gap-5 md:grid-cols-2">
      {projects.map((project) => (
        <li key={project._id} className="min-w-0">
          <ProjectCard project={project} />
        </li>
      ))}
    </ul>
  )
}

const TONES: Record<string, Tone> = { Approved: 'good', Rejected: 'bad' }

function ProjectCard({ project }: { project: ProfileProject }) {
  const status = project.status || 'In Review'
  const shown = project.techStack.slice(0, SHOWN_TECHNOLOGIES)
  const more = project.techStack.length - shown.length
  const github = webLink(project.githubLink)
  const demo = webLink(project.demoLink)
  return (
    <Card as="article" interactive padded={false} className="flex h-full flex-col">
      <ProjectCover id={project._id} category={project.category} className="h-20 w-full rounded-t-lg text-ink" />
      <div className="flex flex-1 flex-col gap-3 p-5">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-caption text-faint">
          <Chip tone={TONES[status] ?? 'warn'}>{status}</Chip>
          {project.techStack.length > 0 && <span>{technologiesText(project.techStack.length)}</span>}
          <span className="sm:ms-auto">
            <Time value={project.submissionDate} shape="shortDate" />
          </span>
        </div>
        <h3 className="line-clamp-3" title={project.title}>
          <CardLink to={paths.project(project._id)}>
            <bdi>{project.title}</bdi>
          </CardLink>
        </h3>
        <p dir="auto" className="line-clamp-2 text-small text-soft">
          {project.shortDescription || project.description}
        </p>
        {shown.length > 0 && (
          <ul aria-label="Technologies" className="flex flex-wrap gap-1.5">
            {shown.map((name) => (
              <li key={name} className="min-w-0">
                <Chip>{name}</Chip>
              </li>
            ))}
            {more > 0 && (
              <li>
                <Chip>{`+${more}`}</Chip>
              </li>
            )}
          </ul>
        )}
        <div className="mt-auto flex flex-wrap items-center gap-2 pt-2">
          {project.upvoteCount > 0 && (
            <span className="inline-flex items-center gap-1 font-display font-bold tabular-nums">
              <ArrowUp aria-hidden size="1.1rem" className="text-accent-ink" />
              {project.upvoteCount.toLocaleString()}
              <span className="sr-only">{project.upvoteCount === 1 ? ' upvote' : ' upvotes'}</span>
            </span>
          )}
          <span className="above ms-auto flex flex-wrap items-center justify-end gap-2">
            {github && (
              <ButtonLink variant="quiet" size="sm" href={github} icon={<SocialIcon name="github" size={16} />}>
                <span className="max-lg:sr-only">GitHub</span>
              </ButtonLink>
            )}
            {demo && (
              <ButtonLink variant="quiet" size="sm" href={demo} icon={<Globe aria-hidden size="1rem" />}>
                <span className="max-lg:sr-only">Demo</span>
              </ButtonLink>
            )}
          </span>
          <ButtonLink size="sm" to={paths.project(project._id)} className="above max-sm:grow">
            <span>
              View Details<span className="sr-only">: {project.title}</span>
            </span>
          </ButtonLink>
        </div>
      </div>
    </Card>
  )
}
