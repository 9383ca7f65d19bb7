// Submits a project: the form with its draft, and the panel after the launch.
import { useCallback, useState } from 'react'
import { client } from '../../api/client'
import { keysOf } from '../../api/keys'
import { unwrap } from '../../api/query'
import { useChange } from '../../api/useChange'
import { Button, ButtonLink } from '../../kit/Button'
import { Card } from '../../kit/Card'
import { Drawing } from '../../kit/Drawing'
import { Link } from '../../kit/Link'
import { Container, PageHead } from '../../kit/Page'
import { useForm } from '../../kit/fields/useForm'
import { toast } from '../../kit/layers/Toast'
import { useDocumentTitle } from '../../lib/title'
import { paths } from '../../paths'
import { useSite } from '../../sessions/SiteProvider'
import { useCaptcha } from '../../sessions/useCaptcha'
import type { Project } from '../queries'
import { useCategories } from '../useCategories'
import { useChosen, type Chosen } from './chosen'
import { emptyDraft, problems, toInput, type Draft } from './draft'
import { LaunchedPictures } from './LaunchedPictures'
import { PicturePicker } from './PicturePicker'
import { ProjectForm } from './ProjectForm'

export default function SubmitProjectPage() {
  useDocumentTitle('Submit a Project')
  const [launched, setLaunched] = useState<Pick<LaunchedProps, 'message' | 'id' | 'pictures' | 'missing'>>()
  const chosen = useChosen()
  const repositoryRequired = useSite()?.repositoryRequired
  const categories = useCategories()
  const { change } = chosen
  // What is there need not be kept any more.
  const forget = useCallback((key: string) => change((now) => now.filter((one) => one.key !== key)), [change])
  const captcha = useCaptcha('It keeps robots out of the queue.', { skipped: 'Please complete the captcha verification' })
  const { run } = useChange({
    call: ({ draft, token }: { draft: Draft; token: string }) => unwrap(client.POST('/api/projects', { body: toInput(draft, { captchaToken: token, picturesFollow: chosen.pictures.length > 0 }) })),
    touches: keysOf('/api/users/me/projects', '/api/users/profile', '/api/admin/projects', '/api/admin/projects/review', '/api/admin/projects/counts', '/api/admin/stats'),
    onDone: ({ message, project }) => setLaunched({ message, id: project._id, pictures: chosen.pictures, missing: missingOf(project, chosen.pictures.length) }),
    failed: 'Failed to submit project',
  })
  const form = useForm<Draft>({
    name: 'project/new',
    initial: emptyDraft(categories),
    welcome: 'Your draft is back.',
    check: (draft) => problems(draft, { repositoryRequired, hasPicture: chosen.pictures.length > 0 }),
    async send(draft) {
      const token = await captcha.take()
      if (token === undefined) return undefined
      const outcome = await run({ draft, token })
      if (outcome) captcha.settle(outcome)
      return outcome
    },
  })
  const discard = () => {
    const [undo, pictures] = [form.discard(), chosen.pictures]
    change(() => [])
    toast('Draft discarded.', {
      undo: () => {
        undo()
        change(() => pictures)
      },
    })
  }
  const another = () => {
    change(() => [])
    setLaunched(undefined)
  }

  if (launched) return <Launched {...launched} onAdded={forget} onAnother={another} />
  return (
    <Container className="pb-20">
      <PageHead title="Launch Your Innovation" lead="A reviewer looks at every project before it joins the showcase." />
      <div className="mb-3 flex min-h-11 flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2>Project Submission Form</h2>
        {(form.isTyped || chosen.pictures.length > 0) && (
          <Button size="sm" variant="quiet" className="-mx-3" onClick={discard}>
            Discard draft
          </Button>
        )}
      </div>
      <ProjectForm
        level={3}
        form={form}
        pictures={<PicturePicker {...chosen} />}
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

const AND = new Intl.ListFormat('en', { type: 'conjunction' })

/** What a project may have and this one has not. */
const missingOf = ({ demoLink, team }: Project, pictures: number) =>
  [pictures === 0 && 'pictures', !demoLink && 'a live demo', team.length === 0 && 'your team'].filter((it) => it !== false)

type LaunchedProps = { message: string; id: string; pictures: Chosen[]; missing: string[]; onAdded: (key: string) => void; onAnother: () => void }

function Launched({ message, id, pictures, missing, onAdded, onAnother }: LaunchedProps) {
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
        {missing.length > 0 && (
          <p className="mt-3 max-w-measure text-soft">
            It can have more: <Link to={paths.editProject(id)}>{`Add ${AND.format(missing)}`}</Link>
          </p>
        )}
        {pictures.length > 0 && <LaunchedPictures id={id} pictures={pictures} onAdded={onAdded} />}
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
