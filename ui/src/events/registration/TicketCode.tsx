// The code that the door scans: black on white in both themes.
import type { components } from '../../api/schema'
import { cx } from '../../lib/cx'

type TicketCodeProps = { ticket: components['schemas']['Ticket']; className: string }

export function TicketCode({ ticket: { size, path }, className }: TicketCodeProps) {
  return (
    <svg viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" role="img" aria-label="The code of your ticket" className={cx('block w-full rounded-lg border border-line', className)}>
      <rect width={size} height={size} fill="white" />
      <path d={path} fill="black" />
    </svg>
  )
}
