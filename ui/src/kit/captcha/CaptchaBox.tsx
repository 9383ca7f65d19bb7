// The captcha that the operator chose. Its code loads when the box is shown.
import { lazy, Suspense } from 'react'
import { Skeleton } from '../Skeleton'

export type CaptchaConfig = { provider: string; siteKey?: string | null }

export type CaptchaProps = {
  /** A token when it is solved, null when it expired or failed. */
  onToken: (token: string | null) => void
}

const BuiltinCaptcha = lazy(() => import('./BuiltinCaptcha'))
const ScriptCaptcha = lazy(() => import('./ScriptCaptcha'))

type CaptchaBoxProps = CaptchaProps & {
  config: CaptchaConfig
  /** Change it after a submission: a solved challenge counts once. */
  attempt?: number
}

/** With provider `none` nothing is shown; see `needsCaptcha`. */
export function CaptchaBox({ config, onToken, attempt = 0 }: CaptchaBoxProps) {
  if (!needsCaptcha(config)) return null
  return (
    <div role="group" aria-label="Security verification" className="min-h-16">
      <Suspense fallback={<Skeleton className="h-14 w-full max-w-80 rounded-md!" />}>
        {config.provider === 'builtin' ? (
          <BuiltinCaptcha key={attempt} onToken={onToken} />
        ) : (
          <ScriptCaptcha key={attempt} provider={config.provider} siteKey={config.siteKey ?? ''} onToken={onToken} />
        )}
      </Suspense>
    </div>
  )
}

export const needsCaptcha = (config: CaptchaConfig | undefined) => config !== undefined && config.provider !== 'none'
