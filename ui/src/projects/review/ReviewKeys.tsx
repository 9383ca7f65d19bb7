// Keys for reviewing many projects. Each belongs to a button or link of the page, which names it in aria-keyshortcuts. They can
// be turned off, because speech input may type them by accident (WCAG 2.2, 2.1.4).
import { useEffect, useState } from 'react'
import { Button } from '../../kit/Button'
import { Switch } from '../../kit/fields/Toggles'
import { Dialog } from '../../kit/layers/Dialog'
import { readStored, store } from '../../lib/storage'

const KEYS = [
  { key: 'a', does: 'To “Approve Project”; Enter approves' },
  { key: 'r', does: 'Reject Project' },
  { key: 'j', does: 'Next in the queue' },
  { key: 'k', does: 'Previous in the queue' },
  { key: 'u', does: 'Back to Projects' },
  { key: '?', does: 'These keys' },
]
const STORED = 'reviewKeys'
const OFF = 'off'

/** Where a letter is typed, it is no command. */
const types = (target: EventTarget | null) => target instanceof Element && target.closest('input:not([type=checkbox]), textarea, select, [contenteditable], dialog') !== null

export function ReviewKeys() {
  const [shown, setShown] = useState(false)
  const [on, setOn] = useState(() => readStored(STORED) !== OFF)

  useEffect(() => {
    if (!on) return
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || types(event.target)) return
      if (event.key === '?') return setShown(true)
      const key = event.key.toLowerCase()
      const target = KEYS.some((one) => one.key === key) && document.querySelector<HTMLElement>(`[aria-keyshortcuts="${key}"]:not(:disabled)`)
      if (!target) return
      event.preventDefault()
      if (key === 'a') target.focus()
      else target.click()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [on])

  return (
    <>
      <Button size="sm" variant="quiet" className="max-md:hidden" onClick={() => setShown(true)}>
        Keys
      </Button>
      <Dialog open={shown} onClose={() => setShown(false)} title="Keys for reviewing">
        <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-2.5">
          {KEYS.map(({ key, does }) => (
            <div key={key} className="contents">
              <dt>
                <kbd className="inline-grid min-w-8 place-items-center rounded-sm border border-strong bg-sunken px-2 py-0.5 font-mono text-small">{key}</kbd>
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
        <Switch
          className="mt-6"
          label="Use these keys"
          checked={on}
          onChange={(event) => {
            setOn(event.target.checked)
            store(STORED, event.target.checked ? null : OFF)
          }}
        />
      </Dialog>
    </>
  )
}
