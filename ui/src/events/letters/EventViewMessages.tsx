// Messages to participants: the meeting links, and an email in the organiser's own words.
import type { AdminEvent } from '../participants/participantQueries'
import { LetterForm } from './LetterForm'
import { LettersSent } from './LettersSent'
import { LinksForm } from './LinksForm'

export function EventViewMessages({ event }: { event: AdminEvent }) {
  return (
    <div className="grid items-start gap-4 lg:gap-6 xl:grid-cols-2">
      <LinksForm event={event} />
      <LetterForm event={event} />
      <LettersSent event={event._id} />
    </div>
  )
}
