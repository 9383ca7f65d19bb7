// Sends the links to where one meets; they stay with the event, for those registered.
import { useRef, useState, type SyntheticEvent } from 'react'
import { Button } from '../../kit/Button'
import { Card } from '../../kit/Card'
import { FormError } from '../../kit/fields/Field'
import { TextField } from '../../kit/fields/TextField'
import { toast } from '../../kit/layers/Toast'
import { useEventChanges, useFailure, type AdminEvent } from '../participants/participantQueries'
import { linkFaults, MAX_LINK, reachedText, type Links } from '../participants/participantRules'
import { useKept } from './useKept'

const FAILED = 'Failed to send links'

export function LinksForm({ event }: { event: AdminEvent }) {
  const { sendLinks } = useEventChanges(event._id)
  const failure = useFailure()
  const [typed, setTyped, forget] = useKept<Links>(`links:${event._id}`)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const working = useRef(false)
  const form = useRef<HTMLFormElement>(null)
  // What is stored, until somebody types.
  const links = typed ?? { meetLink: event.meetLink, whatsappLink: event.whatsappLink }

  const change = (patch: Partial<Links>) => {
    const next = { ...links, ...patch }
    if (next.meetLink === event.meetLink && next.whatsappLink === event.whatsappLink) forget()
    else setTyped(next)
    setErrors({})
  }
  const refuse = (faults: Record<string, string>) => {
    setErrors(faults)
    const first = ['meetLink', 'whatsappLink'].find((name) => name in faults)
    form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
  }
  const submit = async (submitted: SyntheticEvent) => {
    submitted.preventDefault()
    if (working.current) return
    setProblem(undefined)
    const faults = linkFaults(links)
    if (Object.keys(faults).length > 0) return refuse(faults)
    working.current = true
    setBusy(true)
    try {
      toast(await sendLinks(links))
      forget()
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
    <Card as="section">
      <h2 className="text-h4">
        Send meeting links
      </h2>
      <p className="mt-1 mb-5 text-small text-soft">
        {event.registrationsCount > 0 ? `Mailed to ${reachedText(event.registrationsCount)}, and shown to everybody registered, also later.` : 'Shown to everybody who registers. Nobody is registered yet, so nobody is mailed.'}
      </p>
      <form ref={form} noValidate onSubmit={(submitted) => void submit(submitted)} className="space-y-4">
        <TextField
          label="Meeting link"
          name="meetLink"
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
          maxLength={MAX_LINK}
          value={links.meetLink}
          error={errors.meetLink}
          onChange={({ target }) => change({ meetLink: target.value })}
        />
        <TextField
          label="WhatsApp group link"
          name="whatsappLink"
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
          maxLength={MAX_LINK}
          value={links.whatsappLink}
          error={errors.whatsappLink}
          onChange={({ target }) => change({ whatsappLink: target.value })}
        />
        <FormError>{problem}</FormError>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="primary" busy={busy} busyText="Sending…">
            Send Links
          </Button>
          {typed && !busy && (
            <Button
              variant="quiet"
              onClick={() => {
                forget()
                setErrors({})
                setProblem(undefined)
              }}
            >
              Discard
            </Button>
          )}
        </div>
      </form>
    </Card>
  )
}
