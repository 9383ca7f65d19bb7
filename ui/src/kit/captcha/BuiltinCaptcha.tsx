// The built-in captcha: a proof of work that this server checks. It needs no third party and works offline and without https.
// It starts with the first input in its form, so that nobody waits. The box is for people who look for it.
import { useEffect, useRef, useState } from 'react'
import { FieldError } from '../fields/Field'
import { Check } from '../icons'
import { Spinner } from '../Skeleton'
import type { CaptchaProps } from './CaptchaBox'
import { FAILED } from './messages'
import { solve } from './solve'

/** Milliseconds for which an answer is kept. The server accepts it for ten minutes after the challenge. */
const KEPT = 9 * 60_000

type State = 'idle' | 'working' | 'solved'

export default function BuiltinCaptcha({ onToken, onSolver, eager = false }: CaptchaProps) {
  const [state, setState] = useState<State>('idle')
  const [error, setError] = useState<string>()
  const box = useRef<HTMLLabelElement>(null)
  const begin = useRef<() => Promise<string | null>>(undefined)
  const tell = useRef({ onToken, onSolver })
  useEffect(() => {
    tell.current = { onToken, onSolver }
  })

  useEffect(() => {
    const abort = new AbortController()
    const { signal } = abort
    let work: Promise<string | null> | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const forget = (problem?: string) => {
      work = undefined
      setState('idle')
      setError(problem)
      tell.current.onToken(null)
    }
    const attempt = async () => {
      try {
        const started = solve(signal)
        setState('working')
        setError(undefined)
        const token = await started
        timer = setTimeout(forget, KEPT)
        setState('solved')
        tell.current.onToken(token)
        return token
      } catch {
        if (!signal.aborted) forget(FAILED)
        return null
      }
    }
    const start = () => (work ??= attempt())
    begin.current = start
    tell.current.onSolver?.(start)
    const form = box.current?.closest('form')
    for (const sign of ['focusin', 'input', 'pointerdown']) form?.addEventListener(sign, () => void start(), { signal })
    // Somebody may have begun before this part of the page loaded.
    if (eager || form?.contains(document.activeElement)) queueMicrotask(() => !signal.aborted && void start())
    return () => {
      abort.abort()
      clearTimeout(timer)
    }
  }, [eager])

  return (
    <>
      <label ref={box} className="flex min-h-14 w-full max-w-100 cursor-pointer items-center gap-3 rounded-md border border-strong bg-surface px-4">
        <input type="checkbox" className="check" checked={state !== 'idle'} onChange={() => void begin.current?.()} />
        <span>I’m not a robot</span>
        <span role="status" className="ms-auto flex items-center gap-1.5 text-small text-soft">
          {state === 'working' && <Spinner />}
          {state === 'solved' && <Check aria-hidden size="1.1em" className="text-good" />}
          <span>{state === 'working' ? 'Checking…' : state === 'solved' ? 'Verified' : ''}</span>
        </span>
      </label>
      <FieldError error={error} />
    </>
  )
}
