// Links to the previous and the next project of a queue, without a detour through the list.
import type { ReactNode } from 'react'
import { Button, ButtonLink } from '../../kit/Button'
import { ChevronLeft, ChevronRight } from '../../kit/icons'
import { useNeighbours, type Project } from './queries'
import { ReviewKeys } from './ReviewKeys'
import { reviewPath } from './rules'

const QUEUES: Record<Project['status'], string> = { 'In Review': 'Review queue', Approved: 'Approved projects', Rejected: 'Rejected projects' }

export function Neighbours({ id, status, list }: { id: string; status: Project['status']; list: string }) {
  const { data } = useNeighbours(id)
  return (
    <nav aria-label={QUEUES[status]} className="flex gap-2">
      <ReviewKeys />
      <Step to={data?.previous} list={list} rel="prev">
        <ChevronLeft aria-hidden size="1.1em" className="rtl:rotate-180" />
        <span className="max-sm:sr-only">Previous</span>
      </Step>
      <Step to={data?.next} list={list} rel="next">
        <span className="max-sm:sr-only">Next</span>
        <ChevronRight aria-hidden size="1.1em" className="rtl:rotate-180" />
      </Step>
    </nav>
  )
}

function Step({ to, list, rel, children }: { to: string | undefined; list: string; rel: 'prev' | 'next'; children: ReactNode }) {
  return to ? (
    <ButtonLink size="sm" to={reviewPath(to, list)} rel={rel} aria-keyshortcuts={rel === 'next' ? 'j' : 'k'}>
      {children}
    </ButtonLink>
  ) : (
    <Button size="sm" disabled>
      {children}
    </Button>
  )
}
