// The submission: the description, pictures, technologies and links.
import { Globe } from '../../kit/icons'
import { ExternalLink } from '../../kit/Link'
import { Markdown } from '../../kit/Markdown'
import { SocialIcon } from '../../kit/SocialIcon'
import { webLink } from '../../paths'
import { Gallery } from '../Gallery'
import { TechTags } from '../TechTags'
import type { Project } from './queries'

const LINK = 'prints-address inline-flex items-center min-h-11 gap-2! rounded-md border border-strong bg-surface px-4 font-medium no-underline hover:bg-sunken'

export function ReviewedProject({ project }: { project: Project }) {
  const github = webLink(project.githubLink)
  const demo = webLink(project.demoLink)
  return (
    <div className="min-w-0 space-y-10">
      {(github || demo) && (
        <section aria-labelledby="links">
          <h2 id="links" className="sr-only">
            Project Links
          </h2>
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
      <section>
        <h2 className="mb-3 text-h3">Description</h2>
        <Markdown html={project.descriptionHtml} />
      </section>
      {project.pictures.length > 0 && <Gallery pictures={project.pictures} title={project.title} />}
      {project.techStack.length > 0 && (
        <section>
          <h2 className="mb-3 text-h3">Tech Stack</h2>
          <TechTags tags={project.techStack} />
        </section>
      )}
    </div>
  )
}
