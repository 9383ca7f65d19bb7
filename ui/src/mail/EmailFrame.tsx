// A mail's HTML in a frame in which nothing runs. The site's policy forbids styles in markup, so those of the mail are
// applied one by one.
import { useMemo } from 'react'

type Styled = Window & { CSSStyleSheet: typeof CSSStyleSheet }

/** The mail with its styles set aside: those of elements in an attribute, those of the head beside it. */
function setAside(html: string): { html: string; css: string } {
  const page = new DOMParser().parseFromString(html, 'text/html')
  for (const element of page.querySelectorAll('[style]')) {
    element.setAttribute('data-style', element.getAttribute('style') ?? '')
    element.removeAttribute('style')
  }
  const css = [...page.querySelectorAll('style')].map((style) => style.textContent ?? '').join('\n')
  for (const style of page.querySelectorAll('style')) style.remove()
  for (const link of page.querySelectorAll('a')) link.setAttribute('target', '_blank')
  return { html: page.documentElement.outerHTML, css }
}

function dress(frame: HTMLIFrameElement, css: string) {
  const page = frame.contentDocument
  if (!page) return
  for (const element of page.querySelectorAll<HTMLElement>('[data-style]')) element.style.cssText = element.dataset.style ?? ''
  const sheet = new (frame.contentWindow as Styled).CSSStyleSheet()
  sheet.replaceSync(css)
  page.adoptedStyleSheets = [sheet]
}

export function EmailFrame({ html }: { html: string }) {
  const aside = useMemo(() => setAside(html), [html])
  return (
    <iframe
      title="The email as HTML"
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      srcDoc={aside.html}
      onLoad={(event) => dress(event.currentTarget, aside.css)}
      className="h-120 w-full rounded-md border border-line bg-white"
    />
  )
}
