// Where the mailed link leads: one button, so that a mail scanner that follows links does not use it up.
import { useEffect, useRef } from 'react'
import { useChange } from '../api/useChange'
import { Button } from '../kit/Button'
import { FormError } from '../kit/fields/Field'
import { LogIn } from '../kit/icons'
import { orThrow, signInWithLink } from './signIn'
import { useEnter } from './useEnter'

type ConfirmLinkProps = {
  token: string
  /** Somebody is about to be signed in. */
  onDone: () => void
  /** The server refused, with a message: the link is wrong, used or expired. */
  onRefused: (message: string) => void
}

/** A lost connection or a server at fault did not use the link up. */
const mayWork = (status: number) => status === 0 || status >= 500

export function ConfirmLink({ token, onDone, onRefused }: ConfirmLinkProps) {
  const enter = useEnter()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus({ preventScroll: true }), [])

  const { run, busy, refusal } = useChange({
    call: () => orThrow(signInWithLink(token)),
    onDone(answer) {
      onDone()
      enter(answer)
    },
    onRefused: ({ message, status }) => !mayWork(status) && onRefused(message),
  })
  const error = refusal && mayWork(refusal.status) ? refusal.message : undefined

  return (
    <div className="space-y-5 [&>:empty]:hidden">
      <FormError>{error}</FormError>
      <Button ref={button} variant="primary" size="lg" wide busy={busy} busyText="Signing in…" onClick={() => void run()} icon={<LogIn aria-hidden size="1.1em" />}>
        Sign in
      </Button>
      <p className="text-small text-soft">Did somebody else ask for this link? Then close this page; nothing happens until the button is pressed.</p>
    </div>
  )
}
