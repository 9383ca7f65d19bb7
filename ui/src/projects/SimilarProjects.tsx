// Projects that share technologies with this one; shows nothing when there are none.
import { $api } from '../api/query'
import { Section } from '../kit/Page'
import { ProjectCard } from './ProjectCard'

export function SimilarProjects({ id }: { id: string }) {
  const { data } = $api.useQuery('get', '/api/projects/{id}/similar', { params: { path: { id } } })
  if (!data?.length) return null
  return (
    <Section title="Similar Projects" className="mt-12 border-t border-line print:hidden">
      <ul className="near -m-2 grid gap-6 p-2 [contain-intrinsic-height:auto_41rem] sm:grid-cols-2 sm:[contain-intrinsic-height:auto_64rem] lg:grid-cols-3 lg:[contain-intrinsic-height:auto_33rem]">
        {data.map((project) => (
          <li key={project._id} className="min-w-0">
            <ProjectCard project={project} />
          </li>
        ))}
      </ul>
    </Section>
  )
}
