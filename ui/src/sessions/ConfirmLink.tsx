// Where the mailed link leads: one button, so that a mail scanner that follows links does not use it up.
import { useEffect, useRef, useState } from 'react'
import { Button } from '../kit/Button'
import { FormError } from '../kit/fields/Field'
import { LogIn } from '../kit/icons'
import { toast } from '../kit/layers/Toast'
import { useSession } from './SessionProvider'
import { signInWithLink } from './signIn'

type ConfirmLinkProps = {
  token: string
  /** Somebody is about to be signed in. */
  onDone: () => void
  /** The server said no, with the words for it: 401 when the link is wrong, used or over. */
  onRefused: (message: string, status: number) => void
}

export function ConfirmLink({ token, onDone, onRefused }: ConfirmLinkProps) {
  const { signIn } = useSession()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus({ preventScroll: true }), [])

  const confirm = async () => {
    setBusy(true)
    setError(undefined)
    const outcome = await signInWithLink(token)
    setBusy(false)
    if (outcome.ok) {
      toast(`Signed in as ${outcome.data.user.name}.`)
      onDone()
      signIn(outcome.data.user, outcome.data.token)
    }
    // A lost connection or a server at fault did not use the link up.
    else if (outcome.status === 0 || outcome.status >= 500) setError(outcome.message)
    else onRefused(outcome.message, outcome.status)
  }

  return (
    <div className="space-y-5 [&>:empty]:hidden">
      <FormError>{error}</FormError>
      <Button ref={button} variant="primary" size="lg" wide busy={busy} busyText="Signing in…" onClick={() => void confirm()} icon={<LogIn aria-hidden size="1.1em" />}>
        Sign in
      </Button>
      <p className="text-small text-soft">Did somebody else ask for this link? Then close this page; nothing happens until the button is pressed.</p>
    </div>
  )
}
