// The ways to sign in, behind one captcha: Google's button when the site has it, and a link by e-mail.
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { Button } from '../kit/Button'
import { FormError } from '../kit/fields/Field'
import { Mail } from '../kit/icons'
import { Link } from '../kit/Link'
import { TextField } from '../kit/fields/TextField'
import { toast } from '../kit/layers/Toast'
import { paths } from '../paths'
import { rememberedLockout } from './attempts'
import { GoogleButton } from './GoogleButton'
import { lockedMessage } from './rules'
import { useSession } from './SessionProvider'
import { askForLink, signInWithGoogle } from './signIn'
import { useSite } from './SiteProvider'
import { useCaptcha } from './useCaptcha'

type SignInFormProps = {
  email: string
  onEmail: (email: string) => void
  /** What went wrong before this form was shown. */
  problem?: string
  /** It was the mailed link that failed. */
  linkRefused?: boolean
  returnTo?: string
  onSent: () => void
}

export function SignInForm({ email, onEmail, problem, linkRefused, returnTo, onSent }: SignInFormProps) {
  const site = useSite()
  const { signIn } = useSession()
  const [error, setError] = useState<string | undefined>(() => {
    const minutes = rememberedLockout()
    return problem ?? (minutes ? lockedMessage(minutes) : undefined)
  })
  const [emailError, setEmailError] = useState<string>()
  const [busy, setBusy] = useState<'google' | 'email'>()
  const input = useRef<HTMLInputElement>(null)
  const alert = useRef<HTMLDivElement>(null)
  const clientId = site?.signIn.googleClientId
  const captcha = useCaptcha(clientId ? 'This comes first: it opens both ways to sign in.' : 'This comes first: it keeps robots out.')

  useEffect(() => {
    if (error) alert.current?.scrollIntoView?.({ block: 'nearest' })
  }, [error])

  const withGoogle = async (credential: string) => {
    const token = captcha.take()
    if (token === undefined || busy) return
    setBusy('google')
    setError(undefined)
    const outcome = await signInWithGoogle(credential, token)
    setBusy(undefined)
    captcha.settle(outcome)
    if (outcome.ok) {
      toast(`Signed in as ${outcome.data.user.name}.`)
      signIn(outcome.data.user, outcome.data.token)
    } else if (!outcome.fields.captchaToken) setError(outcome.message)
  }

  const withEmail = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const token = captcha.take()
    if (token === undefined) return
    if (!email.trim() || !input.current?.validity.valid) {
      setEmailError('A valid e-mail address is required')
      input.current?.focus()
      return
    }
    setBusy('email')
    setError(undefined)
    setEmailError(undefined)
    const outcome = await askForLink(email.trim(), token, returnTo)
    setBusy(undefined)
    captcha.settle(outcome)
    if (outcome.ok) return onSent()
    if (outcome.fields.email) {
      setEmailError(outcome.fields.email)
      input.current?.focus()
    } else if (!outcome.fields.captchaToken) setError(outcome.message)
  }

  return (
    <form onSubmit={(event) => void withEmail(event)} noValidate className="space-y-6">
      <div ref={alert} className="has-[>:empty]:hidden">
        <FormError>
          {error && (
            <>
              <p>{error}</p>
              {linkRefused && error === problem && <p className="mt-1">This link has been used or is over. Ask for a new one here.</p>}
            </>
          )}
        </FormError>
      </div>
      {captcha.box}
      {clientId && (
        <>
          <div>
            <GoogleButton clientId={clientId} enabled={captcha.solved} busy={busy === 'google'} onCredential={(credential) => void withGoogle(credential)} />
            <p className="mt-1.5 text-caption text-faint">Google asks in a window of its own. Please allow popups for this site.</p>
          </div>
          <p className="flex items-center gap-4 text-caption text-faint before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">or</p>
        </>
      )}
      <TextField
        label="E-mail address"
        hint="No password: we mail you a link that signs you in once. If you are new, it makes your account."
        error={emailError}
        ref={input}
        type="email"
        name="email"
        autoComplete="email"
        spellCheck={false}
        maxLength={254}
        value={email}
        onChange={(event) => {
          onEmail(event.target.value)
          setEmailError(undefined)
        }}
      />
      <Button type="submit" variant="primary" wide busy={busy === 'email'} busyText="Sending the link…" icon={<Mail aria-hidden size="1.1em" />}>
        Email me a sign-in link
      </Button>
      <p className="border-t border-line pt-5 text-caption text-faint">
        By signing in you agree to the <Link to={paths.terms()}>Terms of Service</Link> and the <Link to={paths.privacy()}>Privacy Policy</Link>.
      </p>
    </form>
  )
}
