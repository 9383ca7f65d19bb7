// Placeholders while something loads: grey shapes, and a spinner.
import type { CSSProperties, ReactNode } from 'react'
import { cx } from '../lib/cx'

/** A grey shape; give it the size of the content to come. */
export function Skeleton({ className, style }: { className?: string; style?: CSSProperties }) {
  return <span aria-hidden className={cx('skeleton block rounded-sm bg-quiet', className)} style={style} />
}

export function SkeletonText({ lines = 3, className }: { lines?: number; className?: string }) {
  return (
    <span aria-hidden className={cx('block space-y-2.5', className)}>
      {Array.from({ length: lines }, (_, at) => (
        <Skeleton key={at} className="h-[0.9em]" style={{ width: at === lines - 1 && lines > 1 ? '60%' : '100%' }} />
      ))}
    </span>
  )
}

/** Wraps skeletons so that a screen reader reads one sentence. */
export function Loading({ label = 'Loading…', className, children }: { label?: string; className?: string; children: ReactNode }) {
  return (
    <div role="status" aria-busy className={className}>
      <span className="sr-only">{label}</span>
      {children}
    </div>
  )
}

export function Spinner({ size = '1.1em', className }: { size?: string; className?: string }) {
  return <span aria-hidden className={cx('spinner inline-block shrink-0', className)} style={{ width: size, height: size }} />
}

/** A spinner for a page without other content. */
export function PageSpinner({ label = 'Loading…' }: { label?: string }) {
  return (
    <div role="status" className="grid min-h-dvh place-items-center pb-[30vh]">
      <span className="sr-only">{label}</span>
      <Spinner size="2rem" className="appear-late text-accent-ink" />
    </div>
  )
}
