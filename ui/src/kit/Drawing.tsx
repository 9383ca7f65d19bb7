// Small line drawings for empty, broken and missing things, in ink with one stroke of accent.
import type { ReactNode } from 'react'

export type DrawingName = 'box' | 'search' | 'broken' | 'lost' | 'calendar' | 'talk' | 'medal' | 'people'

const ACCENT = { stroke: 'var(--accent-ink)' }

const DRAWINGS: Record<DrawingName, ReactNode> = {
  box: (
    <>
      <path d="M22 38 60 50l38-12M22 38v30l38 13 38-13V38M60 50v31M22 38 14 52l37 13 9-15M98 38l8 14-37 13-9-15" />
      <path {...ACCENT} d="M60 12v18M44 17l6 14M76 17l-6 14" />
    </>
  ),
  search: (
    <>
      <circle cx="54" cy="42" r="25" />
      <path d="m72 60 22 22M40 42h6M52 42h4M62 42h6" />
      <path {...ACCENT} d="M38 29a21 21 0 0 1 13-8" />
    </>
  ),
  broken: (
    <>
      <path d="M14 46h26l7-16M106 46H84l-8 18M14 60h20M106 60H90" />
      <path {...ACCENT} d="m58 26-4 12 12 5-6 14M44 70l-5 8M76 16l5-8M60 72v10" />
    </>
  ),
  lost: (
    <>
      <path d="M58 14v70M58 20h32l10 9-10 9H58zM58 44H28l-10 9 10 9h30M44 84h28" />
      <path {...ACCENT} d="M70 29h14M34 53h12" />
    </>
  ),
  calendar: (
    <>
      <path d="M24 22h72v58H24zM24 38h72M42 14v14M78 14v14" />
      <path d="M38 52h8M56 52h8M38 66h8M56 66h8" />
      <path {...ACCENT} d="M72 50h12v12H72z" />
    </>
  ),
  talk: (
    <>
      <path d="M18 20h54v34H44L32 66V54H18z" />
      <path d="M82 36h20v34H90v12L78 70H56" />
      <path {...ACCENT} d="M32 33h26M32 42h16" />
    </>
  ),
  medal: (
    <>
      <path d="m44 12 12 24M76 12 64 36M34 12h16M70 12h16" />
      <circle cx="60" cy="58" r="23" />
      <path {...ACCENT} d="m60 46 3.6 7.5 8.2 1-6 5.7 1.5 8.1-7.3-4-7.3 4 1.5-8.1-6-5.7 8.2-1z" />
    </>
  ),
  people: (
    <>
      <circle cx="44" cy="34" r="13" />
      <path d="M18 80c0-18 12-27 26-27s26 9 26 27" />
      <path {...ACCENT} d="M74 24a12 12 0 0 1 0 23M84 56c11 3 18 11 18 24" />
    </>
  ),
}

export function Drawing({ name, width = 120 }: { name: DrawingName; width?: number }) {
  return (
    <svg aria-hidden width={width} height={(width * 96) / 120} viewBox="0 0 120 96" fill="none" stroke="var(--ink-faint)" strokeWidth="2.25" strokeLinecap="round" strokeLinejoin="round">
      {DRAWINGS[name]}
    </svg>
  )
}
