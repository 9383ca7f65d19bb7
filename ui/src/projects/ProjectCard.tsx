// A project in a list: on the list page, and featured on the home page.
import { Avatar } from '../kit/Avatar'
import { Card, CardLink } from '../kit/Card'
import { Chip } from '../kit/Chip'
import { ArrowRight, ArrowUp, Check, CircleAlert, Flame, Play } from '../kit/icons'
import { Link } from '../kit/Link'
import { Skeleton, SkeletonText } from '../kit/Skeleton'
import { SocialIcon } from '../kit/SocialIcon'
import { Time } from '../kit/Time'
import { cx } from '../lib/cx'
import { paths, webLink } from '../paths'
import { Cover } from './Cover'
import type { ProjectSummary } from './queries'
import { categoryLabel, countOf, isProject } from './rules'
import { TechTags } from './TechTags'

const FRAME = 'flex h-full flex-col overflow-hidden'
const COVER = 'relative aspect-video border-b border-line bg-sunken'

export function ProjectCard({ project }: { project: ProjectSummary }) {
  if (!isProject(project)) return <InvalidCard />
  const to = paths.project(project._id)
  const github = webLink(project.githubLink)
  const demo = webLink(project.demoLink)
  return (
    <Card as="article" interactive padded={false} className={FRAME}>
      <div className={COVER}>
        <Cover project={project} />
        {project.popular && (
          <Chip tone="accent" icon={<Flame aria-hidden size="0.95em" />} className="absolute start-3 bottom-3">
            Popular
          </Chip>
        )}
      </div>
      <div className="flex flex-1 flex-col p-5">
        <p className="flex items-center justify-between gap-3 text-caption text-faint">
          <span>{categoryLabel(project.category)}</span>
          {project.status === 'Approved' && (
            <Chip tone="good" icon={<Check aria-hidden size="0.95em" />}>
              Approved
            </Chip>
          )}
        </p>
        <h3 className="mt-2 line-clamp-2" title={project.title}>
          <CardLink to={to}>
            <bdi>{project.title}</bdi>
          </CardLink>
        </h3>
        <Byline project={project} />
        <p className="mt-3 line-clamp-3 text-small text-soft">
          <bdi>{project.shortDescription || project.description}</bdi>
        </p>
        <TechTags tags={project.techStack ?? []} most={4} className="mt-4" />
        <div className="mt-auto pt-5">
          <div className="flex items-center gap-1 border-t border-line pt-2 text-small">
            <Upvotes count={project.upvoteCount} className="me-3" />
            {github && (
              <a href={github} rel={RELATION} className={OUT} aria-label={`GitHub: ${project.title}`} title="GitHub">
                <SocialIcon name="github" size={18} />
              </a>
            )}
            {demo && (
              <a href={demo} rel={RELATION} className={OUT} aria-label={`Demo: ${project.title}`} title="Demo">
                <Play aria-hidden size="1.125rem" />
              </a>
            )}
            <Link plain to={to} aria-label={`View Details: ${project.title}`} className="above ms-auto inline-flex min-h-11 items-center gap-1 font-medium text-accent-ink no-underline hover:underline">
              View Details
              <ArrowRight aria-hidden size="1em" />
            </Link>
          </div>
        </div>
      </div>
    </Card>
  )
}

const RELATION = 'noopener nofollow ugc'
const OUT = 'above grid size-11 place-items-center rounded-md text-soft hover:bg-quiet hover:text-ink'

/** The variant for the home page: less text, three tags, and upvotes only when there are any. */
export function FeaturedCard({ project }: { project: ProjectSummary }) {
  if (!isProject(project)) return <InvalidCard />
  return (
    <Card as="article" interactive padded={false} className={FRAME}>
      <div className={COVER}>
        <Cover project={project} />
      </div>
      <div className="flex flex-1 flex-col p-5">
        <h3 className="line-clamp-2" title={project.title}>
          <CardLink to={paths.project(project._id)}>
            <bdi>{project.title}</bdi>
          </CardLink>
        </h3>
        <p className="mt-2 line-clamp-2 text-small text-soft">
          <bdi>{project.shortDescription || project.description}</bdi>
        </p>
        <TechTags tags={project.techStack ?? []} most={3} className="mt-4 mb-4" />
        <div className="mt-auto flex items-end justify-between gap-4 border-t border-line pt-3 text-small">
          <Byline project={project} plain />
          {project.upvoteCount > 0 && <Upvotes count={project.upvoteCount} />}
        </div>
      </div>
    </Card>
  )
}

function Byline({ project: { submittedBy, submissionDate }, plain }: { project: ProjectSummary; plain?: boolean }) {
  const who = submittedBy?.name && (
    <Link plain to={paths.profile(submittedBy._id)} className="above inline-flex min-h-6 min-w-0 items-center gap-2 text-soft no-underline hover:text-ink hover:underline">
      <Avatar name={submittedBy.name} src={submittedBy.profilePicture} size={24} />
      <bdi className="truncate">{submittedBy.name}</bdi>
    </Link>
  )
  if (plain) return <p className="flex min-w-0">{who}</p>
  return (
    <p className="mt-2.5 flex min-w-0 items-center gap-2 text-small text-faint">
      {who}
      {who && <span aria-hidden>·</span>}
      <Time value={submissionDate} shape="shortDate" className="shrink-0" />
    </p>
  )
}

function Upvotes({ count, className }: { count: number; className?: string }) {
  return (
    <span className={cx('inline-flex min-h-6 shrink-0 items-center gap-1 font-medium tabular-nums', className)}>
      <ArrowUp aria-hidden size="1.05em" className="text-accent-ink" />
      <span aria-hidden>{count.toLocaleString()}</span>
      <span className="sr-only">{countOf(count, 'upvote')}</span>
    </span>
  )
}

function InvalidCard() {
  return (
    <Card className="flex h-full min-h-40 items-center justify-center gap-2 text-soft">
      <CircleAlert aria-hidden size="1.1rem" />
      Invalid project data
    </Card>
  )
}

/** The shape of a card while its project loads. */
export function ProjectCardSkeleton({ featured }: { featured?: boolean }) {
  return (
    <Card padded={false} className={FRAME}>
      <Skeleton className="aspect-video rounded-none!" />
      <div className="flex flex-1 flex-col p-5">
        {!featured && <Skeleton className="mb-3 h-4 w-28" />}
        <Skeleton className="h-6 w-3/4" />
        {!featured && <Skeleton className="mt-4 h-5 w-1/2" />}
        <SkeletonText lines={featured ? 2 : 3} className="mt-4 text-small" />
        <Skeleton className="mt-5 h-6 w-2/3" />
        <div className="mt-auto pt-5">
          <div className="border-t border-line pt-4">
            <Skeleton className="h-6 w-1/3" />
          </div>
        </div>
      </div>
    </Card>
  )
}
