// Shows HTML that the server has rendered from Markdown and sanitised. Never pass it anything else.
import { useEffect, useLayoutEffect, useRef } from 'react'
import { cx } from '../lib/cx'
import { directionOf } from '../lib/text'

export function Markdown({ html, className }: { html: string; className?: string }) {
  const text = useRef<HTMLDivElement>(null)
  // What holds other blocks, each with a direction of its own, finds no letter of its own: dir="auto" would take it for left to right.
  useLayoutEffect(() => text.current?.querySelectorAll<HTMLElement>('ul, ol, blockquote, table').forEach((block) => (block.dir = directionOf(block.textContent))), [html])
  // Content that scrolls sideways must be reachable by keyboard.
  useEffect(() => text.current?.querySelectorAll<HTMLElement>('pre, table').forEach((wide) => (wide.tabIndex = 0)), [html])
  return <div ref={text} className={cx('prose', className)} dangerouslySetInnerHTML={{ __html: directed(html) }} />
}

/** Each block runs from the side at which its first letter says that it begins. */
const directed = (html: string) => html.replace(/<(p|h[1-6]|li|th|td)(?=[ >])/g, '<$1 dir="auto"')
