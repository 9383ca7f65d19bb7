// The ticket: a code that the door scans, as large as the screen allows.
import { Button } from '../../kit/Button'
import { CopyButton } from '../../kit/CopyButton'
import { Dialog } from '../../kit/layers/Dialog'
import { toast } from '../../kit/layers/Toast'
import { Download, Printer, QrCode } from '../../kit/icons'
import { Skeleton } from '../../kit/Skeleton'
import { ErrorState } from '../../kit/States'
import { useZone } from '../../kit/Time'
import { saveFile } from '../../api/saveFile'
import { readError } from '../../lib/errors'
import { useQueryState } from '../../lib/queryState'
import { useSession } from '../../sessions/SessionProvider'
import { EventDays, EventHour } from '../EventWhen'
import type { EventDetail } from '../queries'
import { daysText, hoursIn } from '../rules'
import { TicketCode } from './TicketCode'
import { ticketPicture, ticketWords } from './ticketPicture'
import { useTicket } from './ticketQueries'

export function TicketButton({ event }: { event: EventDetail }) {
  const [{ ticket }, setState] = useQueryState({ ticket: '' })
  const { user } = useSession()
  const { data, error, isFetching, refetch } = useTicket(event._id)
  const zone = useZone()
  const save = async (ticket: NonNullable<typeof data>) => {
    const words = ticketWords(ticket.ticket, { title: event.title, days: daysText(event, 'longDay'), hours: hoursIn(event, zone), place: event.location, name: user?.name ?? '' })
    const picture = await ticketPicture(ticket, words)
    if (picture) saveFile(picture, `ticket-${event.eventId}.png`)
    else toast.error('Your ticket could not be saved as a picture. Print it instead.')
  }
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
              <Button size="sm" variant="quiet" onClick={() => void save(data)} icon={<Download aria-hidden size="1.1em" />}>
                Save
              </Button>
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
