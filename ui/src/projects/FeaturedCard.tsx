// A featured project on the home page.
import { Card } from '../kit/Card'
import { cx } from '../lib/cx'
import { Cover } from './Cover'
import { Byline, COVER, FOOT, FRAME, HEAD, InvalidCard, TEXT, Title, Upvotes } from './ProjectCard'
import type { ProjectSummary } from './queries'
import { isProject } from './rules'
import { TechTags } from './TechTags'

/** The variant for the home page: less text, three tags, and upvotes only when there are any. */
export function FeaturedCard({ project }: { project: ProjectSummary }) {
  if (!isProject(project)) return <InvalidCard />
  return (
    <Card as="article" interactive padded={false} className={FRAME}>
      <div className={COVER}>
        <Cover project={project} />
      </div>
      <div className={HEAD}>
        <Title project={project} />
      </div>
      <p dir="auto" className={TEXT}>
        {project.shortDescription || project.description}
      </p>
      <TechTags tags={project.techStack ?? []} most={3} className="max-sm:hidden sm:my-3.5 sm:px-5" />
      <div className={cx(FOOT, 'justify-between')}>
        <Byline project={project} plain className="min-w-0 py-2" />
        {project.upvoteCount > 0 && <Upvotes count={project.upvoteCount} />}
      </div>
    </Card>
  )
}
