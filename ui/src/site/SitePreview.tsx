// A small preview of the site with the current name and colour, in both themes.
import type { CSSProperties } from 'react'
import { accentVariables } from '../lib/accent'
import { monogram } from '../lib/monogram'

type SitePreviewProps = { name: string; tagline: string; accent: string }

export function SitePreview(props: SitePreviewProps) {
  return (
    <figure aria-hidden className="grid gap-4 sm:grid-cols-2 lg:grid-cols-1 print:hidden">
      <Miniature {...props} theme="light" />
      <Miniature {...props} theme="dark" />
    </figure>
  )
}

function Miniature({ name, tagline, accent, theme }: SitePreviewProps & { theme: 'light' | 'dark' }) {
  return (
    <div className="min-w-0 overflow-hidden rounded-lg border border-line bg-paper text-ink shadow-rest forced-color-adjust-none" style={{ ...accentVariables(accent), colorScheme: theme } as CSSProperties}>
      <div className="flex items-center gap-2 border-b border-line px-4 py-2.5 text-caption">
        <span className="grid size-6 shrink-0 place-items-center rounded-sm bg-accent font-display text-caption font-bold text-accent-on">{monogram(name)}</span>
        <bdi className="truncate font-display text-small font-bold">{name}</bdi>
        <span className="ms-auto shrink-0 underline decoration-accent-ink decoration-2 underline-offset-6">Home</span>
        <span className="shrink-0 text-soft">Projects</span>
      </div>
      <div className="px-4 py-5">
        <bdi className="line-clamp-2 font-display text-h3 leading-tight font-bold">{tagline || name}</bdi>
        <div className="mt-4 flex flex-wrap items-center gap-2 text-caption font-medium">
          <span className="rounded-md border border-accent-edge bg-accent px-3 py-1.5 text-accent-on">Explore Events</span>
          <span className="rounded-md border border-strong bg-surface px-3 py-1.5">View Projects</span>
          <span className="text-accent-ink underline underline-offset-3">View All</span>
        </div>
      </div>
    </div>
  )
}
