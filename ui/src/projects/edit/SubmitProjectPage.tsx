// Submitting a project: the form with its kept draft, and the panel after the launch.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { client } from '../../api/client'
import { unwrap } from '../../api/query'
import { Button, ButtonLink } from '../../kit/Button'
import { Card } from '../../kit/Card'
import { Drawing } from '../../kit/Drawing'
import { Container, PageHead } from '../../kit/Page'
import { toast } from '../../kit/layers/Toast'
import { useDocumentTitle } from '../../lib/title'
import { paths } from '../../paths'
import { useCaptcha } from '../../sessions/useCaptcha'
import { EMPTY, forgetDraft, isEmpty, keepDraft, keptDraft, problems, toInput, type Draft } from './draft'
import { ProjectForm } from './ProjectForm'
import { useRefusal } from '../../sessions/useRefusal'

export default function SubmitProjectPage() {
  useDocumentTitle('Submit a Project')
  const queries = useQueryClient()
  const refusal = useRefusal()
  const [draft, setDraft] = useState<Draft>(() => keptDraft() ?? EMPTY)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [launched, setLaunched] = useState<{ message: string; id: string }>()
  const captcha = useCaptcha('It keeps robots out of the queue.', 'Please complete the captcha verification')

  useEffect(() => {
    if (keptDraft()) toast('Your draft is back.')
  }, [])
  useEffect(() => {
    if (!launched) keepDraft(draft)
  }, [draft, launched])

  const change = (patch: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...patch }))
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in patch))))
  }
  const discard = () => {
    const before = draft
    setDraft(EMPTY)
    setErrors({})
    toast('Draft discarded.', { undo: () => setDraft(before) })
  }
  const submit = async () => {
    if (busy) return
    setProblem(undefined)
    const found = problems(draft)
    setErrors(found)
    if (Object.keys(found).length) return
    const token = captcha.take()
    if (token === undefined) return
    setBusy(true)
    try {
      const { message, project } = await unwrap(client.POST('/api/projects', { body: toInput(draft, token) }))
      forgetDraft()
      setLaunched({ message, id: project._id })
      void queries.invalidateQueries({ queryKey: ['get', '/api/users/me/projects'] })
    } catch (error) {
      const read = refusal(error, 'Failed to submit project')
      captcha.settle({ ok: false, ...read })
      setErrors(read.fields)
      if (!Object.keys(read.fields).length) setProblem(read.message)
    } finally {
      setBusy(false)
    }
  }

  if (launched) return <Launched {...launched} onAnother={() => { setDraft(EMPTY); setLaunched(undefined) }} />
  return (
    <Container narrow className="pb-20">
      <PageHead title="Launch Your Innovation" lead="Show the community what you built. A reviewer looks at every project before it joins the showcase." />
      <div className="mb-5 flex min-h-11 flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2>Project Submission Form</h2>
        {!isEmpty(draft) && (
          <Button size="sm" variant="quiet" className="-mx-3" onClick={discard}>
            Discard draft
          </Button>
        )}
      </div>
      <ProjectForm
        level={3}
        draft={draft}
        onChange={change}
        errors={errors}
        problem={problem}
        onSubmit={() => void submit()}
        footer={
          <Button type="submit" variant="primary" size="lg" wide busy={busy} busyText="Launching Your Project...">
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
