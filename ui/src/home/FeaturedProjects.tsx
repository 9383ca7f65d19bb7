// The featured projects in three columns.
import { ButtonLink } from '../kit/Button'
import { ArrowRight } from '../kit/icons'
import { Link } from '../kit/Link'
import { Section } from '../kit/Page'
import { Loading } from '../kit/Skeleton'
import { EmptyState, ErrorState } from '../kit/States'
import { paths } from '../paths'
import { FeaturedCard } from '../projects/FeaturedCard'
import { ProjectCardSkeleton } from '../projects/ProjectCard'
import { useFeaturedProjects, useNewestProjects } from '../projects/queries'
import { FEATURED } from './rules'

const GRID = 'grid gap-3 sm:grid-cols-2 sm:gap-6 lg:grid-cols-3'

export function FeaturedProjects() {
  const { data, isPending, isFetching, refetch } = useFeaturedProjects(FEATURED)
  // The wall says what will be here, as long as there is nothing at all.
  const { data: newest } = useNewestProjects(2)
  if (newest?.length === 0 && data?.length === 0) return null
  return (
    <Section
      title="Featured Projects"
      lead="Picked by the people who run this place."
      className="pb-0!"
      action={
        <Link plain to={paths.projects()} className="inline-flex min-h-11 items-center gap-1.5 font-medium text-accent-ink no-underline hover:underline">
          View All Projects
          <ArrowRight aria-hidden size="1.1em" className="rtl:rotate-180" />
        </Link>
      }
    >
      {data && data.length > 0 ? (
        <ul className={GRID}>
          {data.map((project, at) => (
            <li key={project?._id ?? at} className="min-w-0">
              <FeaturedCard project={project} />
            </li>
          ))}
        </ul>
      ) : data ? (
        <EmptyState
          heading="h3"
          title="No featured projects available at the moment."
          action={<ButtonLink to={paths.projects()}>Browse All Projects</ButtonLink>}
          className="rounded-lg border border-dashed border-line"
        />
      ) : isPending ? (
        <Loading label="Loading featured projects…" className={GRID}>
          {Array.from({ length: FEATURED }, (_, at) => (
            <ProjectCardSkeleton key={at} featured />
          ))}
        </Loading>
      ) : (
        <ErrorState heading="h3" message="Failed to load featured projects" onRetry={() => void refetch()} retrying={isFetching} className="rounded-lg border border-line" />
      )}
    </Section>
  )
}
