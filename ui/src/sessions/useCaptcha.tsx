// The captcha of a form: its box, whether it is solved, and its token for one submission.
import { useRef, useState, type ReactNode } from 'react'
import { CaptchaBox, needsCaptcha } from '../kit/captcha/CaptchaBox'
import { FieldError } from '../kit/fields/Field'
import { CAPTCHA_FIRST } from './rules'
import { useSite } from './SiteProvider'

/** `skipped` is what is said when the captcha was not solved. */
export function useCaptcha(hint: ReactNode, skipped = CAPTCHA_FIRST) {
  const config = useSite()?.captcha
  const [token, setToken] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  const [problem, setProblem] = useState<string>()
  const group = useRef<HTMLDivElement>(null)
  const solved = config !== undefined && (token !== null || !needsCaptcha(config))

  const box = config && needsCaptcha(config) && (
    <div ref={group}>
      <p className="mb-1.5 text-small font-medium">Security verification</p>
      <CaptchaBox
        config={config}
        attempt={attempt}
        onToken={(next) => {
          setToken(next)
          if (next !== null) setProblem(undefined)
        }}
      />
      <p className="mt-1.5 text-caption text-faint">{hint}</p>
      <FieldError error={problem} />
    </div>
  )

  return {
    box,
    solved,
    /** The token to send; undefined when the captcha was skipped, which is then said and gets the focus. */
    take(): string | undefined {
      if (solved) return token ?? ''
      setProblem(skipped)
      group.current?.querySelector<HTMLElement>('input, button, iframe')?.focus()
      return undefined
    },
    /** After a submission: a solved challenge counts once, so there is a new one, unless the server did not get that far. */
    settle(outcome: { ok: true } | { ok: false; status: number; fields: Record<string, string> }) {
      const refused = outcome.ok ? undefined : outcome.fields.captchaToken
      if (!outcome.ok && outcome.status === 422 && !refused) return
      setProblem(refused)
      setToken(null)
      setAttempt((before) => before + 1)
    },
  }
}
