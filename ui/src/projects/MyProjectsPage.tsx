// The member's own projects in every state, with the reviewer's reason and the actions on each.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../api/client'
import { listKey } from '../api/keys'
import { withTotal } from '../api/query'
import type { components } from '../api/schema'
import { Button, ButtonLink } from '../kit/Button'
import { Card } from '../kit/Card'
import { Chip, type Tone } from '../kit/Chip'
import { Link } from '../kit/Link'
import { Linked } from '../kit/Linked'
import { Container, PageHead } from '../kit/Page'
import { BeyondEnd, Pagination } from '../kit/Pagination'
import { Loading, Skeleton } from '../kit/Skeleton'
import { EmptyState, ErrorState } from '../kit/States'
import { Time } from '../kit/Time'
import { readError } from '../lib/errors'
import { useQueryState } from '../lib/queryState'
import { useDocumentTitle } from '../lib/title'
import { paths } from '../paths'
import { EndDialog } from './edit/EndDialog'
import { countOf } from './rules'
import { useCategoryLabel } from './useCategories'
import { pageNumber } from '../lib/paging'

type MyProject = components['schemas']['MyProject']

const PAGE_SIZE = 20
const STATUS_TONES: Record<string, Tone> = { Approved: 'good', 'In Review': 'warn', Rejected: 'bad' }

export default function MyProjectsPage() {
  useDocumentTitle('My Projects')
  const [{ page: raw }] = useQueryState({ page: '1' })
  const page = pageNumber(raw)
  const query = { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }
  const { data, isPending, isError, error, isFetching, refetch } = useQuery({
    queryKey: listKey('/api/users/me/projects', 'page', { params: { query } }),
    queryFn: ({ signal }) => withTotal(client.GET('/api/users/me/projects', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  })
  return (
    <Container narrow className="min-h-dvh pb-20">
      <PageHead
        title="My Projects"
        lead="Everything that you have submitted or are building with others."
        actions={
          <ButtonLink variant="primary" to={paths.submitProject()}>
            Submit a project
          </ButtonLink>
        }
      />
      {isPending ? (
        <Loading label="Loading your projects…" className="space-y-4">
          {Array.from({ length: 3 }, (_, at) => (
            <Skeleton key={at} className="h-32 rounded-lg!" />
          ))}
        </Loading>
      ) : isError && !data ? (
        <ErrorState message={readError(error, 'Failed to load projects').message} onRetry={() => void refetch()} retrying={isFetching} />
      ) : data.items.length === 0 && data.total > 0 ? (
        <BeyondEnd page={page} total={data.total} pageSize={PAGE_SIZE} />
      ) : data.items.length === 0 ? (
        <EmptyState
          title="No Projects Yet"
          text="Start building and submit your first project!"
          action={
            <ButtonLink variant="primary" to={paths.submitProject()}>
              Submit Your First Project
            </ButtonLink>
          }
        />
      ) : (
        <>
          <ul className="space-y-4">
            {data.items.map((project) => (
              <Entry key={project._id} project={project} />
            ))}
          </ul>
          <Pagination page={page} total={data.total} pageSize={PAGE_SIZE} />
        </>
      )}
    </Container>
  )
}

function Entry({ project }: { project: MyProject }) {
  const [asking, setAsking] = useState(false)
  return (
    <Card as="li">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <h2 className="min-w-0 text-h4">
          <Link plain to={paths.project(project._id)} className="text-ink no-underline hover:underline">
            <bdi>{project.title}</bdi>
          </Link>
        </h2>
        <span className="flex flex-wrap gap-2">
          {!project.isOwner && <Chip>Team member</Chip>}
          {project.featured && <Chip>Featured</Chip>}
          <Chip tone={STATUS_TONES[project.status]}>{project.status}</Chip>
        </span>
      </div>
      <p className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-caption text-faint">
        <span>{useCategoryLabel()(project.category)}</span>
        <Time value={project.submissionDate} />
        <span>{countOf(project.upvoteCount, 'upvote')}</span>
        <span>{countOf(project.commentCount, 'comment')}</span>
      </p>
      {project.shortDescription && (
        <p dir="auto" className="mt-2 text-small text-soft">
          {project.shortDescription}
        </p>
      )}
      {project.rejectionReason && (
        <div className="mt-3 rounded-md bg-bad-tint px-4 py-3 text-small text-bad">
          <p className="font-medium">The reviewer&apos;s reason</p>
          <p dir="auto" className="mt-1 whitespace-pre-wrap">
            <Linked text={project.rejectionReason} />
          </p>
        </div>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        {project.isOwner && (
          <ButtonLink size="sm" variant={project.status === 'Rejected' ? 'primary' : 'secondary'} to={paths.editProject(project._id)}>
            {project.status === 'Rejected' ? 'Edit and resubmit' : 'Edit'}
          </ButtonLink>
        )}
        <Button size="sm" variant="quiet" className={project.isOwner ? undefined : '-ms-3'} onClick={() => setAsking(true)}>
          {project.isOwner ? 'Withdraw' : 'Leave the team'}
        </Button>
      </div>
      <EndDialog project={project} open={asking} onClose={() => setAsking(false)} />
    </Card>
  )
}
