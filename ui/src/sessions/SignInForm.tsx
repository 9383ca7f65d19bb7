// The ways to sign in, behind one captcha: Google's button when the site has it, and a link by e-mail.
import { useEffect, useRef, useState } from 'react'
import { LINK_REQUEST } from '../api/forms'
import { useChange } from '../api/useChange'
import { Button } from '../kit/Button'
import { FormError } from '../kit/fields/Field'
import { Mail } from '../kit/icons'
import { Link } from '../kit/Link'
import { TextField } from '../kit/fields/TextField'
import { useForm } from '../kit/fields/useForm'
import { paths } from '../paths'
import { rememberedLockout } from './attempts'
import { GoogleButton } from './GoogleButton'
import { lockedMessage } from './rules'
import { askForLink, orThrow, signInWithGoogle } from './signIn'
import { useSite } from './SiteProvider'
import { useCaptcha } from './useCaptcha'
import { useEnter } from './useEnter'

type SignInFormProps = {
  email: string
  onEmail: (email: string) => void
  /** What went wrong before this form was shown. */
  problem?: string
  returnTo?: string
  onSent: () => void
}

export function SignInForm({ email, onEmail, problem, returnTo, onSent }: SignInFormProps) {
  const site = useSite()
  const enter = useEnter()
  const [error, setError] = useState<string | undefined>(() => {
    const minutes = rememberedLockout()
    return problem ?? (minutes ? lockedMessage(minutes) : undefined)
  })
  const input = useRef<HTMLInputElement>(null)
  const alert = useRef<HTMLDivElement>(null)
  const clientId = site?.signIn.googleClientId
  const captcha = useCaptcha('It keeps robots out.', { eager: Boolean(clientId) })

  useEffect(() => {
    if (error) alert.current?.scrollIntoView?.({ block: 'nearest' })
  }, [error])

  const google = useChange({
    call: ({ credential, token }: { credential: string; token: string }) => orThrow(signInWithGoogle(credential, token)),
    onDone: enter,
  })
  const withGoogle = async (credential: string) => {
    const token = form.busy || google.busy ? undefined : await captcha.take()
    if (token === undefined) return
    setError(undefined)
    const outcome = await google.run({ credential, token })
    if (!outcome) return
    captcha.settle(outcome)
    if (!outcome.ok && !outcome.fields.captchaToken) setError(outcome.message)
  }

  const link = useChange({ call: (token: string) => orThrow(askForLink(email.trim(), token, returnTo)), onDone: onSent })
  // The address outlives this form: it stays when somebody comes back from "Check your mail".
  const form = useForm({
    initial: { email },
    async send() {
      if (!email.trim() || !input.current?.validity.valid) return { ok: false, status: 422, code: 'invalid', message: '', fields: { email: 'A valid e-mail address is required' } }
      const token = google.busy ? undefined : await captcha.take()
      if (token === undefined) return undefined
      setError(undefined)
      const outcome = await link.run(token)
      if (!outcome) return undefined
      captcha.settle(outcome)
      if (!outcome.ok && Object.keys(outcome.fields).length === 0) setError(outcome.message)
      return outcome
    },
  })

  return (
    <form {...form.props} className="space-y-6">
      <div ref={alert} className="has-[>:empty]:hidden">
        <FormError>{error}</FormError>
      </div>
      {captcha.box}
      {clientId && (
        <>
          <div>
            <GoogleButton clientId={clientId} enabled={captcha.solved} busy={google.busy} onCredential={(credential) => void withGoogle(credential)} />
            <p className="mt-1.5 text-caption text-faint">Google asks in a window of its own. Please allow popups for this site.</p>
          </div>
          <p className="flex items-center gap-4 text-caption text-faint before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">or</p>
        </>
      )}
      <TextField
        label="E-mail address"
        hint="No password: we mail you a link and a code that sign you in once. If you are new, it creates your account."
        error={form.errors.email}
        ref={input}
        type="email"
        name="email"
        autoComplete="email"
        spellCheck={false}
        maxLength={LINK_REQUEST.email}
        value={email}
        onChange={(event) => {
          onEmail(event.target.value)
          form.set({ email: event.target.value })
        }}
      />
      <Button type="submit" variant="primary" wide busy={form.busy} busyText="Sending the link…" icon={<Mail aria-hidden size="1.1em" />}>
        Email me a sign-in link
      </Button>
      <p className="border-t border-line pt-5 text-caption text-faint">
        By signing in you agree to the <Link to={paths.terms()}>Terms of Service</Link> and the <Link to={paths.privacy()}>Privacy Policy</Link>.
      </p>
    </form>
  )
}
