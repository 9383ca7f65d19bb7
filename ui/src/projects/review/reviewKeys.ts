// Keys for reviewing many projects. Each belongs to a button or link of the page, which names it in aria-keyshortcuts.
import { useEffect, useEffectEvent } from 'react'
import { readStored, store } from '../../lib/storage'

export const KEYS = [
  { key: 'a', does: 'To “Approve Project”; Enter approves' },
  { key: 'r', does: 'Reject Project' },
  { key: 'j', does: 'Next in the queue' },
  { key: 'k', does: 'Previous in the queue' },
  { key: 'z', does: 'Undo the last decision' },
  { key: 'u', does: 'Back to Projects' },
  { key: '?', does: 'These keys' },
]
const STORED = 'reviewKeys'
const OFF = 'off'

/** They can be turned off, because speech input may type them by accident (WCAG 2.2, 2.1.4). */
export const areKeysOn = () => readStored(STORED) !== OFF
export const turnKeys = (on: boolean) => store(STORED, on ? null : OFF)

/** Where a letter is typed, it is no command. */
const types = (target: EventTarget | null) => target instanceof Element && target.closest('input:not([type=checkbox]), textarea, select, [contenteditable], dialog') !== null

/** Presses what a key belongs to. `onHelp` shows the keys. */
export function useReviewKeys(on: boolean, onHelp?: () => void) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || types(event.target)) return
    if (event.key === '?') return onHelp?.()
    const key = event.key.toLowerCase()
    const target = KEYS.some((one) => one.key === key) && document.querySelector<HTMLElement>(`[aria-keyshortcuts="${key}"]:not(:disabled)`)
    if (!target) return
    event.preventDefault()
    if (key === 'a') target.focus()
    else target.click()
  })
  useEffect(() => {
    if (!on) return
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [on])
}
