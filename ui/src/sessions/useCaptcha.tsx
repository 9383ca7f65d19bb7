// The captcha of a form: its box, whether it is solved, and its token for one submission.
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { CaptchaBox, needsCaptcha } from '../kit/captcha/CaptchaBox'
import { FieldError } from '../kit/fields/Field'
import { CAPTCHA_FIRST } from './rules'
import { useSite } from './SiteProvider'

/** Milliseconds that a press waits for the captcha, which loads after the page. */
const ARRIVES_WITHIN = 15_000

type Solve = () => Promise<string | null>

type CaptchaOptions = {
  /** The message for an unsolved captcha. */
  skipped?: string
  /** Something besides the form waits for the captcha, so it starts at once if it needs no help. */
  eager?: boolean
}

export function useCaptcha(hint: ReactNode, { skipped = CAPTCHA_FIRST, eager }: CaptchaOptions = {}) {
  const config = useSite()?.captcha
  const [token, setToken] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  const [problem, setProblem] = useState<string>()
  const group = useRef<HTMLDivElement>(null)
  const solver = useRef<Solve>(undefined)
  const [arrival] = useState(waitForArrival)
  const solved = config !== undefined && (token !== null || !needsCaptcha(config))
  const needed = useRef(true)

  useEffect(() => {
    if (!config) return
    needed.current = needsCaptcha(config)
    // No code of ours runs that could be awaited.
    if (config.provider !== 'builtin') arrival.arrive()
  }, [config, arrival])

  const box = config && needsCaptcha(config) && (
    <div ref={group} className="print:hidden">
      <p className="mb-1.5 text-small font-medium">Security verification</p>
      <CaptchaBox
        config={config}
        attempt={attempt}
        eager={eager}
        onSolver={(solve) => {
          solver.current = solve
          arrival.arrive()
        }}
        onToken={(next) => {
          setToken(next)
          if (next !== null) setProblem(undefined)
        }}
      />
      <p className="mt-1.5 text-caption text-faint">
        <span>{hint}</span>
        {config.provider === 'builtin' && <span> It ticks itself when you begin.</span>}
      </p>
      <FieldError error={problem} />
    </div>
  )

  return {
    box,
    solved,
    /**
     * The token to send. A captcha that works alone is solved now, unless it is already. Undefined when it was skipped or
     * failed; then it shows a message and gets the focus.
     */
    async take(): Promise<string | undefined> {
      if (solved) return token ?? ''
      // A press before the captcha has loaded waits for it, so nobody has to press twice.
      if (!solver.current) await Promise.race([arrival.arrived, new Promise((late) => setTimeout(late, ARRIVES_WITHIN))])
      if (!needed.current) return ''
      const answer = await solver.current?.()
      if (answer) return answer
      // A failed one says so itself.
      if (answer === undefined) setProblem(skipped)
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

function waitForArrival() {
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  return { arrived, arrive }
}
