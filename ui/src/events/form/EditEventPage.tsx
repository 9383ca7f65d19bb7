// Edits an event. Only changed fields are sent, with the version that is shown, so the second of two admins learns what the
// first has changed. This browser keeps unsaved text for each event.
import { useState, type ReactNode } from 'react'
import { useNavigate, useParams } from 'react-router'
import { Button, ButtonLink } from '../../kit/Button'
import { Chip } from '../../kit/Chip'
import { ArrowLeft, Mail } from '../../kit/icons'
import { Link } from '../../kit/Link'
import { Loading, Skeleton } from '../../kit/Skeleton'
import { EmptyState, ErrorState } from '../../kit/States'
import { useZone } from '../../kit/Time'
import { toast } from '../../kit/layers/Toast'
import { dayIn } from '../../lib/dates'
import { readError } from '../../lib/errors'
import { useQueryState } from '../../lib/queryState'
import { useDocumentTitle } from '../../lib/title'
import { AdminPage } from '../../admin/AdminPage'
import { EventForm } from './EventForm'
import { changedFields, changes, fromEvent, isMoved, type EventDraft } from './eventDraft'
import { useEditEvent } from '../adminQueries'
import { useAdminEvent, type AdminEvent } from '../participants/participantQueries'
import { editPath, listPath, standing } from '../adminRules'
import { useEventForm } from './useEventForm'

export default function EditEventPage() {
  const { id = '' } = useParams()
  const [{ list }] = useQueryState({ list: '' })
  const { data: event, error, isFetching, isFetchedAfterMount, refetch } = useAdminEvent(id)
  const { status } = readError(error)
  const missing = status === 404 || status === 403
  useDocumentTitle(missing ? 'Event not found' : event ? `Edit ${event.title} · Admin` : 'Edit Event · Admin')
  const back = listPath(list)

  if (missing || (error && !event))
    return (
      <div className="mx-auto w-full max-w-page px-(--gutter) pt-6 pb-20 lg:pt-8">
        {missing ? (
          <EmptyState heading="h1" drawing="lost" title={status === 403 ? 'Not your event' : 'Event not found'} text={status === 403 ? 'You do not run this event. Ask one of its organisers or an admin to add you to its team.' : 'It may have been deleted.'} action={<ButtonLink to={back}>Back to Events</ButtonLink>} />
        ) : (
          <ErrorState heading="h1" message="Failed to load event details" onRetry={() => void refetch()} retrying={isFetching} action={<ButtonLink to={back}>Back to Events</ButtonLink>} />
        )}
      </div>
    )
  // The cached event may be old, and the form must not begin with it.
  if (!event || (!isFetchedAfterMount && isFetching)) return <FormSkeleton back={back} />
  return <Editor key={event._id} event={event} list={list} />
}

function Editor({ event, list }: { event: AdminEvent; list: string }) {
  const navigate = useNavigate()
  const back = listPath(list)
  const before = fromEvent(event)
  const [opened, setOpened] = useState(event)
  const { run } = useEditEvent(event._id, (here) => here && void navigate(back, { replace: true }))
  const form = useEventForm({
    name: `event/${event._id}`,
    initial: before,
    main: 'save',
    async send(draft, what) {
      const outcome = await run({ ...changes(before, draft), ...(what !== 'save' && { published: what === 'publish' }), updatedAt: event.updatedAt })
      if (outcome?.ok) setOpened(outcome.data.event)
      // What somebody else changed is listed; it is not wrong.
      return outcome?.ok === false && outcome.status === 409 ? { ...outcome, fields: {} } : outcome
    },
    welcome: 'Your unsaved changes are back.',
  })
  const { values: draft, work, submitAs } = form

  const discard = () => toast('Changes discarded.', { undo: form.discard() })
  const cancel = () => {
    if (!form.isTyped) return
    const undo = form.discard()
    toast('Changes discarded.', {
      undo: () => {
        undo()
        void navigate(editPath(event._id, list))
      },
    })
  }

  const { label, tone } = standing(event)
  return (
    <AdminPage
      title="Edit Event"
      lead={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <bdi>{before.title}</bdi>
          <Chip tone={tone}>{label}</Chip>
        </span>
      }
      above={
        <Above back={back} onLeave={cancel}>
          {form.isTyped && (
            <Button size="sm" variant="quiet" className="-me-3" onClick={discard}>
              Discard changes
            </Button>
          )}
        </Above>
      }
    >
      <EventForm
        form={form}
        waiting={event.waitingCount}
        meanwhile={form.busy ? [] : changedFields(opened, event)}
        footer={
          <>
            <MailNotice event={event} before={before} draft={draft} />
            <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
              <ButtonLink to={back} onClick={cancel}>
                Cancel
              </ButtonLink>
              {event.published && event.canDelete && !event.cancelled && (
                <Button disabled={work === 'save'} busy={work === 'draft'} busyText="Saving..." onClick={submitAs('draft')}>
                  Save as Draft
                </Button>
              )}
              <Button type="submit" variant={event.published ? 'primary' : 'secondary'} disabled={work === 'draft' || work === 'publish'} busy={work === 'save'} busyText="Saving...">
                {event.published ? 'Save Event' : 'Save Draft'}
              </Button>
              {!event.published && (
                <Button variant="primary" disabled={work === 'save'} busy={work === 'publish'} busyText="Publishing..." onClick={submitAs('publish')}>
                  Publish Event
                </Button>
              )}
            </div>
          </>
        }
      />
    </AdminPage>
  )
}

function Above({ back, onLeave, children }: { back: string; onLeave?: () => void; children?: ReactNode }) {
  return (
    <div className="mb-4 flex min-h-11 flex-wrap items-center justify-between gap-x-4">
      <Link plain to={back} onClick={onLeave} className="inline-flex min-h-11 items-center gap-1.5 text-small text-soft no-underline hover:text-ink hover:underline">
        <ArrowLeft aria-hidden size="1.1em" className="rtl:rotate-180" />
        Back to Events
      </Link>
      {children}
    </div>
  )
}

/** Says who gets an e-mail on saving: the server writes to all participants when time or place change. */
function MailNotice({ event, before, draft }: { event: AdminEvent; before: EventDraft; draft: EventDraft }) {
  const today = dayIn(useZone(), new Date())
  const people = event.registrationsCount + event.waitingCount
  const isTold = people > 0 && event.published && !event.cancelled && (draft.endDate || draft.date) >= today && isMoved(before, draft)
  return (
    <div role="status">
      {isTold && (
        <p className="flex items-start gap-3 rounded-md bg-info-tint px-4 py-3 text-small text-info">
          <Mail aria-hidden size="1.1rem" className="mt-[0.1em] shrink-0" />
          <span>
            {`Time or place have changed. When you save, ${people === 1 ? 'the one person who registered or waits is' : `all ${people.toLocaleString()} people who registered or wait are`} told by e-mail.`}
          </span>
        </p>
      )}
    </div>
  )
}

function FormSkeleton({ back }: { back: string }) {
  return (
    <AdminPage title="Edit Event" lead={<Skeleton className="h-6 w-64 max-w-full" />} above={<Above back={back} />}>
      <Loading label="Loading event…" className="space-y-10">
        {[30, 8, 22].map((height) => (
          <div key={height} className="grid gap-x-8 gap-y-4 lg:grid-cols-[14rem_minmax(0,1fr)]">
            <Skeleton className="h-6 w-40" />
            <div className="space-y-6 rounded-lg border border-line bg-surface p-5 sm:p-7" style={{ minHeight: `${height}rem` }}>
              <Skeleton className="h-11 w-full" />
              <Skeleton className="h-11 w-2/3" />
            </div>
          </div>
        ))}
      </Loading>
    </AdminPage>
  )
}
