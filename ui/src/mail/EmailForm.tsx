// A message to members: begun with a template, previewed, tried out, and sent after the number of readers was confirmed.
import { useState } from 'react'
import { Picked } from '../admin/Picked'
import { MAILING_INPUT, EMAIL_PLACEHOLDERS, EMAIL_TEMPLATES } from '../api/forms'
import { OriginSearch } from '../certificates/OriginSearch'
import { Button } from '../kit/Button'
import { Card } from '../kit/Card'
import { FormError } from '../kit/fields/Field'
import { SelectField } from '../kit/fields/SelectField'
import { TextArea } from '../kit/fields/TextArea'
import { TextField } from '../kit/fields/TextField'
import { useForm } from '../kit/fields/useForm'
import { Dialog } from '../kit/layers/Dialog'
import { toast } from '../kit/layers/Toast'
import { EmailFrame } from './EmailFrame'
import { LivePreview } from './LivePreview'
import { useAskPreview, useSendEmail, useTestEmail, type EmailPreview } from './mailQueries'
import { EMPTY_EMAIL, emailFaults, isUntouched, KINDS, leftOutText, membersText, needsEvent, textFaults, withTemplate, type Email } from './mailRules'
import { Recipients } from './Recipients'

/** A name for one request, by which the server knows it when it comes again. */
const newKey = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')

export function EmailForm() {
  const { run: ask } = useAskPreview()
  const { run: tryOut } = useTestEmail()
  const { run: send, busy: sending } = useSendEmail()
  const [asked, setAsked] = useState<{ email: Email; preview: EmailPreview; key: string }>()
  const form = useForm<Email, 'send' | 'test'>({
    name: 'email',
    initial: EMPTY_EMAIL,
    together: ['recipients', 'all'],
    async send(email, what) {
      const faults = what === 'send' ? emailFaults(email) : textFaults(email)
      const [first] = Object.values(faults)
      if (first) return { ok: false, status: 422, code: '', message: first, fields: faults }
      const outcome = what === 'send' ? await ask(email) : await tryOut(email)
      if (outcome && !outcome.ok) return outcome
      if (outcome && 'html' in outcome.data) setAsked({ email, preview: outcome.data, key: newKey() })
      // What was typed stays typed.
      return undefined
    },
  })
  const { values } = form
  const begin = (value: string) => {
    const before = values
    form.set(withTemplate(value))
    if (!isUntouched(before)) toast('The template has replaced your text.', { undo: () => form.set(before) })
  }
  const confirm = async () => {
    if (!asked) return
    const outcome = await send(asked)
    if (!outcome) return
    if (!outcome.ok) return toast.error(outcome.message)
    setAsked(undefined)
    form.discard()
    toast([outcome.data.message, ...leftOutText(outcome.data)].join('. ').replace('.. ', '. '))
  }

  return (
    <div className="grid items-start gap-6 xl:grid-cols-2">
      <Card as="section" aria-labelledby="write-title">
        <h2 id="write-title" className="text-h4">
          Write an email
        </h2>
        <form {...form.props} className="mt-4 space-y-5">
          <SelectField label="Template" placeholder="None" options={EMAIL_TEMPLATES} value={values.template} onChange={({ target }) => begin(target.value)} />
          <SelectField label="Kind" hint="What a member unsubscribes from." options={KINDS} {...form.text('kind')} />
          {values.event ? (
            <Picked label="Event" name={values.event.title} onChange={() => form.set({ event: null })} />
          ) : (
            needsEvent(values) && <OriginSearch kind="event" error={form.errors.event} onPick={(event) => form.set({ event })} />
          )}
          <TextField label="Subject" maxLength={MAILING_INPUT.subject} autoComplete="off" required {...form.text('subject')} />
          <TextArea label="Message" rows={12} limit={MAILING_INPUT.message} hint="HTML. Scripts, styles and forms are taken out." required {...form.text('message')} />
          <details className="text-small">
            <summary className="cursor-pointer text-soft">Placeholders</summary>
            <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
              {EMAIL_PLACEHOLDERS.map(({ value, label }) => (
                <div key={value} className="contents">
                  <dt className="font-mono">{`{{${value}}}`}</dt>
                  <dd className="text-soft">{label}</dd>
                </div>
              ))}
            </dl>
          </details>
          <Recipients all={values.all} recipients={values.recipients} error={form.errors.recipients} onChange={form.set} />
          <FormError>{form.problem}</FormError>
          <div className="flex flex-wrap gap-3">
            <Button type="submit" variant="primary" busy={form.work === 'send'} busyText="Counting…">
              Send Email
            </Button>
            <Button variant="quiet" busy={form.work === 'test'} busyText="Sending…" onClick={form.submitAs('test')}>
              Send a test to me
            </Button>
          </div>
        </form>
      </Card>
      <LivePreview email={values} />
      <Dialog
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={asked ? `Send to ${membersText(asked.preview.count)}?` : ''}
        footer={
          <>
            <Button onClick={() => setAsked(undefined)} disabled={sending}>
              Cancel
            </Button>
            <Button variant="primary" busy={sending} busyText="Sending…" onClick={() => void confirm()}>
              Send
            </Button>
          </>
        }
      >
        {asked && (
          <>
            <p className="wrap-anywhere">
              Each gets a mail of their own: <strong>{asked.preview.subject}</strong>
            </p>
            <div className="mt-4">
              <EmailFrame html={asked.preview.html} title="What each of them reads" />
            </div>
            {leftOutText(asked.preview).map((sentence) => (
              <p key={sentence} className="mt-2 text-small text-soft wrap-anywhere">
                {sentence}
              </p>
            ))}
          </>
        )}
      </Dialog>
    </div>
  )
}
