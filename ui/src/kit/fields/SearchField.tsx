// Search as you type. The field shows the text at once and calls `onSearch` after a pause; the focus stays.
import { useEffect, useRef, useState } from 'react'
import { LIST_PROJECTS } from '../../api/rules'
import { cx } from '../../lib/cx'
import { Search, X } from '../icons'

type SearchFieldProps = {
  label: string
  /** The search in the URL. A change from outside (Back, a reset) replaces the typed text. */
  value: string
  onSearch: (value: string) => void
  placeholder?: string
  delay?: number
  className?: string
}

export function SearchField({ label, value, onSearch, placeholder = 'Search…', delay = 250, className }: SearchFieldProps) {
  const [typed, setTyped] = useState(value)
  const [seen, setSeen] = useState(value)
  // Texts that were passed on but have not come back through `value` yet. Our own echo must not overwrite newer typing.
  const [pending, setPending] = useState<string[]>([])
  const input = useRef<HTMLInputElement>(null)

  if (seen !== value) {
    setSeen(value)
    const echo = pending.indexOf(value)
    setPending(pending.slice(echo + 1))
    if (echo < 0) setTyped(value)
  }

  const last = pending.at(-1) ?? value
  const send = (text: string) => {
    if (text === last) return
    setPending([...pending, text])
    onSearch(text)
  }
  const latest = useRef(send)
  useEffect(() => {
    latest.current = send
  })
  useEffect(() => {
    const timer = setTimeout(() => latest.current(typed.trim()), delay)
    return () => clearTimeout(timer)
  }, [typed, delay])

  return (
    <div role="search" className={cx('relative min-w-0', className)}>
      <Search aria-hidden size="1.125rem" className="pointer-events-none absolute inset-y-0 start-3 my-auto text-faint" />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={typed}
        maxLength={LIST_PROJECTS.search}
        enterKeyHint="search"
        className="control ps-10! pe-11!"
        onChange={(event) => setTyped(event.target.value)}
        // Search before a click leads away; a later search would bring this page back.
        onBlur={() => send(typed.trim())}
        onKeyDown={(event) => {
          if (event.key === 'Enter') send(typed.trim())
          if (event.key === 'Escape' && typed) {
            event.preventDefault()
            setTyped('')
          }
        }}
      />
      {typed && (
        <button
          type="button"
          aria-label="Clear search"
          className="absolute inset-y-0 end-0 grid w-11 place-items-center rounded-md text-faint hover:text-ink"
          onClick={() => {
            setTyped('')
            send('')
            input.current?.focus()
          }}
        >
          <X aria-hidden size="1.1rem" />
        </button>
      )}
    </div>
  )
}
