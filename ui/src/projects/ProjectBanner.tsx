// The top of a project's page: its pictures or its drawing, its name in one line, who made it, and what to do with it.
import { Chip, type Tone } from '../kit/Chip'
import { Flame, Globe, Star } from '../kit/icons'
import { ExternalLink } from '../kit/Link'
import { SocialIcon } from '../kit/SocialIcon'
import { webLink } from '../paths'
import { Gallery } from './Gallery'
import { Person } from './Person'
import { ProjectCover } from './ProjectCover'
import type { Project, ProjectSummary } from './queries'
import { UpvoteButton } from './UpvoteButton'
import { useCategoryLabel } from './useCategories'

const TONES: Record<string, Tone> = { Approved: 'good', Rejected: 'bad' }

type Known = '_id' | 'title' | 'shortDescription' | 'category' | 'status' | 'featured' | 'popular' | 'upvoteCount' | 'hasUpvoted' | 'githubLink' | 'demoLink' | 'submittedBy'
type BannerProject = Pick<ProjectSummary, Known> & Pick<Project, 'pictures'> & Partial<Pick<Project, 'team'>>

export function ProjectBanner({ project }: { project: BannerProject }) {
  const { _id, title, shortDescription, category, pictures, status, submittedBy, team = [] } = project
  return (
    <header className="grid gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
      {pictures.length > 0 ? (
        <Gallery pictures={pictures} title={title} className="print:order-last" />
      ) : (
        <div className="aspect-[16/7] overflow-hidden rounded-lg border border-line bg-sunken lg:aspect-[16/10] print:order-last">
          <ProjectCover id={_id} category={category} className="block size-full object-cover" />
        </div>
      )}
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 text-small text-faint">
          <span className="me-1">{useCategoryLabel()(category)}</span>
          <Chip tone={TONES[status] ?? 'warn'}>{status}</Chip>
          {project.featured && <Chip icon={<Star aria-hidden size="0.95em" />}>Featured</Chip>}
          {project.popular && <Chip icon={<Flame aria-hidden size="0.95em" />}>Popular</Chip>}
        </p>
        <h1 dir="auto" className="mt-3 lg:text-h2">
          {title}
        </h1>
        {shortDescription && (
          <p dir="auto" className="mt-3 text-lead text-soft">
            {shortDescription}
          </p>
        )}
        <dl className="mt-5 space-y-3">
          <div>
            <dt className="text-caption text-faint">Submitted By</dt>
            <dd>
              <Person member={submittedBy} note="Project Owner" />
            </dd>
          </div>
          {team.length > 0 && (
            <div>
              <dt className="text-caption text-faint">Team Members</dt>
              <dd>
                <ul className="flex flex-wrap gap-x-6">
                  {team.map((member) => (
                    <li key={member._id} className="max-w-full">
                      <Person member={member} />
                    </li>
                  ))}
                </ul>
              </dd>
            </div>
          )}
        </dl>
      </div>
      <Actions project={project} />
    </header>
  )
}

const LINK = 'prints-address inline-flex items-center min-h-13 gap-2! rounded-md border border-strong bg-surface px-4 max-sm:gap-1.5! max-sm:px-2.5 max-sm:text-small font-medium no-underline hover:bg-quiet'

function Actions({ project }: { project: BannerProject }) {
  const [github, demo] = [webLink(project.githubLink), webLink(project.demoLink)]
  return (
    <section aria-labelledby="links" className="lg:col-span-2">
      <h2 id="links" className="sr-only">
        Project Links
      </h2>
      <div className="flex flex-wrap gap-3 max-sm:[&>*]:grow max-sm:[&>*]:justify-center">
        {project.status === 'Approved' && <UpvoteButton project={project} />}
        {demo && (
          <ExternalLink plain href={demo} className={LINK}>
            <Globe aria-hidden size="1.1rem" />
            Live Demo
          </ExternalLink>
        )}
        {github && (
          <ExternalLink plain href={github} className={LINK}>
            <SocialIcon name="github" size={18} />
            GitHub Repository
          </ExternalLink>
        )}
      </div>
    </section>
  )
}
