// Creates an event, published at once or as a draft. This browser keeps the unsent text.
import { useNavigate } from 'react-router'
import { Button, ButtonLink } from '../../kit/Button'
import { ArrowLeft } from '../../kit/icons'
import { Link } from '../../kit/Link'
import { toast } from '../../kit/layers/Toast'
import { useDocumentTitle } from '../../lib/title'
import { paths } from '../../paths'
import { AdminPage } from '../../admin/AdminPage'
import { EventForm } from './EventForm'
import { EMPTY, toInput } from './eventDraft'
import { useCreateEvent } from '../adminQueries'
import { useEventForm } from './useEventForm'

export default function CreateEventPage() {
  useDocumentTitle('Create New Event · Admin')
  const navigate = useNavigate()
  const { run } = useCreateEvent((here) => here && void navigate(paths.admin.dashboard(), { replace: true }))
  const form = useEventForm({
    name: 'event/new',
    initial: EMPTY,
    main: 'publish',
    send: (draft, what) => run({ ...toInput(draft), published: what === 'publish' }),
    welcome: 'Your draft is back.',
  })
  const { work, submitAs } = form
  const discard = () => toast('Draft discarded.', { undo: form.discard() })

  return (
    <AdminPage
      title="Create New Event"
      above={
        <div className="mb-4 flex min-h-11 flex-wrap items-center justify-between gap-x-4">
          <Link plain to={paths.admin.dashboard()} className="inline-flex min-h-11 items-center gap-1.5 text-small text-soft no-underline hover:text-ink hover:underline">
            <ArrowLeft aria-hidden size="1.1em" className="rtl:rotate-180" />
            Back to Dashboard
          </Link>
          {form.isTyped && (
            <Button size="sm" variant="quiet" className="-me-3" onClick={discard}>
              Discard draft
            </Button>
          )}
        </div>
      }
    >
      <EventForm
        form={form}
        footer={
          <>
            <p className="text-small text-soft">Only its organisers and admins see a draft until it is published.</p>
            <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
              <ButtonLink to={paths.admin.events()}>Cancel</ButtonLink>
              <Button disabled={work === 'publish'} busy={work === 'draft'} busyText="Saving..." onClick={submitAs('draft')}>
                Save as Draft
              </Button>
              <Button type="submit" variant="primary" disabled={work === 'draft'} busy={work === 'publish'} busyText="Creating...">
                Create Event
              </Button>
            </div>
          </>
        }
      />
    </AdminPage>
  )
}
