// The organiser's own words by email, to all participants or to those with a status.
import { useRef, useState, type SyntheticEvent } from 'react'
import { Button } from '../../kit/Button'
import { Card } from '../../kit/Card'
import { FormError } from '../../kit/fields/Field'
import { Mail } from '../../kit/icons'
import { SelectField } from '../../kit/fields/SelectField'
import { TextArea } from '../../kit/fields/TextArea'
import { TextField } from '../../kit/fields/TextField'
import { toast } from '../../kit/layers/Toast'
import { useEventView } from '../participants/eventViewState'
import { useEventChanges, useFailure, type AdminEvent } from '../participants/participantQueries'
import { countOf, EMPTY_LETTER, letterFaults, MAX_MESSAGE, MAX_SUBJECT, reachedText, STATUSES, type Letter } from '../participants/participantRules'
import { useKept } from './useKept'

const FAILED = 'Failed to send email'

export function LetterForm({ event }: { event: AdminEvent }) {
  const { raw, set } = useEventView()
  const open = raw.write === 'true'
  // Whoever opens it goes on in it; who comes to the page with it open does not jump there.
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

function Writing({ event, autoFocus, onSent }: { event: AdminEvent; autoFocus: boolean; onSent: () => void }) {
  const { sendLetter } = useEventChanges(event._id)
  const failure = useFailure()
  // What was typed outlives the form, the page and the session.
  const [typed, setTyped, forget] = useKept<Letter>(`letter:${event._id}`)
  const letter = typed ?? EMPTY_LETTER
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const working = useRef(false)
  const form = useRef<HTMLFormElement>(null)

  const status = STATUSES.find((one) => one === letter.status)
  const reached = countOf(event, status)
  const change = (patch: Partial<Letter>) => {
    setTyped({ ...letter, ...patch })
    setErrors({})
  }
  const refuse = (faults: Record<string, string>) => {
    setErrors(faults)
    const first = ['status', 'subject', 'message'].find((name) => name in faults)
    form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
  }
  const submit = async (submitted: SyntheticEvent) => {
    submitted.preventDefault()
    if (working.current) return
    setProblem(undefined)
    const faults = letterFaults(letter)
    if (Object.keys(faults).length > 0) return refuse(faults)
    if (reached === 0) return refuse({ status: 'There is nobody to write to' })
    working.current = true
    setBusy(true)
    try {
      const { message, count } = await sendLetter(letter)
      // The server's words are about all of them.
      toast(status ? `Email sent successfully to ${reachedText(count, status)}!` : message)
      forget()
      onSent()
    } catch (error) {
      const read = failure(error, FAILED)
      if (Object.keys(read.fields).length > 0) refuse(read.fields)
      else setProblem(read.message)
    } finally {
      working.current = false
      setBusy(false)
    }
  }

  return (
    <form ref={form} noValidate onSubmit={(submitted) => void submit(submitted)} className="mt-5 space-y-4">
      <SelectField
        label="To"
        name="status"
        hint={`Goes to ${reachedText(reached, status)}.`}
        value={letter.status}
        error={errors.status}
        onChange={({ target }) => change({ status: target.value })}
        options={[
          { value: 'all', label: `All participants (${event.registrationsCount.toLocaleString()})` },
          ...STATUSES.map((one) => ({ value: one, label: `${one} (${countOf(event, one).toLocaleString()})` })),
        ]}
      />
      <TextField label="Subject" name="subject" autoFocus={autoFocus} maxLength={MAX_SUBJECT} autoComplete="off" required value={letter.subject} error={errors.subject} onChange={({ target }) => change({ subject: target.value })} />
      <TextArea
        label="Message"
        name="message"
        rows={12}
        limit={MAX_MESSAGE}
        hint="Plain text; a blank line begins a new paragraph."
        required
        value={letter.message}
        error={errors.message}
        onChange={({ target }) => change({ message: target.value })}
      />
      <FormError>{problem}</FormError>
      <Button type="submit" variant="primary" busy={busy} busyText="Sending…">
        Send Email
      </Button>
    </form>
  )
}
