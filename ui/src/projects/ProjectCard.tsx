// A project in a list. It leads with its picture: on top of the card, and beside the title on a phone, where a page of
// cards must stay short. The parts are the featured cards' too.
import { Avatar } from '../kit/Avatar'
import { Card, CardLink } from '../kit/Card'
import { ArrowRight, ArrowUp, Check, CircleAlert, Flame, MessageCircle, Play } from '../kit/icons'
import { Link } from '../kit/Link'
import { Optional } from '../kit/Optional'
import { Skeleton, SkeletonText } from '../kit/Skeleton'
import { SocialIcon } from '../kit/SocialIcon'
import { Time } from '../kit/Time'
import { cx } from '../lib/cx'
import { part } from '../lib/part'
import { paths, webLink } from '../paths'
import { useSession } from '../sessions/SessionProvider'
import { Cover } from './Cover'
import type { ProjectSummary } from './queries'
import { countOf, isProject } from './rules'
import { useCategoryLabel } from './useCategories'
import { TechTags } from './TechTags'
import { MemberLink } from '../members/MemberLink'

const CardVote = part(() => import('./CardVote'))

export const FRAME = 'grid h-full grid-cols-[6rem_minmax(0,1fr)] content-start gap-x-3 gap-y-2 overflow-hidden p-3 sm:flex sm:flex-col sm:gap-0 sm:p-0'
export const COVER = 'relative aspect-4/3 overflow-hidden rounded-md bg-sunken max-sm:border sm:aspect-video sm:rounded-none sm:border-b border-line'
export const HEAD = 'min-w-0 sm:px-5 sm:pt-4'
export const TEXT = 'col-span-2 line-clamp-2 text-small text-soft sm:mt-2.5 sm:px-5'
export const FOOT = 'col-span-2 flex flex-wrap items-center gap-x-1 text-small sm:mt-auto sm:gap-y-2 sm:px-5 sm:pt-4 sm:pb-2'

export function ProjectCard({ project }: { project: ProjectSummary }) {
  if (!isProject(project)) return <InvalidCard />
  const to = paths.project(project._id)
  const github = webLink(project.githubLink)
  const demo = webLink(project.demoLink)
  return (
    <Card as="article" interactive padded={false} className={FRAME}>
      <div className={COVER}>
        <Cover project={project} />
      </div>
      <div className={HEAD}>
        <Marks project={project} />
        <Title project={project} />
      </div>
      <p dir="auto" className={TEXT}>
        {project.shortDescription || project.description}
      </p>
      <TechTags tags={project.techStack ?? []} most={4} className="max-sm:hidden sm:mt-3.5 sm:px-5" />
      <div className={FOOT}>
        <Byline project={project} className="min-w-0 flex-1 sm:basis-full sm:border-b sm:border-line sm:pb-3" />
        <Vote project={project} />
        <Link plain to={{ pathname: to, hash: '#comments' }} title="Comments" className={cx(COUNT, 'no-print above justify-center rounded-md text-soft no-underline hover:bg-quiet hover:text-ink')}>
          <MessageCircle aria-hidden size="1.05em" />
          <span aria-hidden>{project.commentCount.toLocaleString()}</span>
          <span className="sr-only">{`${countOf(project.commentCount, 'comment')}: ${project.title}`}</span>
        </Link>
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
        <Link plain to={to} aria-label={`View Details: ${project.title}`} className="no-print above ms-auto inline-flex min-h-11 items-center gap-1 font-medium text-accent-ink no-underline hover:underline max-sm:hidden">
          View Details
          <ArrowRight aria-hidden size="1em" className="rtl:rotate-180" />
        </Link>
      </div>
    </Card>
  )
}

const COUNT = 'inline-flex min-h-11 min-w-11 items-center gap-1 tabular-nums md:min-w-9'
const RELATION = 'noopener nofollow ugc'
const OUT = 'no-print above grid size-11 place-items-center md:w-8 rounded-md text-soft hover:bg-quiet hover:text-ink max-sm:hidden'

export const Title = ({ project }: { project: ProjectSummary }) => (
  <h3 dir="auto" className="line-clamp-2 max-sm:text-body max-sm:leading-snug" title={project.title}>
    <CardLink to={paths.project(project._id)}>
      {project.title}
    </CardLink>
  </h3>
)

/** Category and marks, as quiet as a caption. */
function Marks({ project }: { project: ProjectSummary }) {
  return (
    <p className="mb-1 flex flex-wrap items-center gap-x-3 text-caption text-faint sm:mb-1.5">
      <span>{useCategoryLabel()(project.category)}</span>
      {project.popular && (
        <span className={MARK}>
          <Flame aria-hidden size="0.95em" />
          Popular
        </span>
      )}
      {project.status === 'Approved' && (
        <span className={cx(MARK, 'max-sm:hidden')}>
          <Check aria-hidden size="0.95em" />
          Approved
        </span>
      )}
    </p>
  )
}

const MARK = 'inline-flex items-center gap-1'

export function Byline({ project: { submittedBy, submissionDate }, plain, className }: { project: ProjectSummary; plain?: boolean; className?: string }) {
  const who = submittedBy?.name && (
    <MemberLink member={submittedBy} className="inline-flex min-h-6 min-w-0 items-center gap-2 text-soft" linkClassName="above no-underline hover:text-ink hover:underline">
      <Avatar name={submittedBy.name} src={submittedBy.profilePicture} size={24} />
      <bdi className="truncate">{submittedBy.name}</bdi>
    </MemberLink>
  )
  if (plain) return <p className={cx('flex', className)}>{who}</p>
  return (
    <p className={cx('flex items-center gap-2 text-small text-faint', className)}>
      {who}
      {who && (
        <span aria-hidden className="max-[30rem]:hidden">
          ·
        </span>
      )}
      <Time value={submissionDate} shape="shortDate" className="shrink-0 max-[30rem]:hidden" />
    </p>
  )
}

/** The upvotes; for members a button. Its code loads with the first card that needs it. */
function Vote({ project }: { project: ProjectSummary }) {
  const { status } = useSession()
  const count = (
    <span className="inline-flex min-h-11 items-center sm:me-1">
      <Upvotes count={project.upvoteCount} />
    </span>
  )
  if (status !== 'authenticated' || project.status !== 'Approved') return count
  return (
    <Optional loading={count} instead={() => count}>
      <CardVote project={project} />
    </Optional>
  )
}

export function Upvotes({ count }: { count: number }) {
  return (
    <span className="inline-flex min-h-6 shrink-0 items-center gap-1 font-medium tabular-nums">
      <ArrowUp aria-hidden size="1.05em" className="text-accent-ink" />
      <span aria-hidden>{count.toLocaleString()}</span>
      <span className="sr-only">{countOf(count, 'upvote')}</span>
    </span>
  )
}

export function InvalidCard() {
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
      <Skeleton className="aspect-4/3 sm:aspect-video sm:rounded-none!" />
      <div className={HEAD}>
        {!featured && <Skeleton className="mb-2 h-4 w-28" />}
        <Skeleton className="h-6 w-3/4" />
      </div>
      <SkeletonText lines={featured ? 3 : 5} className="col-span-2 text-small sm:mx-5 sm:my-5" />
    </Card>
  )
}
