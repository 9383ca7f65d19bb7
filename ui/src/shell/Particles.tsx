// 80 faint dots that drift behind the public pages. They stop in a hidden tab and after a while, and are absent under reduced motion.
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** Milliseconds. */
const START_AFTER = 100

export function Particles() {
  // Where people work, nothing moves beside their work.
  return useLocation().pathname.startsWith('/admin') ? null : <Dots />
}

function Dots() {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const still = matchMedia('(prefers-reduced-motion: reduce)')
    let stop: (() => void) | undefined
    let wish = 0
    const decide = async () => {
      const current = ++wish
      stop?.()
      stop = undefined
      if (still.matches) return
      // Their code loads after the page; until then there are no dots.
      const drift = await import('./drift').then((module) => module.drift, () => undefined)
      if (current === wish && canvas.current) stop = drift?.(canvas.current)
    }
    const timer = setTimeout(() => void decide(), START_AFTER)
    const follow = () => void decide()
    still.addEventListener('change', follow)
    return () => {
      clearTimeout(timer)
      wish++
      still.removeEventListener('change', follow)
      stop?.()
    }
  }, [])
  return <canvas ref={canvas} aria-hidden className="pointer-events-none fixed inset-0 -z-10 size-full text-accent-ink opacity-25" />
}
