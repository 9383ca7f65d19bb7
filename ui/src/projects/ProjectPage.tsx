// One project: its pictures, makers and links on top, then the description, achievements and comments.
import { useParams } from 'react-router'
import { ButtonLink } from '../kit/Button'
import { Card } from '../kit/Card'
import { ArrowLeft, Clock, TriangleAlert } from '../kit/icons'
import { Link } from '../kit/Link'
import { Linked } from '../kit/Linked'
import { Markdown } from '../kit/Markdown'
import { Container } from '../kit/Page'
import { Loading, Skeleton, SkeletonText } from '../kit/Skeleton'
import { EmptyState, ErrorState } from '../kit/States'
import { readError } from '../lib/errors'
import { useDocumentTitle } from '../lib/title'
import { paths } from '../paths'
import { Achievements } from './Achievements'
import { Comments } from './comments/Comments'
import { useProject, useSeenProject } from './detailQueries'
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
  const head = project ?? (seen && { ...seen, pictures: seen.cover ? [seen.cover] : [] })
  return (
    <Container className="min-h-dvh pt-4">
      <Link plain to={paths.projects()} className="inline-flex print:hidden min-h-11 items-center gap-1.5 text-small text-soft no-underline hover:text-ink hover:underline">
        <ArrowLeft aria-hidden size="1.1em" className="rtl:rotate-180" />
        Projects
      </Link>
      {project && project.status !== 'Approved' && <Standing project={project} />}
      {head ? <ProjectBanner project={head} /> : <BannerSkeleton />}
      {/* The loaded project is another element than its preview, so that the new content does not count as a layout shift. */}
      <div key={project ? 'full' : 'loading'} className="mt-8 grid gap-x-10 gap-y-10 lg:grid-cols-[minmax(0,1fr)_22rem]">
        {project ? (
          <>
            <Body project={project} />
            <ProjectSide project={project} />
            <Comments project={project} className="min-w-0 lg:col-start-1" />
            <p className="text-caption text-faint lg:col-start-1">
              <span>Project ID </span>
              <span className="font-mono">{project.projectId}</span>
            </p>
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
  return (
    <div className="min-w-0 space-y-10">
      <section aria-labelledby="about">
        <h2 id="about" className="sr-only">
          About this project
        </h2>
        <Markdown html={project.descriptionHtml} />
      </section>
      {project.techStack.length > 0 && (
        <section>
          <h2 className="mb-3 text-h3">Tech Stack</h2>
          <TechTags tags={project.techStack} />
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
      <p className="mb-5 flex gap-3 rounded-md bg-warn-tint px-4 py-3 text-small text-warn">
        <Clock aria-hidden size="1.2rem" className="mt-0.5 shrink-0" />
        <span>
          <strong>In review.</strong> This is how the page will look. Until it is approved, only its team and the reviewers see it.
        </span>
      </p>
    )
  return (
    <div className="mb-5 flex gap-3 rounded-md bg-bad-tint px-4 py-3 text-small text-bad">
      <TriangleAlert aria-hidden size="1.2rem" className="mt-0.5 shrink-0" />
      <div className="min-w-0">
        <p className="font-medium">Rejected. Only its team and the reviewers see this page.</p>
        {rejectionReason && (
          <p dir="auto" className="mt-1 whitespace-pre-wrap">
            <Linked text={rejectionReason} />
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
      <div className="grid gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <Skeleton className="aspect-[16/7] rounded-lg! lg:aspect-[16/10]" />
        <div>
          <Skeleton className="h-6 w-32" />
          <Skeleton className="mt-3 h-12 w-4/5" />
          <Skeleton className="mt-3 h-7 w-full" />
          <Skeleton className="mt-6 h-11 w-1/2" />
        </div>
        <Skeleton className="h-13 w-80 max-w-full" />
      </div>
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
