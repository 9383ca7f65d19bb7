// A mail's HTML in a frame in which nothing runs. The site's policy forbids styles in markup, so those of the mail are
// applied one by one.
import { useMemo } from 'react'

type Styled = Window & { CSSStyleSheet: typeof CSSStyleSheet }

/** The mail with its styles set aside before anything parses it: those of elements in an attribute, those of the head beside it. */
function setAside(html: string): { html: string; css: string } {
  const css: string[] = []
  const without = html.replaceAll(/<style>([^<]*)<\/style>/g, (_, rules: string) => (css.push(rules), ''))
  const inert = without.replaceAll(/<[a-z][^>]*>/gi, (tag) => tag.replace(' style="', ' data-style="').replace(/^<a /i, '<a target="_blank" '))
  return { html: inert, css: css.join('\n') }
}

function dress(frame: HTMLIFrameElement, css: string) {
  const page = frame.contentDocument
  if (!page) return
  for (const element of page.querySelectorAll<HTMLElement>('[data-style]')) element.style.cssText = element.dataset.style ?? ''
  const sheet = new (frame.contentWindow as Styled).CSSStyleSheet()
  sheet.replaceSync(css)
  page.adoptedStyleSheets = [sheet]
}

export function EmailFrame({ html, title = 'The email as HTML' }: { html: string; title?: string }) {
  const aside = useMemo(() => setAside(html), [html])
  return (
    <iframe
      title={title}
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      srcDoc={aside.html}
      onLoad={(event) => dress(event.currentTarget, aside.css)}
      className="h-120 w-full rounded-md border border-line bg-white"
    />
  )
}
