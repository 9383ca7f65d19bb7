// The states without content: empty and failed.
import type { ReactNode } from 'react'
import { cx } from '../lib/cx'
import { Button } from './Button'
import { Drawing, type DrawingName } from './Drawing'
import { RefreshCw } from './icons'

type EmptyStateProps = { title: string; text?: ReactNode; action?: ReactNode; drawing?: DrawingName; heading?: 'h1' | 'h2' | 'h3'; className?: string }

export function EmptyState({ title, text, action, drawing = 'box', heading: Heading = 'h2', className }: EmptyStateProps) {
  return (
    <div className={cx('flex break-inside-avoid flex-col items-center px-4 py-12 text-center', className)}>
      <Drawing name={drawing} />
      <Heading className="mt-5 text-h3">{title}</Heading>
      {text && <p className="mt-2 max-w-measure text-balance text-soft">{text}</p>}
      {action && <div className="mt-5 flex flex-wrap justify-center gap-3 max-sm:w-full max-sm:max-w-72 max-sm:*:grow">{action}</div>}
    </div>
  )
}

type ErrorStateProps = {
  title?: string
  message: string
  onRetry?: () => void
  retrying?: boolean
  action?: ReactNode
  heading?: 'h1' | 'h2' | 'h3'
  className?: string
}

/** An error that is announced when it appears; the rest of the page stays. */
export function ErrorState({ title = 'Oops! Something went wrong', message, onRetry, retrying, action, heading: Heading = 'h2', className }: ErrorStateProps) {
  return (
    <div role="alert" className={cx('flex break-inside-avoid flex-col items-center px-4 py-12 text-center', className)}>
      <Drawing name="broken" />
      <Heading className="mt-5 text-h3">{title}</Heading>
      <p className="mt-2 max-w-measure text-balance text-soft">{message}</p>
      <div className="mt-5 flex flex-wrap justify-center gap-3">
        {onRetry && (
          <Button onClick={onRetry} busy={retrying} busyText="Retrying…" icon={<RefreshCw aria-hidden size="1.1em" />}>
            Retry
          </Button>
        )}
        <span className="contents">{action}</span>
      </div>
    </div>
  )
}
