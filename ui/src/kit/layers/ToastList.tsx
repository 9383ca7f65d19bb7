// The toasts: in a corner of the window, on a narrow one under the header, so that they cover no button that was just used or comes
// next. They stay while the pointer or the focus is on them. While a dialog is open, they are part of it, because nothing outside a
// modal dialog can be reached or heard.
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { cx } from '../../lib/cx'
import { CircleAlert, CircleCheck, X } from '../icons'
import { useTopModal } from './modal'
import { dismiss, wait, type Toast } from './Toast'

const HELD = 3_600_000

/** Puts the toasts into the top layer, above the dialog. Browsers without popovers draw them in place. */
const TOP_LAYER = typeof HTMLElement !== 'undefined' && 'popover' in HTMLElement.prototype

export default function ToastList({ toasts }: { toasts: readonly Toast[] }) {
  const dialog = useTopModal()
  // Another place gets a new list, so that its live regions start empty too.
  return createPortal(<Toasts key={dialog ? 'dialog' : 'page'} toasts={toasts} />, dialog ?? document.body)
}

function Toasts({ toasts }: { toasts: readonly Toast[] }) {
  const layer = useRef<HTMLElement>(null)
  useEffect(() => {
    if (TOP_LAYER) layer.current?.showPopover()
  }, [])
  // The live regions exist before their messages, because screen readers announce only changes.
  const [ready, setReady] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), 50)
    return () => clearTimeout(timer)
  }, [])
  const shown = ready ? toasts : []
  const hold = () => toasts.forEach(({ id }) => wait(id, HELD))
  const release = () => toasts.forEach(({ id }) => wait(id, 4000))
  return (
    <section
      ref={layer}
      popover={TOP_LAYER ? 'manual' : undefined}
      aria-label="Notifications"
      className="pointer-events-none fixed inset-x-0 z-60 m-0 flex h-auto w-full flex-col items-end gap-2 overflow-visible border-0 bg-transparent p-4 text-ink max-lg:top-(--header) max-lg:bottom-auto max-lg:py-2 lg:top-auto lg:bottom-0"
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
                <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2">
                  <span className="min-w-40 flex-1 py-2">{one.message}</span>
                  {one.actions.length > 0 && (
                    <span className="ms-auto flex flex-wrap">
                      {one.actions.map(({ label, run, keys }) => (
                        <button
                          key={label}
                          type="button"
                          aria-keyshortcuts={keys}
                          className="min-h-11 rounded-sm px-3 font-medium whitespace-nowrap text-accent-ink hover:bg-accent-tint"
                          onClick={() => {
                            run()
                            dismiss(one.id)
                            // The button is gone now. The next Tab begins in the page, not at the top of the window.
                            setTimeout(() => document.activeElement === document.body && document.getElementById('main')?.focus({ preventScroll: true }), 50)
                          }}
                        >
                          {label}
                        </button>
                      ))}
                    </span>
                  )}
                </span>
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
