// The upvote of a project. Guests are led to the login and back.
import { useLocation } from 'react-router'
import { ButtonLink } from '../kit/Button'
import { ArrowUp } from '../kit/icons'
import { cx } from '../lib/cx'
import { paths } from '../paths'
import { useSession } from '../session/SessionProvider'
import type { Project } from './queries'
import { countOf } from './rules'

export function UpvoteButton({ project, className }: { project: Pick<Project, 'upvoteCount' | 'hasUpvoted'>; className?: string }) {
  const { status } = useSession()
  const { pathname } = useLocation()
  if (status === 'anonymous')
    return (
      <ButtonLink variant="primary" size="lg" className={className} to={paths.login(pathname)} icon={<ArrowUp aria-hidden size="1.2em" />}>
        Upvote
        <span className="ms-1 border-s border-current/40 ps-3 font-display font-bold tabular-nums">
          <span aria-hidden>{project.upvoteCount.toLocaleString()}</span>
          <span className="sr-only">{countOf(project.upvoteCount, 'upvote')} so far</span>
        </span>
      </ButtonLink>
    )
  return (
    <p className={cx('flex min-h-13 items-center justify-center gap-2 rounded-md border px-5 text-lead font-medium', className, project.hasUpvoted ? 'border-accent-ink bg-accent-tint text-accent-ink' : 'border-line bg-surface')}>
      <ArrowUp aria-hidden size="1.2em" className="text-accent-ink" />
      <span className="tabular-nums">{countOf(project.upvoteCount, 'upvote')}</span>
    </p>
  )
}
