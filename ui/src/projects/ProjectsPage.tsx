// The showcase: all approved projects, filtered and paged by the address.
import { Button, ButtonLink } from '../kit/Button'
import { Plus } from '../kit/icons'
import { Container, PageHead } from '../kit/Page'
import { BeyondEnd, Pagination } from '../kit/Pagination'
import { Loading } from '../kit/Skeleton'
import { EmptyState, ErrorState } from '../kit/States'
import { cx } from '../lib/cx'
import { refusalOf } from '../lib/errors'
import { useQueryState } from '../lib/queryState'
import { useDocumentTitle } from '../lib/title'
import { paths } from '../paths'
import { Filters } from './Filters'
import { ProjectCard, ProjectCardSkeleton } from './ProjectCard'
import { useProjects } from './queries'
import { useCategories } from './useCategories'
import { isNarrowed, LIST_DEFAULTS, listQuery, PAGE_SIZE, reachable, readFilters } from './rules'
import { pageNumber, totalInWords } from '../lib/paging'

const GRID = 'grid gap-3 sm:grid-cols-2 sm:gap-6 lg:grid-cols-3'

export default function ProjectsPage() {
  useDocumentTitle('Projects')
  const [raw, set] = useQueryState(LIST_DEFAULTS)
  const filters = readFilters(raw, useCategories())
  const { data, error, isPending, isError, isPlaceholderData, isFetching, refetch } = useProjects(listQuery(filters))
  // A list that is shown stays when it cannot be refreshed.
  const failed = isError && !data
  // A community without any project has nothing to filter and nothing to count.
  const empty = data?.total === 0 && !isNarrowed(filters) && !isPlaceholderData

  return (
    <Container className="min-h-dvh">
      <PageHead
        title="Innovation Showcase"
        lead="What people here have made, from first prototypes to daily tools."
        actions={
          !empty && (
            <ButtonLink variant="primary" to={paths.submitProject()} icon={<Plus aria-hidden size="1.15em" />}>
              Share Your Innovation
            </ButtonLink>
          )
        }
      />
      {!empty && <Filters filters={filters} search={raw.search} set={set} />}
      <h2 className="sr-only">Projects</h2>
      <p role="status" className="mt-6 mb-4 min-h-6 text-small text-soft tabular-nums">
        {data && !failed && !empty && `Showing ${data.items.length.toLocaleString()} of ${totalInWords(data.total, Boolean(filters.search || filters.tag))} projects`}
      </p>
      {failed ? (
        <ErrorState message={refusalOf(error, 'Failed to load projects').message} onRetry={() => void refetch()} retrying={isFetching} />
      ) : isPending ? (
        <Loading label="Loading projects…" className={GRID}>
          {Array.from({ length: 9 }, (_, at) => (
            <ProjectCardSkeleton key={at} />
          ))}
        </Loading>
      ) : data && data.items.length > 0 ? (
        <>
          <ul aria-busy={isPlaceholderData} className={cx(GRID, 'transition-opacity', isPlaceholderData && 'opacity-60')}>
            {data.items.map((project, at) => (
              <li key={project?._id ?? at} className="min-w-0">
                <ProjectCard project={project} />
              </li>
            ))}
          </ul>
          <Pagination page={filters.page} total={reachable(data.total)} pageSize={PAGE_SIZE} label="Pages of projects" />
        </>
      ) : data && data.total > 0 && filters.page > 1 ? (
        <BeyondEnd page={pageNumber(raw.page)} total={reachable(data.total)} pageSize={PAGE_SIZE} />
      ) : (
        <Nothing narrowed={isNarrowed(filters)} onClear={() => set({ search: '', category: 'all', featured: '', tag: '' }, { push: true })} />
      )}
    </Container>
  )
}

function Nothing({ narrowed, onClear }: { narrowed: boolean; onClear: () => void }) {
  if (narrowed)
    return (
      <EmptyState
        drawing="search"
        title="No Projects Found"
        text="Try adjusting your filters or search terms"
        action={<Button onClick={onClear}>Clear Filters</Button>}
      />
    )
  return (
    <EmptyState
      title="No Projects Found"
      text="Be the first to submit a project!"
      action={
        <ButtonLink variant="primary" to={paths.submitProject()}>
          Share Your Innovation
        </ButtonLink>
      }
    />
  )
}
