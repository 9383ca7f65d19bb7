// Submits a project: the form with its draft, and the panel after the launch.
import { useState } from 'react'
import { client } from '../../api/client'
import { keysOf } from '../../api/keys'
import { unwrap } from '../../api/query'
import { useChange } from '../../api/useChange'
import { Button, ButtonLink } from '../../kit/Button'
import { Card } from '../../kit/Card'
import { Drawing } from '../../kit/Drawing'
import { Container, PageHead } from '../../kit/Page'
import { useForm } from '../../kit/fields/useForm'
import { toast } from '../../kit/layers/Toast'
import { useDocumentTitle } from '../../lib/title'
import { paths } from '../../paths'
import { useCaptcha } from '../../sessions/useCaptcha'
import { EMPTY, problems, toInput, type Draft } from './draft'
import { ProjectForm } from './ProjectForm'

export default function SubmitProjectPage() {
  useDocumentTitle('Submit a Project')
  const [launched, setLaunched] = useState<{ message: string; id: string }>()
  const captcha = useCaptcha('It keeps robots out of the queue.', { skipped: 'Please complete the captcha verification' })
  const { run } = useChange({
    call: ({ draft, token }: { draft: Draft; token: string }) => unwrap(client.POST('/api/projects', { body: toInput(draft, token) })),
    touches: keysOf('/api/users/me/projects', '/api/users/profile', '/api/admin/projects', '/api/admin/projects/review', '/api/admin/projects/counts', '/api/admin/stats'),
    onDone: ({ message, project }) => setLaunched({ message, id: project._id }),
    failed: 'Failed to submit project',
  })
  const form = useForm<Draft>({
    name: 'project/new',
    initial: EMPTY,
    welcome: 'Your draft is back.',
    check: problems,
    async send(draft) {
      const token = await captcha.take()
      if (token === undefined) return undefined
      const outcome = await run({ draft, token })
      if (outcome) captcha.settle(outcome)
      return outcome
    },
  })
  const discard = () => toast('Draft discarded.', { undo: form.discard() })

  if (launched) return <Launched {...launched} onAnother={() => setLaunched(undefined)} />
  return (
    <Container narrow className="pb-20">
      <PageHead title="Launch Your Innovation" lead="Show the community what you built. A reviewer looks at every project before it joins the showcase." />
      <div className="mb-5 flex min-h-11 flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2>Project Submission Form</h2>
        {form.isTyped && (
          <Button size="sm" variant="quiet" className="-mx-3" onClick={discard}>
            Discard draft
          </Button>
        )}
      </div>
      <ProjectForm
        level={3}
        form={form}
        footer={
          <Button type="submit" variant="primary" size="lg" wide busy={form.busy} busyText="Launching Your Project...">
            Launch My Project
          </Button>
        }
      >
        {captcha.box}
      </ProjectForm>
    </Container>
  )
}

function Launched({ message, id, onAnother }: { message: string; id: string; onAnother: () => void }) {
  return (
    <Container narrow className="min-h-dvh py-16">
      <Card className="flex flex-col items-center px-6 py-14 text-center">
        <Drawing name="medal" />
        <h1 tabIndex={-1} ref={(heading) => heading?.focus()} className="mt-6">
          Project Launched!
        </h1>
        <p role="status" className="mt-3 max-w-measure text-lead text-soft">
          {message}
        </p>
        <div className="mt-8 flex flex-wrap justify-center gap-3">
          <ButtonLink variant="primary" to={paths.project(id)}>
            See your project
          </ButtonLink>
          <ButtonLink to={paths.myProjects()}>My projects</ButtonLink>
          <Button variant="quiet" onClick={onAnother}>
            Submit another
          </Button>
        </div>
      </Card>
    </Container>
  )
}
