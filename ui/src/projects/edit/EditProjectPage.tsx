// Editing one's project: the same form, and its pictures.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { client } from '../../api/client'
import { unwrap } from '../../api/query'
import { Button, ButtonLink } from '../../kit/Button'
import { Container, PageHead } from '../../kit/Page'
import { PageSpinner } from '../../kit/Skeleton'
import { EmptyState, ErrorState } from '../../kit/States'
import { toast } from '../../kit/layers/Toast'
import { readError } from '../../lib/errors'
import { useDocumentTitle } from '../../lib/title'
import { paths } from '../../paths'
import { useProject } from '../detailQueries'
import { forgetUnsent, fromProject, keepUnsent, problems, keptUnsent, toInput, type Draft } from './draft'
import { PictureEditor } from './PictureEditor'
import { ProjectForm } from './ProjectForm'
import type { Project } from '../queries'
import { useRefusal } from '../../sessions/useRefusal'

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
  const queries = useQueryClient()
  const navigate = useNavigate()
  const refusal = useRefusal()
  const [draft, setDraft] = useState<Draft>(() => ({ ...fromProject(project), ...keptUnsent<Draft>(project._id) }))
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const change = (patch: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...patch }))
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in patch))))
  }
  const save = async () => {
    if (busy) return
    setProblem(undefined)
    const found = problems(draft)
    setErrors(found)
    if (Object.keys(found).length) return
    setBusy(true)
    try {
      const { message } = await unwrap(client.PUT('/api/projects/{id}', { params: { path: { id: project._id } }, body: toInput(draft) }))
      toast(message)
      forgetUnsent()
      await queries.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[1]).includes('/projects') })
      void navigate(paths.project(project._id))
    } catch (error) {
      const read = refusal(error, 'Failed to save project')
      if (read.status === 401) keepUnsent(project._id, draft)
      setErrors(read.fields)
      if (!Object.keys(read.fields).length) setProblem(read.message)
    } finally {
      setBusy(false)
    }
  }
  const rejected = project.status === 'Rejected'
  return (
    <Container narrow className="pb-20">
      <PageHead title="Edit Project" lead={<bdi>{project.title}</bdi>} />
      {project.rejectionReason && (
        <div className="mb-8 rounded-md bg-bad-tint px-4 py-3 text-small text-bad">
          <p className="font-medium">The reviewer&apos;s reason</p>
          <p className="mt-1 whitespace-pre-wrap">
            <bdi>{project.rejectionReason}</bdi>
          </p>
        </div>
      )}
      <div className="mb-8">
        <PictureEditor project={project} />
      </div>
      <ProjectForm
        draft={draft}
        onChange={change}
        errors={errors}
        problem={problem}
        onSubmit={() => void save()}
        footer={
          <div className="flex flex-wrap justify-end gap-3">
            <ButtonLink to={paths.project(project._id)}>Cancel</ButtonLink>
            <Button type="submit" variant="primary" busy={busy} busyText="Saving…">
              {rejected ? 'Save and resubmit' : 'Save project'}
            </Button>
          </div>
        }
      />
    </Container>
  )
}
