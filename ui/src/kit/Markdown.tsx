// Longer texts that the server rendered from Markdown and sanitised. Never give it anything else.
import { cx } from '../lib/cx'

export function Markdown({ html, className }: { html: string; className?: string }) {
  return <div className={cx('prose', className)} dangerouslySetInnerHTML={{ __html: html }} />
}
