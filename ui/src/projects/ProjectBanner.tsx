// The head of a project's page: its cover, name, state and technologies.
import { Chip, type Tone } from '../kit/Chip'
import { Flame, Star } from '../kit/icons'
import { Cover } from './Cover'
import type { ProjectSummary } from './queries'
import { categoryLabel, someTags } from './rules'
import { UpvoteButton } from './UpvoteButton'

const TONES: Record<string, Tone> = { Approved: 'good', Rejected: 'bad' }

type BannerProject = Pick<ProjectSummary, '_id' | 'title' | 'category' | 'status' | 'techStack' | 'featured' | 'popular' | 'cover' | 'upvoteCount' | 'hasUpvoted'>

export function ProjectBanner({ project }: { project: BannerProject }) {
  const { shown, more } = someTags(project.techStack, 5)
  return (
    <header>
      <div className="aspect-[16/9] overflow-hidden rounded-lg border border-line bg-sunken sm:aspect-[3/1]">
        <Cover project={project} />
      </div>
      <p className="mt-6 flex flex-wrap items-center gap-2 text-small text-faint">
        <Chip tone={TONES[project.status] ?? 'warn'}>{project.status}</Chip>
        {project.featured && <Chip icon={<Star aria-hidden size="0.95em" />}>Featured</Chip>}
        {project.popular && (
          <Chip tone="accent" icon={<Flame aria-hidden size="0.95em" />}>
            Popular
          </Chip>
        )}
        <span className="ms-1">{categoryLabel(project.category)}</span>
      </p>
      <div className="mt-3 flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
        <h1 className="min-w-0 flex-1 basis-96">
          <bdi>{project.title}</bdi>
        </h1>
        {project.status === 'Approved' && <UpvoteButton project={project} className="max-sm:w-full" />}
      </div>
      {project.techStack.length > 0 && (
        <p className="mt-4 flex flex-wrap items-center gap-x-2 gap-y-1 text-small text-soft">
          <span>{project.techStack.length === 1 ? '1 technology:' : `${project.techStack.length} technologies:`}</span>
          {shown.map((tag, at) => (
            <bdi key={tag} className="font-mono text-caption">
              {at < shown.length - 1 ? `${tag},` : tag}
            </bdi>
          ))}
          {more > 0 && <span className="text-caption text-faint">+{more} more</span>}
        </p>
      )}
    </header>
  )
}
