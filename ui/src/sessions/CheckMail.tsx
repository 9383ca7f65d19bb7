// After the request for a link: a field for the code, where to look for the mail, and how to get another one. It does not reveal who has an account.
import { useState } from 'react'
import { PROOF } from '../api/forms'
import { useChange } from '../api/useChange'
import { Button } from '../kit/Button'
import { FormError } from '../kit/fields/Field'
import { TextField } from '../kit/fields/TextField'
import { useForm } from '../kit/fields/useForm'
import { LogIn, RefreshCw } from '../kit/icons'
import { toast } from '../kit/layers/Toast'
import { askForLink, orThrow, signInWithCode } from './signIn'
import { useCaptcha } from './useCaptcha'
import { useEnter } from './useEnter'

type CheckMailProps = { email: string; returnTo?: string; onBack: () => void }

export function CheckMail({ email, returnTo, onBack }: CheckMailProps) {
  const [again, setAgain] = useState(false)
  return (
    <div className="space-y-6">
      <CodeForm email={email} />
      <p className="text-small text-soft">Or follow the link in the mail. If it opens in this browser, this page goes on by itself. Link and code work once, for 15 minutes.</p>
      <div className="border-t border-line pt-5 text-small text-soft">
        <p className="font-medium text-ink">No mail after a few minutes?</p>
        <p className="mt-1">Look in your spam folder, and check the address. On a site without a mail server, its operator finds both on the server’s console.</p>
      </div>
      {again ? (
        <Resend email={email} returnTo={returnTo} onSent={() => setAgain(false)} />
      ) : (
        <div className="flex flex-wrap gap-3">
          <Button onClick={() => setAgain(true)} icon={<RefreshCw aria-hidden size="1.1em" />}>
            Send it again
          </Button>
          <Button variant="quiet" onClick={onBack}>
            Use another address
          </Button>
        </div>
      )}
    </div>
  )
}

function CodeForm({ email }: { email: string }) {
  const enter = useEnter()
  const { run } = useChange({ call: (code: string) => orThrow(signInWithCode(email, code)), onDone: enter })
  const form = useForm({
    initial: { code: '' },
    async send({ code }) {
      const outcome = await run(code.replace(/\s/g, ''))
      // The server's message about the code shows at the code.
      if (outcome && !outcome.ok && outcome.status >= 400 && outcome.status < 500 && !outcome.fields.code) return { ...outcome, fields: { code: outcome.message } }
      return outcome
    },
  })
  return (
    <form {...form.props} className="space-y-5 [&>:empty]:hidden">
      <FormError>{form.problem}</FormError>
      <TextField
        label="Code from the mail"
        hint="Six digits. Use it when the mail is on another device."
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        maxLength={PROOF.code}
        {...form.text('code')}
      />
      <Button type="submit" variant="primary" wide busy={form.busy} busyText="Signing in…" icon={<LogIn aria-hidden size="1.1em" />}>
        Sign in
      </Button>
    </form>
  )
}

function Resend({ email, returnTo, onSent }: { email: string; returnTo?: string; onSent: () => void }) {
  const captcha = useCaptcha('Once more, for the new link.')
  const { run, refusal } = useChange({
    call: (token: string) => orThrow(askForLink(email, token, returnTo)),
    onDone() {
      toast('A new link is on its way.')
      onSent()
    },
  })
  const error = refusal?.fields.captchaToken ? undefined : refusal?.message
  const form = useForm({
    initial: {},
    async send() {
      const token = await captcha.take()
      const outcome = token === undefined ? undefined : await run(token)
      if (outcome) captcha.settle(outcome)
      return outcome
    },
  })

  return (
    <form {...form.props} className="space-y-5 [&>:empty]:hidden">
      {captcha.box}
      <FormError>{error}</FormError>
      <Button type="submit" variant="primary" busy={form.busy} busyText="Sending the link…" wide>
        Send a new link
      </Button>
    </form>
  )
}
