// Shows HTML that the server has rendered from Markdown and sanitised. Never pass it anything else.
import { useEffect, useRef } from 'react'
import { cx } from '../lib/cx'

export function Markdown({ html, className }: { html: string; className?: string }) {
  const text = useRef<HTMLDivElement>(null)
  // Content that scrolls sideways must be reachable by keyboard.
  useEffect(() => text.current?.querySelectorAll<HTMLElement>('pre, table').forEach((wide) => (wide.tabIndex = 0)), [html])
  return <div ref={text} className={cx('prose', className)} dangerouslySetInnerHTML={{ __html: directed(html) }} />
}

/** Each block runs from the side at which its first letter says that it begins. */
const directed = (html: string) => html.replace(/<(p|h[1-6]|ul|ol|li|blockquote|th|td)(?=[ >])/g, '<$1 dir="auto"')
