// One project for its reviewer: the whole submission, and the decision.
import { useParams } from 'react-router'
import { ButtonLink } from '../../kit/Button'
import { Card } from '../../kit/Card'
import { Chip } from '../../kit/Chip'
import { ArrowLeft } from '../../kit/icons'
import { Link } from '../../kit/Link'
import { Loading, Skeleton, SkeletonText } from '../../kit/Skeleton'
import { EmptyState, ErrorState } from '../../kit/States'
import { Time } from '../../kit/Time'
import { readError } from '../../lib/errors'
import { useQueryState } from '../../lib/queryState'
import { useDocumentTitle } from '../../lib/title'
import { useCategoryLabel } from '../useCategories'
import { AdminPage } from '../../admin/AdminPage'
import { DecisionPanel } from './DecisionPanel'
import { EarlierReview } from './EarlierReview'
import { Neighbours } from './Neighbours'
import { useEarlierReview, useProject } from './queries'
import { ReviewedProject } from './ReviewedProject'
import { listPath, statusTone } from './rules'
import { SubmissionFacts } from './SubmissionFacts'

export default function ReviewPage() {
  const { id = '' } = useParams()
  // Another project starts afresh, without text about the last one.
  return <Review key={id} id={id} />
}

function Review({ id }: { id: string }) {
  const [{ list }] = useQueryState({ list: '' })
  const { data: project, error, isFetching, refetch } = useProject(id)
  const earlier = useEarlierReview(id)
  const categoryLabel = useCategoryLabel()
  const missing = readError(error).status === 404
  useDocumentTitle(project && !missing ? `Review: ${project.title}` : missing ? 'Project Not Found' : 'Project Review')

  const back = listPath(list)
  const above = (
    <div className="mb-4 flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <Link plain to={back} aria-keyshortcuts="u" className="inline-flex min-h-11 items-center gap-1.5 text-small text-soft no-underline hover:text-ink hover:underline">
        <ArrowLeft aria-hidden size="1.1em" className="rtl:rotate-180" />
        Back to Projects
      </Link>
      {project && !missing && <Neighbours id={id} status={project.status} list={list} />}
    </div>
  )

  if (missing || (error && !project))
    return (
      <div className="mx-auto w-full max-w-page px-(--gutter) pt-6 pb-20 lg:pt-8">
        {missing ? (
          <EmptyState
            heading="h1"
            drawing="lost"
            title="Project Not Found"
            text="It may have been withdrawn by its owner."
            action={
              <ButtonLink variant="primary" to={back}>
                Back to Projects
              </ButtonLink>
            }
          />
        ) : (
          <ErrorState
            heading="h1"
            message="Failed to load project data. Please check your connection and try again."
            onRetry={() => void refetch()}
            retrying={isFetching}
            action={<ButtonLink to={back}>Back to Projects</ButtonLink>}
          />
        )}
      </div>
    )
  if (!project || (project.status === 'In Review' && earlier.isPending)) return <ReviewSkeleton />
  return (
    <AdminPage
      above={above}
      title={<bdi>{project.title}</bdi>}
      lead={project.shortDescription && <bdi className="text-lead">{project.shortDescription}</bdi>}
    >
      <p className="-mt-2 mb-8 flex flex-wrap items-center gap-x-3 gap-y-2 text-small text-soft">
        <Chip tone={statusTone(project.status)}>{project.status}</Chip>
        <span>{categoryLabel(project.category)}</span>
        <span>
          Submitted <Time value={project.submissionDate} />
        </span>
      </p>
      <div className="grid gap-x-12 gap-y-10 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0 space-y-10">
          {project.status === 'In Review' && <EarlierReview project={project} review={earlier} />}
          <ReviewedProject project={project} />
        </div>
        <div className="min-w-0 space-y-4 xl:sticky xl:top-6 xl:self-start">
          <DecisionPanel project={project} list={list} />
          <SubmissionFacts project={project} />
        </div>
      </div>
    </AdminPage>
  )
}

function ReviewSkeleton() {
  return (
    <div className="mx-auto w-full max-w-page px-(--gutter) pt-6 pb-20 lg:pt-8">
      <Loading label="Loading project…">
        <Skeleton className="mt-3 mb-7 h-5 w-36" />
        <Skeleton className="h-10 w-3/5" />
        <Skeleton className="mt-4 h-6 w-4/5 max-w-measure" />
        <Skeleton className="mt-6 mb-8 h-6 w-72 max-w-full" />
        <div className="grid gap-x-12 gap-y-10 xl:grid-cols-[minmax(0,1fr)_20rem]">
          <SkeletonText lines={8} className="max-w-measure" />
          <Card className="space-y-4">
            {Array.from({ length: 4 }, (_, at) => (
              <Skeleton key={at} className="h-11" />
            ))}
          </Card>
        </div>
      </Loading>
    </div>
  )
}
