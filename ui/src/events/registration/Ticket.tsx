// The ticket: a code that the door scans, as large as the screen allows.
import { Button, ButtonLink } from '../../kit/Button'
import { CopyButton } from '../../kit/CopyButton'
import { Dialog } from '../../kit/layers/Dialog'
import { Download, Printer, QrCode } from '../../kit/icons'
import { Skeleton } from '../../kit/Skeleton'
import { ErrorState } from '../../kit/States'
import { readError } from '../../lib/errors'
import { useQueryState } from '../../lib/queryState'
import { useSession } from '../../sessions/SessionProvider'
import { EventDays, EventHour } from '../EventWhen'
import type { EventDetail } from '../queries'
import { TicketCode } from './TicketCode'
import { useTicket } from './ticketQueries'

export function TicketButton({ event }: { event: EventDetail }) {
  const [{ ticket }, setState] = useQueryState({ ticket: '' })
  const { user } = useSession()
  const { data, error, isFetching, refetch } = useTicket(event._id)
  return (
    <>
      <Button wide variant="primary" size="lg" icon={<QrCode aria-hidden size="1.2em" />} onClick={() => setState({ ticket: 'show' }, { push: true })}>
        Show your ticket
      </Button>
      <Dialog open={ticket === 'show'} onClose={() => setState({ ticket: '' })} title="Your ticket">
        <p className="font-medium">
          <bdi>{event.title}</bdi>
        </p>
        <p className="text-small text-soft">
          <EventDays event={event} />
          <span>, </span>
          <EventHour event={event} />
          {event.location && (
            <span className="block">
              <bdi>{event.location}</bdi>
            </span>
          )}
        </p>
        {data ? (
          <>
            <TicketCode ticket={data} className="mx-auto my-5 max-w-80" />
            <p className="text-center font-medium">
              <bdi>{user?.name}</bdi>
            </p>
            <p className="mt-1 text-center text-small text-soft">Show this code at the door. It admits one person, once.</p>
            <p className="mt-3 text-center text-small">
              <span className="text-faint">Ticket number </span>
              <span className="font-mono wrap-anywhere">{data.ticket}</span>
            </p>
            <div className="mt-3 flex flex-wrap justify-center gap-2 print:hidden">
              <CopyButton size="sm" variant="quiet" text={data.ticket} label="Copy number" />
              <ButtonLink size="sm" variant="quiet" href={asFile(data)} download={`ticket-${event.eventId}.svg`} icon={<Download aria-hidden size="1.1em" />}>
                Save
              </ButtonLink>
              <Button size="sm" variant="quiet" onClick={() => window.print()} icon={<Printer aria-hidden size="1.1em" />}>
                Print
              </Button>
            </div>
          </>
        ) : error ? (
          <ErrorState message={readError(error, 'Failed to load your ticket').message} onRetry={() => void refetch()} retrying={isFetching} />
        ) : (
          <Skeleton className="mx-auto my-5 aspect-square w-full max-w-80 rounded-lg!" />
        )}
      </Dialog>
    </>
  )
}

/** The code as a picture to keep. */
const asFile = ({ path, size }: { path: string; size: number }) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size * 10}" height="${size * 10}" shape-rendering="crispEdges"><rect width="100%" height="100%" fill="#fff"/><path d="${path}"/></svg>`)}`
