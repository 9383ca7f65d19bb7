// Outcomes: `toast('Saved')`, `toast.error(message)`, with an undo where one is possible. One <Toaster/> shows them.
import { useSyncExternalStore } from 'react'
import { cx } from '../lib/cx'
import { CircleAlert, CircleCheck, X } from './icons'

type Toast = { id: number; kind: 'good' | 'bad'; message: string; undo?: () => void }
type Options = { undo?: () => void; /** Milliseconds. */ duration?: number }

let toasts: readonly Toast[] = []
let next = 1
const listeners = new Set<() => void>()
const timers = new Map<number, ReturnType<typeof setTimeout>>()

function set(value: readonly Toast[]) {
  toasts = value
  for (const listener of listeners) listener()
}

export function dismiss(id: number) {
  clearTimeout(timers.get(id))
  timers.delete(id)
  set(toasts.filter((one) => one.id !== id))
}

function wait(id: number, duration: number) {
  clearTimeout(timers.get(id))
  timers.set(id, setTimeout(() => dismiss(id), duration))
}

function show(kind: Toast['kind'], message: string, { undo, duration }: Options = {}) {
  const id = next++
  // The same words twice are one toast; more than three are a wall.
  const others = toasts.filter((one) => one.message !== message)
  set([...others, { id, kind, message, undo }].slice(-3))
  wait(id, duration ?? (undo || kind === 'bad' ? 9000 : 5000))
  return id
}

export function toast(message: string, options?: Options) {
  return show('good', message, options)
}
toast.error = (message: string, options?: Options) => show('bad', message, options)

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function Toaster() {
  const shown = useSyncExternalStore(subscribe, () => toasts)
  const hold = () => timers.forEach(clearTimeout)
  const release = () => toasts.forEach(({ id }) => wait(id, 4000))
  return (
    <section
      aria-label="Notifications"
      className="pointer-events-none fixed inset-x-0 bottom-0 z-60 flex flex-col items-center gap-2 p-4"
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      {(['good', 'bad'] as const).map((kind) => (
        <div key={kind} role={kind === 'bad' ? 'alert' : 'status'} className="contents">
          {shown
            .filter((one) => one.kind === kind)
            .map((one) => (
              <div key={one.id} className="popup pointer-events-auto flex w-full max-w-120 items-center gap-3 rounded-md border border-line bg-raised py-1.5 ps-4 pe-1.5 shadow-float">
                <span className={cx('shrink-0', kind === 'bad' ? 'text-bad' : 'text-good')}>
                  {kind === 'bad' ? <CircleAlert aria-hidden size="1.25rem" /> : <CircleCheck aria-hidden size="1.25rem" />}
                </span>
                <span className="min-w-0 flex-1 py-2">{one.message}</span>
                {one.undo && (
                  <button
                    type="button"
                    className="min-h-11 rounded-sm px-3 font-medium text-accent-ink hover:bg-accent-tint"
                    onClick={() => {
                      one.undo?.()
                      dismiss(one.id)
                    }}
                  >
                    Undo
                  </button>
                )}
                <button type="button" aria-label="Dismiss" className="grid min-h-11 min-w-11 place-items-center rounded-sm text-faint hover:text-ink" onClick={() => dismiss(one.id)}>
                  <X aria-hidden size="1.1rem" />
                </button>
              </div>
            ))}
        </div>
      ))}
    </section>
  )
}
