// A number with its name, for a row in a <dl>; a dash while the number is unknown.
import type { ReactNode } from 'react'
import { Skeleton } from './Skeleton'

type StatProps = { label: string; value: number | string | null | undefined; loading?: boolean; icon?: ReactNode }

export function Stat({ label, value, loading, icon }: StatProps) {
  const shown = typeof value === 'number' ? value.toLocaleString() : (value ?? '–')
  return (
    <div className="flex min-w-0 flex-col-reverse justify-end gap-1">
      <dt className="flex items-center gap-1.5 text-small text-soft">
        {icon}
        {label}
      </dt>
      <dd className="font-display text-h1 leading-none font-bold tabular-nums">{loading ? <Skeleton className="h-[1em] w-[2.2em]" /> : shown}</dd>
    </div>
  )
}

export function StatRow({ children, className = '' }: { children: ReactNode; className?: string }) {
  return <dl className={`grid grid-cols-3 gap-x-3 gap-y-6 max-sm:[&_dd]:text-h2 sm:grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] sm:gap-x-8 ${className}`}>{children}</dl>
}
