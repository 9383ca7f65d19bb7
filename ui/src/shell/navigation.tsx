// Sets scroll position and focus after a navigation.
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { fragmentName } from '../paths'

const positions = new Map<string, number>()
/** How long a position is waited for, and the place that a link names, whose page may still be on its way. Milliseconds. */
const PATIENCE = 2000
const PATIENCE_FOR_PLACE = 10_000

/** Back and forward restore the scroll position, a new page starts at its top, and filters leave the scroll alone. */
export function ScrollMemory() {
  const { key, pathname, hash, state } = useLocation()
  const type = useNavigationType()
  const before = useRef<string>(undefined)

  useLayoutEffect(() => {
    history.scrollRestoration = 'manual'
    const samePage = before.current === pathname
    const first = before.current === undefined
    before.current = pathname
    const saved = positions.get(key)
    const wish = (state as { scroll?: string } | null)?.scroll
    // A new page is at its top; to ask would make the browser lay it out at once.
    if (first && !hash && navigationType() === 'navigate') return undefined
    if (type === 'POP' && (saved !== undefined || first)) {
      return persist(() => {
        const y = saved ?? storedPosition(key, pathname) ?? (hash ? elementTop(hash) : 0)
        if (y === undefined) return false
        scrollTo(0, y)
        return document.documentElement.scrollHeight >= y + innerHeight
      })
    }
    if (hash)
      return persist(() => {
        const y = elementTop(hash)
        if (y !== undefined) scrollTo(0, y)
        return y !== undefined
      }, PATIENCE_FOR_PLACE)
    if (!samePage || wish === 'top') scrollTo(0, 0)
    return undefined
  }, [key, pathname, hash, state, type])

  // A layout effect, because the old page's listener must be gone before the new page scrolls.
  useLayoutEffect(() => {
    const remember = () => positions.set(key, scrollY)
    const leave = () => {
      try {
        sessionStorage.setItem(`scroll:${key}`, JSON.stringify([location.pathname, scrollY]))
      } catch {
        // Without the stored position, only a reload starts at the top.
      }
    }
    window.addEventListener('scroll', remember, { passive: true })
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('scroll', remember)
      window.removeEventListener('pagehide', leave)
    }
  }, [key])
  return null
}

function navigationType(): string | undefined {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return entry?.type
}

/** Where the reader left this page, if this visit is a reload or a way back. The first page of a tab has no key of its own. */
function storedPosition(key: string, pathname: string): number | undefined {
  try {
    if (navigationType() === 'navigate') return undefined
    const [path, y] = JSON.parse(sessionStorage.getItem(`scroll:${key}`) ?? '[]') as [string?, number?]
    return path === pathname ? y : undefined
  } catch {
    return undefined
  }
}

function elementTop(hash: string): number | undefined {
  const name = fragmentName(hash)
  const element = name === undefined ? null : document.getElementById(name)
  if (!element) return undefined
  return element.getBoundingClientRect().top + scrollY - parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop || '0')
}

/** Tries until it works, because content may still load; gives up when the reader scrolls. */
function persist(attempt: () => boolean, patience = PATIENCE): () => void {
  let request = 0
  const until = performance.now() + patience
  const stop = () => {
    cancelAnimationFrame(request)
    for (const event of ['wheel', 'touchstart', 'keydown', 'pointerdown']) window.removeEventListener(event, stop)
  }
  const again = () => {
    if (attempt() || performance.now() > until) stop()
    else request = requestAnimationFrame(again)
  }
  for (const event of ['wheel', 'touchstart', 'keydown', 'pointerdown']) window.addEventListener(event, stop, { passive: true })
  again()
  return stop
}

/** Moves the focus to the new page's h1, so that a screen reader announces it; not from where the reader has put it while the page loaded. */
export function FocusOnNavigation() {
  const { pathname } = useLocation()
  const first = useRef(true)
  // What the address said when the reader last did something: it changes at once, the page only when its code is there.
  const actedOn = useRef<string>(undefined)
  useEffect(() => {
    const note = () => (actedOn.current = location.pathname)
    for (const event of ['keydown', 'pointerdown']) document.addEventListener(event, note, true)
    return () => {
      for (const event of ['keydown', 'pointerdown']) document.removeEventListener(event, note, true)
    }
  }, [])
  useEffect(() => {
    if (first.current) {
      first.current = false
      return
    }
    const main = document.getElementById('main')
    if (!main) return
    const focus = () => {
      const heading = main.querySelector('h1')
      if (!heading) return false
      const active = document.activeElement
      const isFree = !active || active === document.body || active === main
      // A page that has set the focus itself keeps it, too.
      if (isFree || (!main.contains(active) && actedOn.current !== pathname)) {
        heading.tabIndex = -1
        heading.focus({ preventScroll: true })
      }
      return true
    }
    if (focus()) return
    const watch = new MutationObserver(() => focus() && watch.disconnect())
    watch.observe(main, { childList: true, subtree: true })
    const timer = setTimeout(() => watch.disconnect(), 5000)
    return () => {
      watch.disconnect()
      clearTimeout(timer)
    }
  }, [pathname])
  return null
}
