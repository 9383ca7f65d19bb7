// Line drawings of the sign-in screens, in the manner of the kit's: ink with one stroke of accent.
import type { ReactNode } from 'react'

function Sheet({ children }: { children: ReactNode }) {
  return (
    <svg aria-hidden width="220" viewBox="0 0 220 150" fill="none" stroke="var(--ink-faint)" strokeWidth="2.25" strokeLinecap="round" strokeLinejoin="round">
      {children}
    </svg>
  )
}

const ACCENT = { stroke: 'var(--accent-ink)' }

export const Envelope = () => (
  <Sheet>
    <path d="M48 48h112v78H48z" />
    <path d="m48 50 56 44 56-44M48 126l40-42M160 126l-40-42" />
    <path d="M8 70h24M18 88h14M26 106h6" />
    <path {...ACCENT} d="M176 40l10-10M168 32l2-14M184 50l14-2" />
  </Sheet>
)

export const Key = () => (
  <Sheet>
    <circle cx="66" cy="72" r="30" />
    <circle cx="56" cy="72" r="6" />
    <path d="M96 72h82v20M158 72v14M138 72v20" />
    <path {...ACCENT} d="M192 46l10-10M184 38l2-14M200 56l14-2" />
  </Sheet>
)
