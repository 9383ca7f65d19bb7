// What becomes of a proof, in a sentence: it is checked, it failed to come, its outcome.
import type { ReactNode } from 'react'
import { Button } from '../../kit/Button'
import { CircleAlert, CircleCheck, Info } from '../../kit/icons'
import { Spinner } from '../../kit/Skeleton'
import { cx } from '../../lib/cx'

const LOOKS = { good: { icon: CircleCheck, tone: 'text-good' }, bad: { icon: CircleAlert, tone: 'text-bad' }, open: { icon: Info, tone: 'text-warn' } }

export function Said({ tone, children }: { tone: keyof typeof LOOKS; children: ReactNode }) {
  const { icon: Icon, tone: colour } = LOOKS[tone]
  return (
    <p className="flex items-start gap-2.5">
      <Icon aria-hidden size="1.15em" className={cx('mt-[0.2em] shrink-0', colour)} />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </p>
  )
}

export const Working = ({ children }: { children: string }) => (
  <p className="appear-late flex items-center gap-3 text-soft">
    <Spinner /> <span>{children}</span>
  </p>
)

export const Failed = ({ message, onRetry, retrying }: { message: string; onRetry: () => void; retrying: boolean }) => (
  <div className="space-y-3">
    <Said tone="open">{message}</Said>
    <Button onClick={onRetry} busy={retrying} busyText="Retrying…">
      Retry
    </Button>
  </div>
)
