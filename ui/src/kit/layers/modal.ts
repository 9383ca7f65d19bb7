// Modal dialogs: which one is on top, and what counts as a click outside.
import { useRef, useSyncExternalStore, type MouseEvent, type PointerEvent } from 'react'

let open: readonly HTMLDialogElement[] = []
const listeners = new Set<() => void>()

function set(next: readonly HTMLDialogElement[]) {
  open = next
  for (const listener of listeners) listener()
}

export function showModal(dialog: HTMLDialogElement) {
  if (!dialog.open) dialog.showModal()
  set([...open.filter((one) => one !== dialog), dialog])
}

/** Closes a dialog, whether it was opened as a modal one or not. */
export function closeModal(dialog: HTMLDialogElement) {
  dialog.close()
  if (open.includes(dialog)) set(open.filter((one) => one !== dialog))
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The modal dialog on top; nothing outside it can be reached. */
export const useTopModal = () => useSyncExternalStore(subscribe, () => open.at(-1))

const isBeside = ({ target, currentTarget, clientX, clientY }: MouseEvent) => {
  if (target !== currentTarget) return false
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect()
  return clientX < left || clientX > right || clientY < top || clientY > bottom
}

/** Handlers that close a dialog on a click outside. The press must be outside too, because a text selection may end there. */
export function useBackdrop(onClose: () => void) {
  const pressed = useRef(false)
  return {
    onPointerDown(event: PointerEvent) {
      pressed.current = isBeside(event)
    },
    onClick(event: MouseEvent) {
      if (pressed.current && isBeside(event)) onClose()
      pressed.current = false
    },
  }
}
