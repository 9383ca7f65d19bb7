// What a new community is good to have. Each step ticks itself; the list goes when all are done, or when it is put away.
import type { ReactNode } from 'react'
import { CONTACT } from '../api/forms'
import { Button, ButtonLink } from '../kit/Button'
import { Card } from '../kit/Card'
import { CopyButton } from '../kit/CopyButton'
import { FormError } from '../kit/fields/Field'
import { TextField } from '../kit/fields/TextField'
import { useForm } from '../kit/fields/useForm'
import { CircleCheck } from '../kit/icons'
import { cx } from '../lib/cx'
import { paths } from '../paths'
import { useSite } from '../sessions/SiteProvider'
import { useFirstSteps, usePutAway, useSetContact } from './queries'

const TITLES: Record<string, string> = {
  mail: 'Mail works',
  https: 'Reached over https',
  contact: 'A contact address',
  event: 'The first event',
  member: 'The first member',
  backup: 'A backup',
}

export function FirstSteps() {
  const { data } = useFirstSteps()
  const { run, busy } = usePutAway()
  if (!data || data.isPutAway || data.steps.every(({ done }) => done)) return null
  const done = data.steps.filter((step) => step.done).length
  return (
    <Card as="section" aria-labelledby="first-steps" className="mb-6">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div>
          <h2 id="first-steps" className="text-h4">
            First steps
          </h2>
          <p className="text-small text-soft tabular-nums">{`${done} of ${data.steps.length} done`}</p>
        </div>
        <Button size="sm" variant="quiet" busy={busy} onClick={() => void run()}>
          Put away
        </Button>
      </div>
      <ul className="mt-3 divide-y divide-line">
        {data.steps.map((step) => (
          <li key={step.id} className="flex gap-3 py-3">
            <Mark done={step.done} />
            <div className="min-w-0 flex-1">
              <p className={cx('font-medium', step.done && 'text-soft')}>
                <span>{TITLES[step.id] ?? step.id}</span>
                <span className="sr-only">{step.done ? ', done' : ', to do'}</span>
              </p>
              {!step.done && <div className="mt-1 text-small text-soft">{HOW[step.id]}</div>}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Mark({ done }: { done: boolean }) {
  return (
    <span aria-hidden className="mt-0.5 shrink-0">
      {done ? <CircleCheck size="1.25rem" className="text-good" /> : <span className="block size-5 rounded-full border-2 border-strong" />}
    </span>
  )
}

const HOW: Record<string, ReactNode> = {
  mail: (
    <p className="max-w-measure">
      <code>mail.host</code>
      <span> and </span>
      <code>mail.from</code>
      <span> in the configuration name the mail server. After a change, start the site again. </span>
      <code className="whitespace-nowrap">community check --mail</code>
      <span> says what the mail server answers. The first mail that is sent ticks this.</span>
    </p>
  ),
  https: (
    <p className="max-w-measure">
      <span>Put a proxy with a certificate in front, name it in </span>
      <code>trusted_proxies</code>
      <span>, and set </span>
      <code>public_url</code>
      <span> to the address with https. Opening this page at that address ticks this.</span>
    </p>
  ),
  contact: <ContactForm />,
  event: (
    <ButtonLink size="sm" to={paths.admin.createEvent()}>
      Create the first event
    </ButtonLink>
  ),
  member: <Invite />,
  backup: (
    <div className="space-y-2">
      <p className="max-w-measure">
        <span>A copy of the site is one file, made while it runs: under Settings, or with </span>
        <code className="whitespace-nowrap">community export FILE</code>
        <span> where the server runs. Keep that file on another machine.</span>
      </p>
      <ButtonLink size="sm" to={paths.admin.settings('export')}>
        Export the community
      </ButtonLink>
    </div>
  ),
}

function ContactForm() {
  const { run } = useSetContact()
  const form = useForm({
    initial: { contactEmail: '' },
    check: ({ contactEmail }) => (contactEmail.trim() ? ({} as Record<string, string>) : { contactEmail: 'A valid e-mail address is required' }),
    send: ({ contactEmail }) => run(contactEmail.trim()),
  })
  return (
    <form {...form.props} className="mt-2 max-w-measure space-y-3">
      <TextField label="Where visitors write to" type="email" autoComplete="email" maxLength={CONTACT.contactEmail} {...form.text('contactEmail')} />
      <FormError>{form.problem}</FormError>
      <Button type="submit" size="sm" busy={form.busy} busyText="Saving…">
        Save address
      </Button>
    </form>
  )
}

function Invite() {
  const url = useSite()?.url ?? location.origin
  return (
    <div className="space-y-2">
      <p>Send somebody the address of the site; they sign in with their e-mail address.</p>
      <CopyButton size="sm" text={`${url}${paths.login()}`} label="Copy the invitation link" />
    </div>
  )
}
