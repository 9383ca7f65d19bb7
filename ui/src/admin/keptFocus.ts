// Keeps the focus near when what had it is gone: a button that has done its work, a row that has left the list. Without this the next
// Tab would begin at the top of the page.
import { useEffect, useLayoutEffect, useRef } from 'react'

const CONTROLS = ':is(a[href], button, input, select, textarea, [tabindex="0"]):not(:disabled)'

/** A control that had the focus, and its place: each element around it, with the position of what led there. */
type Place = { control: Element; around: { element: Element; index: number }[] }

function placeOf(control: Element, root: Element): Place {
  const around = []
  for (let inner = control; inner !== root && inner.parentElement; inner = inner.parentElement) around.push({ element: inner.parentElement, index: [...inner.parentElement.children].indexOf(inner) })
  return { control, around }
}

/** The control that is nearest to a place now: in what stands where it stood, else in what is left around it. */
function nearest({ around }: Place): HTMLElement | null {
  for (const { element, index } of around) {
    if (!element.isConnected) continue
    const next = element.children[Math.min(index, element.children.length - 1)]
    const found = next?.matches(CONTROLS) ? (next as HTMLElement) : (next?.querySelector<HTMLElement>(CONTROLS) ?? element.querySelector<HTMLElement>(CONTROLS))
    if (found) return found
  }
  return null
}

/** Watches the page in `main`; another `page` begins anew. */
export function useKeptFocus(page: string) {
  const last = useRef<Place>(undefined)
  useLayoutEffect(() => {
    last.current = undefined
  }, [page])
  useEffect(() => {
    const main = document.getElementById('main')
    if (!main) return
    const note = ({ target }: Event) => {
      // A dialog or a toast gives the focus back.
      if (!(target instanceof Element) || target.closest('dialog, [popover]')) return
      const control = target.closest(CONTROLS)
      last.current = control && main.contains(control) ? placeOf(control, main) : undefined
    }
    const look = () => {
      const place = last.current
      if (!place || place.control.isConnected || (document.activeElement && document.activeElement !== document.body)) return
      nearest(place)?.focus({ preventScroll: true })
    }
    const changes = new MutationObserver(look)
    changes.observe(main, { childList: true, subtree: true, attributeFilter: ['open'] })
    document.addEventListener('focusin', note)
    document.addEventListener('pointerdown', note)
    return () => {
      changes.disconnect()
      document.removeEventListener('focusin', note)
      document.removeEventListener('pointerdown', note)
    }
  }, [])
}
