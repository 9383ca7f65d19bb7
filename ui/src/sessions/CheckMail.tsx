// After a link was asked for: where to look for it, and how to get another. Says nothing about who has an account.
import { useState, type FormEvent } from 'react'
import { useChange } from '../api/useChange'
import { Button } from '../kit/Button'
import { FormError } from '../kit/fields/Field'
import { RefreshCw } from '../kit/icons'
import { toast } from '../kit/layers/Toast'
import { askForLink, orThrow } from './signIn'
import { useCaptcha } from './useCaptcha'

type CheckMailProps = { email: string; returnTo?: string; onBack: () => void }

export function CheckMail({ email, returnTo, onBack }: CheckMailProps) {
  const [again, setAgain] = useState(false)
  return (
    <div className="space-y-6">
      <ol className="space-y-4">
        {['Open the mail on this device, if you can.', 'Follow its link. It works once, for 15 minutes.', 'Press “Sign in” on the page that opens. In this browser, this page then goes on by itself.'].map((step, at) => (
          <li key={step} className="flex gap-3.5">
            <span aria-hidden className="grid size-7 shrink-0 place-items-center rounded-full bg-accent-tint font-display text-small font-bold text-accent-ink">
              {at + 1}
            </span>
            <span className="pt-0.5">{step}</span>
          </li>
        ))}
      </ol>
      <div className="border-t border-line pt-5 text-small text-soft">
        <p className="font-medium text-ink">Nothing there after a few minutes?</p>
        <p className="mt-1">Look into the spam folder and check the address. On a site without a mail server, its operator finds the link on the server’s console.</p>
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

function Resend({ email, returnTo, onSent }: { email: string; returnTo?: string; onSent: () => void }) {
  const captcha = useCaptcha('Once more, for the new link.')
  const { run, busy, refusal } = useChange({
    call: (token: string) => orThrow(askForLink(email, token, returnTo)),
    onDone() {
      toast('A new link is on its way.')
      onSent()
    },
  })
  const error = refusal?.fields.captchaToken ? undefined : refusal?.message
  const send = async (event: FormEvent) => {
    event.preventDefault()
    const token = busy ? undefined : captcha.take()
    const outcome = token === undefined ? undefined : await run(token)
    if (outcome) captcha.settle(outcome)
  }

  return (
    <form onSubmit={(event) => void send(event)} noValidate className="space-y-5 [&>:empty]:hidden">
      {captcha.box}
      <FormError>{error}</FormError>
      <Button type="submit" variant="primary" busy={busy} busyText="Sending the link…" wide>
        Send a new link
      </Button>
    </form>
  )
}
