// A progress bar; values above the maximum show as full.
import { cx } from '../lib/cx'

type ProgressProps = { label: string; value: number; max: number; /** The value in words ("12 of 50 places"). */ text?: string; className?: string }

export function Progress({ label, value, max, text, className }: ProgressProps) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={Math.min(value, max)}
      aria-valuetext={text}
      className={cx('h-2 overflow-hidden rounded-full bg-quiet outline-1 -outline-offset-1 outline-line', className)}
    >
      <div className="h-full rounded-full bg-soft transition-[width] duration-200" style={{ width: `${share * 100}%` }} />
    </div>
  )
}
