// Sends the meeting links, and stores them with the event for registered members.
import { LINKS_INPUT } from '../../api/forms'
import { Button } from '../../kit/Button'
import { Card } from '../../kit/Card'
import { FormError } from '../../kit/fields/Field'
import { TextField } from '../../kit/fields/TextField'
import { useForm } from '../../kit/fields/useForm'
import { toast } from '../../kit/layers/Toast'
import { useSendLinks, type AdminEvent } from '../participants/participantQueries'
import { linkFaults, reachedText } from '../participants/participantRules'

export function LinksForm({ event }: { event: AdminEvent }) {
  const { run } = useSendLinks(event._id)
  const form = useForm({
    name: `links/${event._id}`,
    // The stored links, until the admin types others.
    initial: { meetLink: event.meetLink, whatsappLink: event.whatsappLink },
    together: ['meetLink', 'whatsappLink'],
    check: linkFaults,
    send: run,
  })

  return (
    <Card as="section">
      <h2 className="text-h4">
        Send meeting links
      </h2>
      <p className="mt-1 mb-5 text-small text-soft">
        {event.registrationsCount > 0 ? `Mailed to ${reachedText(event.registrationsCount)}, and shown to everybody who is registered, now or later.` : 'Shown to everybody who registers. Nobody is registered yet, so no mail is sent.'}
      </p>
      <form {...form.props} className="space-y-4">
        <TextField
          label="Meeting link"
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
          maxLength={LINKS_INPUT.meetLink}
          {...form.text('meetLink')}
        />
        <TextField
          label="WhatsApp group link"
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
          maxLength={LINKS_INPUT.whatsappLink}
          {...form.text('whatsappLink')}
        />
        <FormError>{form.problem}</FormError>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="primary" busy={form.busy} busyText="Sending…">
            Send Links
          </Button>
          {form.isTyped && !form.busy && (
            <Button variant="quiet" onClick={() => toast('Changes discarded.', { undo: form.discard() })}>
              Discard
            </Button>
          )}
        </div>
      </form>
    </Card>
  )
}
