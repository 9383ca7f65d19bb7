// One project: its banner, description, makers, achievements and comments.
import { useParams } from 'react-router'
import { ButtonLink } from '../kit/Button'
import { Card } from '../kit/Card'
import { Linked } from '../kit/Linked'
import { ArrowLeft, Clock, Globe, TriangleAlert } from '../kit/icons'
import { ExternalLink, Link } from '../kit/Link'
import { Markdown } from '../kit/Markdown'
import { Container } from '../kit/Page'
import { Loading, Skeleton, SkeletonText } from '../kit/Skeleton'
import { SocialIcon } from '../kit/SocialIcon'
import { EmptyState, ErrorState } from '../kit/States'
import { readError } from '../lib/errors'
import { useDocumentTitle } from '../lib/title'
import { paths, webLink } from '../paths'
import { Achievements } from './Achievements'
import { Comments } from './comments/Comments'
import { useProject, useSeenProject } from './detailQueries'
import { Gallery } from './Gallery'
import { ProjectBanner } from './ProjectBanner'
import { ProjectSide } from './ProjectSide'
import type { Project } from './queries'
import { SimilarProjects } from './SimilarProjects'
import { TechTags } from './TechTags'

export default function ProjectPage() {
  const { id = '' } = useParams()
  const { data: project, error, isFetching, refetch } = useProject(id)
  const seen = useSeenProject(id)
  const missing = readError(error).status === 404
  useDocumentTitle(project?.title ?? seen?.title ?? (missing ? 'Project Not Found' : undefined))

  if (missing) return <NotFound />
  if (error && !project)
    return (
      <Container className="min-h-dvh">
        <ErrorState heading="h1" message="Failed to load project data" onRetry={() => void refetch()} retrying={isFetching} />
      </Container>
    )
  const head = project ? { ...project, cover: project.pictures[0] } : seen
  return (
    <Container className="min-h-dvh pt-4">
      <Link plain to={paths.projects()} className="inline-flex min-h-11 items-center gap-1.5 text-small text-soft no-underline hover:text-ink hover:underline">
        <ArrowLeft aria-hidden size="1.1em" className="rtl:rotate-180" />
        Projects
      </Link>
      {head ? <ProjectBanner project={head} /> : <BannerSkeleton />}
      {/* The loaded project is another element than its preview, so that the new content does not count as a layout shift. */}
      <div key={project ? 'full' : 'loading'} className="mt-8 grid gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_19rem]">
        {project ? (
          <>
            <Body project={project} />
            <ProjectSide project={project} />
            <Comments project={project} className="min-w-0 lg:col-start-1" />
          </>
        ) : (
          <BodySkeleton />
        )}
      </div>
      {project && <SimilarProjects id={project._id} />}
    </Container>
  )
}

function Body({ project }: { project: Project }) {
  const github = webLink(project.githubLink)
  const demo = webLink(project.demoLink)
  return (
    <div className="min-w-0 space-y-10">
      {project.status !== 'Approved' && <Standing project={project} />}
      <section aria-labelledby="about">
        <h2 id="about" className="sr-only">
          About this project
        </h2>
        {project.shortDescription && (
          <p className="mb-6 max-w-measure font-display text-h3 leading-snug">
            <bdi>{project.shortDescription}</bdi>
          </p>
        )}
        <Markdown html={project.descriptionHtml} />
      </section>
      {project.pictures.length > 0 && <Gallery pictures={project.pictures} title={project.title} />}
      {project.techStack.length > 0 && (
        <section>
          <h2 className="mb-3 text-h3">Tech Stack</h2>
          <TechTags tags={project.techStack} />
        </section>
      )}
      {(github || demo) && (
        <section>
          <h2 className="mb-3 text-h3">Project Links</h2>
          <ul className="flex flex-wrap gap-3">
            {github && (
              <li>
                <ExternalLink plain href={github} className={LINK}>
                  <SocialIcon name="github" size={18} />
                  GitHub Repository
                </ExternalLink>
              </li>
            )}
            {demo && (
              <li>
                <ExternalLink plain href={demo} className={LINK}>
                  <Globe aria-hidden size="1.1rem" />
                  Live Demo
                </ExternalLink>
              </li>
            )}
          </ul>
        </section>
      )}
      <Achievements project={project} />
    </div>
  )
}

/** Explains to those who may see it that a project is not public, and what its owner can do. */
function Standing({ project: { _id, status, rejectionReason, canEdit } }: { project: Project }) {
  if (status !== 'Rejected')
    return (
      <p className="flex gap-3 rounded-md bg-warn-tint px-4 py-3 text-small text-warn">
        <Clock aria-hidden size="1.2rem" className="mt-0.5 shrink-0" />
        <span>
          <strong>In review.</strong> Until it is approved, only its team and the reviewers see this page.
        </span>
      </p>
    )
  return (
    <div className="flex gap-3 rounded-md bg-bad-tint px-4 py-3 text-small text-bad">
      <TriangleAlert aria-hidden size="1.2rem" className="mt-0.5 shrink-0" />
      <div className="min-w-0">
        <p className="font-medium">Rejected. Only its team and the reviewers see this page.</p>
        {rejectionReason && (
          <p className="mt-1 whitespace-pre-wrap">
            <bdi><Linked text={rejectionReason} /></bdi>
          </p>
        )}
        {canEdit && (
          <ButtonLink size="sm" className="mt-3 mb-1" to={paths.editProject(_id)}>
            Edit and resubmit
          </ButtonLink>
        )}
      </div>
    </div>
  )
}

const LINK = 'min-h-11 gap-2! rounded-md border border-strong bg-surface px-4 font-medium no-underline hover:bg-sunken'

function NotFound() {
  return (
    <Container className="min-h-dvh">
      <EmptyState
        heading="h1"
        drawing="lost"
        title="Project Not Found"
        text="The requested project does not exist."
        action={
          <ButtonLink variant="primary" to={paths.projects()}>
            Browse All Projects
          </ButtonLink>
        }
      />
    </Container>
  )
}

function BannerSkeleton() {
  return (
    <Loading label="Loading project…">
      <Skeleton className="aspect-[16/9] rounded-lg! sm:aspect-[3/1]" />
      <Skeleton className="mt-6 h-12 w-2/3" />
      <Skeleton className="mt-5 h-6 w-1/2" />
    </Loading>
  )
}

function BodySkeleton() {
  return (
    <>
      <div>
        <SkeletonText lines={6} className="max-w-measure" />
        <Skeleton className="mt-10 h-6 w-40" />
        <Skeleton className="mt-3 h-6 w-80 max-w-full" />
      </div>
      <Card className="space-y-5">
        {Array.from({ length: 4 }, (_, at) => (
          <Skeleton key={at} className="h-11" />
        ))}
      </Card>
    </>
  )
}
