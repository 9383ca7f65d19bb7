// Edits the member's own project: the same form as for a new one, and its pictures.
import { useNavigate, useParams } from 'react-router'
import { client } from '../../api/client'
import { $api, unwrap } from '../../api/query'
import { useChange } from '../../api/useChange'
import { Button, ButtonLink } from '../../kit/Button'
import { Linked } from '../../kit/Linked'
import { Container, PageHead } from '../../kit/Page'
import { PageSpinner } from '../../kit/Skeleton'
import { EmptyState, ErrorState } from '../../kit/States'
import { useForm } from '../../kit/fields/useForm'
import { toast } from '../../kit/layers/Toast'
import { readError } from '../../lib/errors'
import { useDocumentTitle } from '../../lib/title'
import { paths } from '../../paths'
import { useSite } from '../../sessions/SiteProvider'
import { useProject } from '../detailQueries'
import { fromProject, problems, toInput, type Draft } from './draft'
import { PictureEditor } from './PictureEditor'
import { ProjectForm } from './ProjectForm'
import { AROUND_PROJECTS, type Project } from '../queries'

export default function EditProjectPage() {
  const { id = '' } = useParams()
  const { data: project, error, isFetching, refetch } = useProject(id)
  useDocumentTitle(project ? `Edit ${project.title}` : 'Edit Project')
  if (error && !project) {
    const missing = readError(error).status === 404
    return (
      <Container className="min-h-dvh">
        {missing ? (
          <EmptyState heading="h1" drawing="lost" title="Project Not Found" text="The requested project does not exist." />
        ) : (
          <ErrorState heading="h1" message="Failed to load project data" onRetry={() => void refetch()} retrying={isFetching} />
        )}
      </Container>
    )
  }
  if (!project) return <PageSpinner />
  if (!project.canEdit)
    return (
      <Container className="min-h-dvh">
        <EmptyState heading="h1" drawing="lost" title="Not yours to edit" text="Only the owner of a project may change it." action={<ButtonLink to={paths.project(id)}>See the project</ButtonLink>} />
      </Container>
    )
  return <Editor key={project._id} project={project} />
}

function Editor({ project }: { project: Project }) {
  const navigate = useNavigate()
  const repositoryRequired = useSite()?.repositoryRequired
  const detail = $api.queryOptions('get', '/api/projects/{id}', { params: { path: { id: project._id } } }).queryKey
  const { run } = useChange({
    call: (draft: Draft) => unwrap(client.PUT('/api/projects/{id}', { params: { path: { id: project._id } }, body: toInput(draft) })),
    renews: [detail],
    touches: AROUND_PROJECTS,
    answered: (queries, saved) => queries.setQueryData<Project>(detail, saved.project),
    onDone: ({ message }, _, here) => {
      toast(message)
      if (here) void navigate(paths.project(project._id))
    },
    failed: 'Failed to save project',
  })
  const form = useForm<Draft>({ name: `project/${project._id}`, initial: fromProject(project), check: (draft) => problems(draft, { repositoryRequired, hasPicture: project.pictures.length > 0 }), send: run, welcome: 'Your unsaved changes are back.' })
  const discard = () => toast('Changes discarded.', { undo: form.discard() })
  const rejected = project.status === 'Rejected'
  return (
    <Container className="pb-20">
      <PageHead title="Edit Project" lead={<bdi>{project.title}</bdi>} />
      {project.rejectionReason && (
        <div className="mb-8 rounded-md bg-bad-tint px-4 py-3 text-small text-bad">
          <p className="font-medium">The reviewer&apos;s reason</p>
          <p dir="auto" className="mt-1 whitespace-pre-wrap">
            <Linked text={project.rejectionReason} />
          </p>
        </div>
      )}
      <div className="mb-8">
        <PictureEditor project={project} />
      </div>
      <ProjectForm
        form={form}
        category={project.category}
        footer={
          <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
            {form.isTyped && (
              <Button variant="quiet" onClick={discard}>
                Discard changes
              </Button>
            )}
            <ButtonLink to={paths.project(project._id)}>Cancel</ButtonLink>
            <Button type="submit" variant="primary" busy={form.busy} busyText="Saving…">
              {rejected ? 'Save and resubmit' : 'Save project'}
            </Button>
          </div>
        }
      />
    </Container>
  )
}
