// A small label: a status, a tag, a count. It never takes the accent, which says what can be pressed.
import type { ReactNode } from 'react'
import { cx } from '../lib/cx'

export type Tone = 'neutral' | 'good' | 'warn' | 'bad' | 'info'

const TONES: Record<Tone, string> = {
  neutral: 'bg-quiet text-soft',
  good: 'bg-good-tint text-good',
  warn: 'bg-warn-tint text-warn',
  bad: 'bg-bad-tint text-bad',
  info: 'bg-info-tint text-info',
}

type ChipProps = { tone?: Tone; icon?: ReactNode; className?: string; title?: string; children: ReactNode }

export function Chip({ tone = 'neutral', icon, className, title, children }: ChipProps) {
  return (
    <span title={title} className={cx('outlined inline-flex max-w-full items-center gap-1.5 rounded-sm px-2 py-0.5 text-caption font-medium', TONES[tone], className)}>
      {icon}
      <bdi className="min-w-0">{children}</bdi>
    </span>
  )
}
