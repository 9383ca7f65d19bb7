// A button that opens a short menu of links and actions, with arrow keys, first letters and Escape.
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { cx } from '../../lib/cx'
import { Link } from '../Link'

export type MenuItem = { label: string; icon?: ReactNode; danger?: boolean } & ({ to: string } | { onSelect: () => void })

type MenuProps = {
  /** The button's accessible name, when its content has none. */
  label?: string
  trigger: ReactNode
  triggerClassName?: string
  items: MenuItem[]
  align?: 'start' | 'end'
}

/** Moves the menu into the window when it would cross the edge. */
function keepInside(menu: HTMLElement | null) {
  if (!menu) return
  const { left, right } = menu.getBoundingClientRect()
  const [least, most] = [8, document.documentElement.clientWidth - 8]
  if (left < least) menu.style.translate = `${least - left}px`
  else if (right > most) menu.style.translate = `${most - right}px`
}

export function Menu({ label, trigger, triggerClassName, items, align = 'end' }: MenuProps) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const entries = () => [...(root.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]

  useEffect(() => {
    if (!open) return
    const outside = (event: PointerEvent) => !root.current?.contains(event.target as Node) && setOpen(false)
    document.addEventListener('pointerdown', outside)
    return () => document.removeEventListener('pointerdown', outside)
  }, [open])

  const openAt = (at: number) => {
    setOpen(true)
    requestAnimationFrame(() => entries().at(at)?.focus())
  }
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const all = entries()
    const here = all.indexOf(document.activeElement as HTMLElement)
    const to = (at: number) => all.at(at % all.length)?.focus()
    if (!open) {
      // Enter and Space press the button.
      if (event.key === 'ArrowDown') openAt(0)
      else if (event.key === 'ArrowUp') openAt(-1)
      else return
    } else if (event.key === 'ArrowDown') to(here + 1)
    else if (event.key === 'ArrowUp') to(here < 1 ? -1 : here - 1)
    else if (event.key === 'Home') to(0)
    else if (event.key === 'End') to(-1)
    else if (event.key === 'Escape') close()
    else if (event.key === 'Tab') return setOpen(false)
    // The browser follows a link on Enter only; in a menu Space does the same.
    else if (event.key === ' ') {
      if (here < 0) return
      all[here]!.click()
    } else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) {
      const match = (entry: HTMLElement) => entry.textContent?.trim().toLowerCase().startsWith(event.key.toLowerCase())
      ;(all.slice(here + 1).find(match) ?? all.find(match))?.focus()
    } else return
    event.preventDefault()
  }

  const row = 'flex min-h-11 w-full items-center gap-3 rounded-sm px-3 text-start font-medium no-underline hover:bg-quiet focus:bg-quiet'
  return (
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions -- handles the keys of the button and menu inside
    <div ref={root} className="relative" onKeyDown={onKeyDown}>
      <button
        ref={button}
        id={`${id}-button`}
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => (open ? setOpen(false) : openAt(0))}
        className={cx('min-h-11 min-w-11', triggerClassName)}
      >
        {trigger}
      </button>
      {open && (
        <div ref={keepInside} id={id} role="menu" aria-labelledby={`${id}-button`} className={cx('popup absolute top-full z-50 mt-2 min-w-56 rounded-md border border-line bg-raised p-1.5 shadow-float', align === 'end' ? 'end-0' : 'start-0')}>
          {items.map((item) => {
            const content = (
              <>
                {item.icon}
                {item.label}
              </>
            )
            const classes = cx(row, item.danger ? 'text-bad' : 'text-ink')
            return 'to' in item ? (
              <Link key={item.label} plain role="menuitem" tabIndex={-1} to={item.to} onClick={() => setOpen(false)} className={classes}>
                {content}
              </Link>
            ) : (
              <button
                key={item.label}
                type="button"
                role="menuitem"
                tabIndex={-1}
                className={classes}
                onClick={() => {
                  close()
                  item.onSelect()
                }}
              >
                {content}
              </button>
            )
          })}
        </div>
      )}
    </div>
  )
}
