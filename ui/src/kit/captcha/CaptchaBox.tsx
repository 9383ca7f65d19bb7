// The captcha that the operator chose. Its code loads when the box is shown.
import { part } from '../../lib/part'
import { Button } from '../Button'
import { FieldError } from '../fields/Field'
import { Optional } from '../Optional'
import { Skeleton } from '../Skeleton'
import { UNREACHABLE } from './messages'

export type CaptchaConfig = { provider: string; siteKey?: string | null }

export type CaptchaProps = {
  /** Gets a token when the captcha is solved, and null when it has expired or failed. */
  onToken: (token: string | null) => void
  /** Receives a function that solves the captcha without help, where that is possible. It returns null after a failure. */
  onSolver?: (solve: () => Promise<string | null>) => void
  /** Starts at once instead of with the first input in the form. */
  eager?: boolean
}

const BuiltinCaptcha = part(() => import('./BuiltinCaptcha'), { reload: true })
const ScriptCaptcha = part(() => import('./ScriptCaptcha'), { reload: true })

type CaptchaBoxProps = CaptchaProps & {
  config: CaptchaConfig
  /** Change it after each submission, because a solved challenge counts once. */
  attempt?: number
}

/** Shows nothing with provider `none`; see `needsCaptcha`. */
export function CaptchaBox({ config, attempt = 0, onSolver, eager, onToken }: CaptchaBoxProps) {
  if (!needsCaptcha(config)) return null
  return (
    <div role="group" aria-label="Security verification" className="min-h-16">
      <Optional loading={<Skeleton className="h-14 w-full max-w-100 rounded-md!" />} instead={(retry) => <NotLoaded onRetry={retry} />}>
        {config.provider === 'builtin' ? (
          <BuiltinCaptcha key={attempt} onToken={onToken} onSolver={onSolver} eager={eager} />
        ) : (
          <ScriptCaptcha key={attempt} provider={config.provider} siteKey={config.siteKey ?? ''} onToken={onToken} />
        )}
      </Optional>
    </div>
  )
}

function NotLoaded({ onRetry }: { onRetry: () => void }) {
  return (
    <>
      <FieldError error={UNREACHABLE} />
      <Button size="sm" onClick={onRetry} className="mt-2">
        Try again
      </Button>
    </>
  )
}

export const needsCaptcha = (config: CaptchaConfig | undefined) => config !== undefined && config.provider !== 'none'
