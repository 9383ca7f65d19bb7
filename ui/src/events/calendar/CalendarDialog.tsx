// The addresses for calendar apps and feed readers: one for all events, one for the member's own.
import { useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { client } from '../../api/client'
import { $api, unwrap } from '../../api/query'
import { useChange } from '../../api/useChange'
import { Button, ButtonLink } from '../../kit/Button'
import { CopyButton } from '../../kit/CopyButton'
import { ConfirmDialog, Dialog } from '../../kit/layers/Dialog'
import { Link } from '../../kit/Link'
import { Skeleton } from '../../kit/Skeleton'
import { ErrorState } from '../../kit/States'
import { Time } from '../../kit/Time'
import { toast } from '../../kit/layers/Toast'
import { readError } from '../../lib/errors'
import { paths } from '../../paths'
import { useSession } from '../../sessions/SessionProvider'

const FEED = ['get', '/api/users/me/calendar-feed'] as const

export default function CalendarDialog({ onClose }: { onClose: () => void }) {
  const { status } = useSession()
  const { pathname, search } = useLocation()
  return (
    <Dialog open onClose={onClose} title="Events in your calendar">
      <p className="text-soft">Give one of these addresses to your calendar app, and it keeps itself up to date.</p>
      <Part title="All events">
        <Address label="Address of all events" url={new URL(paths.eventsCalendar(), location.origin).href} />
      </Part>
      <Part title="Events you registered for">
        {status === 'authenticated' ? (
          <OwnFeed />
        ) : (
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
            <p className="min-w-0 flex-1 basis-60 text-small text-soft">Members have an address of their own.</p>
            <ButtonLink size="sm" to={paths.login(pathname + search)}>
              Login
            </ButtonLink>
          </div>
        )}
      </Part>
      <p className="mt-6 border-t border-line pt-4 text-small text-soft">
        With a feed reader, follow <Link href={paths.eventsFeed()}>new events</Link> or <Link href={paths.projectsFeed()}>new projects</Link>.
      </p>
    </Dialog>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-6">
      <h3 className="mb-2 text-h4">{title}</h3>
      {children}
    </section>
  )
}

function Address({ label, url }: { label: string; url: string }) {
  return (
    <>
      <input readOnly aria-label={label} value={url} className="control font-mono text-small" onFocus={(event) => event.target.select()} />
      <div className="mt-3 flex flex-wrap gap-3">
        <CopyButton size="sm" text={url} />
        <ButtonLink size="sm" variant="quiet" href={url.replace(/^https?:/, 'webcal:')}>
          Open in calendar app
        </ButtonLink>
      </div>
    </>
  )
}

/** Anybody with the address can read the calendar, so the member can replace it or turn it off. */
function OwnFeed() {
  const { data, error, isFetching, refetch } = $api.useQuery(...FEED)
  const [asks, setAsks] = useState<'replace' | 'revoke'>()
  const { queryKey } = $api.queryOptions(...FEED)
  const change = useChange({
    call: ({ revoke }: { revoke: boolean; done: string }) => unwrap(revoke ? client.DELETE('/api/users/me/calendar-feed') : client.POST('/api/users/me/calendar-feed')),
    renews: [queryKey],
    answered: (queries, feed) => queries.setQueryData(queryKey, feed),
    onDone(_, { done }) {
      toast(done)
      setAsks(undefined)
    },
    onRefused: ({ message }) => toast.error(message),
    failed: 'Failed to change your calendar address',
  })

  if (!data && error) return <ErrorState heading="h3" message={readError(error, 'Failed to load your calendar address').message} onRetry={() => void refetch()} retrying={isFetching} />
  if (!data) return <Skeleton className="h-24 rounded-md!" />
  if (!data.url)
    return (
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <p className="min-w-0 flex-1 basis-60 text-small text-soft">A secret address that only you know. You can turn it off at any time.</p>
        <Button size="sm" busy={change.busy} busyText="Making…" onClick={() => void change.run({ revoke: false, done: 'Your calendar has an address now.' })}>
          Create my address
        </Button>
      </div>
    )
  return (
    <>
      <Address label="Address of your events" url={data.url} />
      <p className="mt-3 text-small text-soft">
        <span>Keep it to yourself: whoever knows it sees where you go. </span>
        {data.createdAt && (
          <span>
            Made on <Time value={data.createdAt} shape="shortDate" />.
          </span>
        )}
      </p>
      <div className="mt-2 -ms-3 flex flex-wrap gap-x-1">
        <Button size="sm" variant="quiet" onClick={() => setAsks('replace')}>
          Replace address
        </Button>
        <Button size="sm" variant="quiet" onClick={() => setAsks('revoke')}>
          Turn off
        </Button>
      </div>
      <ConfirmDialog
        open={asks !== undefined}
        onClose={() => setAsks(undefined)}
        onConfirm={() => void change.run(asks === 'revoke' ? { revoke: true, done: 'Your calendar address is turned off.' } : { revoke: false, done: 'Your calendar has a new address.' })}
        busy={change.busy}
        title={asks === 'revoke' ? 'Turn off your calendar address?' : 'Replace your calendar address?'}
        confirmLabel={asks === 'revoke' ? 'Turn off' : 'Replace address'}
      >
        The current address stops working at once in every calendar that uses it.
      </ConfirmDialog>
    </>
  )
}
