// Toasts report outcomes: `toast('Saved')`, `toast.error(message)`, with an optional button. ToastList.tsx shows them.
import { useSyncExternalStore } from 'react'
import { part } from '../../lib/part'
import { Optional } from '../Optional'

export type Toast = { id: number; kind: 'good' | 'bad'; message: string; actions: Action[] }
type Action = { label: string; run: () => void; /** The key that presses it, where the page has keys. */ keys?: string }
type Options = { action?: Action; /** The action "Undo". */ undo?: () => void; undoKeys?: string; /** Milliseconds. */ duration?: number }

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

export function wait(id: number, duration: number) {
  clearTimeout(timers.get(id))
  timers.set(id, setTimeout(() => dismiss(id), duration))
}

function show(kind: Toast['kind'], message: string, { undo, undoKeys, action, duration }: Options = {}) {
  const id = next++
  const actions = [...(undo ? [{ label: 'Undo', run: undo, keys: undoKeys }] : []), ...(action ? [action] : [])]
  // A repeated message replaces its toast, and at most three toasts show at once.
  const others = toasts.filter((one) => one.message !== message)
  set([...others, { id, kind, message, actions }].slice(-3))
  wait(id, duration ?? (actions.length > 0 || kind === 'bad' ? 9000 : 5000))
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

// Most visits show no toast, so its code loads with the first one.
const ToastList = part(() => import('./ToastList'))
const never = next

/** The place where toasts appear. Render it once. */
export function Toaster() {
  const shown = useSyncExternalStore(subscribe, () => toasts)
  if (next === never) return null
  return (
    <Optional resetKey={shown.at(-1)?.id} instead={() => <PlainToasts toasts={shown} />}>
      <ToastList toasts={shown} />
    </Optional>
  )
}

/** The messages alone, when the code of the list failed to load. */
function PlainToasts({ toasts: shown }: { toasts: readonly Toast[] }) {
  return (
    <p role="status" className="fixed inset-x-0 bottom-0 z-60 bg-raised p-4 text-center shadow-float empty:hidden">
      {shown.map((one) => one.message).join(' ')}
    </p>
  )
}
