// A native <dialog>: the browser keeps the focus inside, closes it on Escape and returns the focus. The focus starts at the
// first control, or at the one with `data-autofocus`.
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { cx } from '../../lib/cx'
import { Button, IconButton } from '../Button'
import { X } from '../icons'
import { closeModal, showModal, useBackdrop } from './modal'

type DialogProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  children: ReactNode
  /** Buttons, the main one last. */
  footer?: ReactNode
  /** Controls that stay beside the title. */
  tools?: ReactNode
  wide?: boolean
}

export function Dialog({ open, onClose, title, children, footer, tools, wide }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  useEffect(() => {
    const element = dialog.current
    if (!open || !element) return
    showModal(element)
    // The browser reads the autofocus attribute, which React never writes.
    element.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    return () => closeModal(element)
  }, [open])
  const backdrop = useBackdrop(onClose)

  return (
    // The browser handles Escape.
    <dialog
      ref={dialog}
      aria-labelledby={heading}
      // In React these two events also bubble up from a dialog inside this one.
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      onClose={(event) => open && event.target === event.currentTarget && !event.currentTarget.open && onClose()}
      {...backdrop}
      className={cx('m-auto w-[calc(100%-2rem)] max-h-[calc(100dvh-2rem)] scroll-pt-20 overflow-auto rounded-lg border border-line bg-raised shadow-float', wide ? 'max-w-page' : 'max-w-140')}
    >
      {open && (
        <div className="p-4 sm:p-6">
          {/* The title and the way out stay while a long dialog is scrolled. */}
          <div className="sticky top-0 z-10 -mx-4 -mt-4 flex items-start justify-between gap-4 bg-raised px-4 pt-4 pb-2 sm:-mx-6 sm:-mt-6 sm:px-6 sm:pt-6 print:static">
            <h2 id={heading} className="text-h3 text-pretty">
              {title}
            </h2>
            <div className="-mt-2.5 -me-2 flex shrink-0 gap-1 sm:-me-3">
              {tools}
              <IconButton label="Close" icon={<X aria-hidden size="1.25rem" />} onClick={onClose} />
            </div>
          </div>
          <div>{children}</div>
          {footer && <div className="mt-6 flex flex-wrap justify-end gap-3 max-sm:*:grow">{footer}</div>}
        </div>
      )}
    </dialog>
  )
}

type ConfirmProps = {
  open: boolean
  onClose: () => void
  onConfirm: () => void
  /** A question that names its subject. */
  title: ReactNode
  children?: ReactNode
  confirmLabel: string
  /** What the other button says: what stays as it is, where “Cancel” could be taken for the deed. */
  keepLabel?: string
  busy?: boolean
  busyText?: string
}

/** Only for what cannot be undone. */
export function ConfirmDialog({ open, onClose, onConfirm, title, children, confirmLabel, keepLabel = 'Cancel', busy, busyText }: ConfirmProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button onClick={onClose}>{keepLabel}</Button>
          <Button variant="danger" onClick={onConfirm} busy={busy} busyText={busyText}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
