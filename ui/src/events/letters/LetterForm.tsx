// An email in the organiser's own words, to all participants or to those with one status.
import { useRef, useState } from 'react'
import { MESSAGE_INPUT, PARTICIPANT_STATUS } from '../../api/forms'
import { Button } from '../../kit/Button'
import { Card } from '../../kit/Card'
import { FormError } from '../../kit/fields/Field'
import { Mail } from '../../kit/icons'
import { SelectField } from '../../kit/fields/SelectField'
import { TextArea } from '../../kit/fields/TextArea'
import { TextField } from '../../kit/fields/TextField'
import { useForm } from '../../kit/fields/useForm'
import { toast } from '../../kit/layers/Toast'
import { useEventView } from '../participants/eventViewState'
import type { AdminEvent } from '../participants/participantQueries'
import { countOf, EMPTY_LETTER, letterFaults, reachedText, type Letter } from '../participants/participantRules'
import { usePreviewLetter, useSendLetter, useTestLetter, type LetterPreview } from './letterQueries'

const statusOf = ({ status }: Letter) => PARTICIPANT_STATUS.find((one) => one === status)

export function LetterForm({ event }: { event: AdminEvent }) {
  const { raw, set } = useEventView()
  const open = raw.write === 'true'
  // Opening the form moves the focus into it; a page that loads with the form open leaves the focus alone.
  const [opened, setOpened] = useState(false)
  const toggle = useRef<HTMLButtonElement>(null)
  const show = () => {
    setOpened(true)
    set({ write: 'true' }, { push: true })
  }
  const close = () => {
    set({ write: '' })
    toggle.current?.focus()
  }
  return (
    <Card as="section">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-48">
          <h2 className="text-h4">
            Custom email
          </h2>
          <p className="mt-1 text-small text-soft">Your own words, to all participants or to some.</p>
        </div>
        <Button ref={toggle} aria-expanded={open} onClick={() => (open ? close() : show())} icon={!open && <Mail aria-hidden size="1.1em" />}>
          {open ? 'Close' : 'Write an email'}
        </Button>
      </div>
      {open && <Writing event={event} autoFocus={opened} onSent={close} />}
    </Card>
  )
}

const NOBODY = 'There is nobody to write to'

/** How many people a letter reaches. */
const readersOf = (event: AdminEvent, letter: Letter) => (letter.status === 'Waiting' ? event.waitingCount : countOf(event, statusOf(letter)))

function Writing({ event, autoFocus, onSent }: { event: AdminEvent; autoFocus: boolean; onSent: () => void }) {
  const { run } = useSendLetter(event._id)
  const { run: tryOut } = useTestLetter(event._id)
  const { run: look } = usePreviewLetter(event._id)
  const [seen, setSeen] = useState<{ letter: Letter; preview: LetterPreview }>()
  // The typed text survives closing the form, the page and the session.
  const form = useForm<Letter, 'send' | 'preview' | 'test'>({
    name: `letter/${event._id}`,
    initial: EMPTY_LETTER,
    // The choice of recipients affects every check, so one change clears all errors.
    together: Object.keys(EMPTY_LETTER),
    check: letterFaults,
    async send(letter, what) {
      if (what !== 'send') {
        const shown = what === 'preview' ? await look(letter) : await tryOut(letter)
        if (shown && !shown.ok) return shown
        if (shown && 'text' in shown.data) setSeen({ letter, preview: shown.data })
        // What was typed stays typed.
        return undefined
      }
      if (readersOf(event, letter) === 0) return { ok: false, status: 422, code: '', message: NOBODY, fields: { status: NOBODY } }
      const outcome = await run(letter)
      if (!outcome?.ok) return outcome
      // The server's message speaks of all participants.
      const to = statusOf(letter)
      toast(to ? `Email sent successfully to ${reachedText(outcome.data.count, to)}!` : outcome.data.message)
      onSent()
      return outcome
    },
  })
  const status = statusOf(form.values)
  const reached = readersOf(event, form.values)
  const waits = form.values.status === 'Waiting'
  // What is typed afterwards is not what was shown.
  const preview = seen && Object.entries(seen.letter).every(([name, value]) => form.values[name as keyof Letter] === value) ? seen.preview : undefined

  return (
    <form {...form.props} className="mt-5 space-y-4">
      <SelectField
        label="To"
        hint={waits ? `Goes to ${reached.toLocaleString()} on the waiting list.` : `Goes to ${reachedText(reached, status)}.`}
        {...form.text('status')}
        options={[
          { value: 'all', label: `All participants (${event.registrationsCount.toLocaleString()})` },
          ...PARTICIPANT_STATUS.map((one) => ({ value: one, label: `${one} (${countOf(event, one).toLocaleString()})` })),
          { value: 'Waiting', label: `Waiting list (${event.waitingCount.toLocaleString()})` },
        ]}
      />
      <TextField label="Subject" autoFocus={autoFocus} maxLength={MESSAGE_INPUT.subject} autoComplete="off" required {...form.text('subject')} />
      <TextArea label="Message" rows={12} limit={MESSAGE_INPUT.message} hint="Plain text; a blank line begins a new paragraph. It begins with “Hello” and the reader’s name." required {...form.text('message')} />
      <TextField label="Replies go to" type="email" maxLength={MESSAGE_INPUT.replyTo} autoComplete="email" optional {...form.text('replyTo')} />
      <FormError>{form.problem}</FormError>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" busy={form.work === 'send'} busyText="Sending…">
          Send Email
        </Button>
        <Button busy={form.work === 'preview'} onClick={form.submitAs('preview')}>
          Preview
        </Button>
        <Button variant="quiet" busy={form.work === 'test'} onClick={form.submitAs('test')}>
          Send a test to me
        </Button>
      </div>
      {preview && (
        <section aria-label="Preview" className="rounded-lg border border-line p-4">
          <h3 className="text-h4 break-words">{preview.subject}</h3>
          <p className="mt-3 text-small break-words whitespace-pre-wrap">{preview.text}</p>
        </section>
      )}
    </form>
  )
}
