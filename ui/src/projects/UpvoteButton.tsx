// The upvote button. It shows the vote at once and rolls it back when it is refused. Guests go to the login and come back.
import { useLocation } from 'react-router'
import { Button, ButtonLink } from '../kit/Button'
import { ArrowUp } from '../kit/icons'
import { cx } from '../lib/cx'
import { paths } from '../paths'
import { useSession } from '../sessions/SessionProvider'
import { useVote } from './detailQueries'
import type { Project } from './queries'
import { countOf } from './rules'

type Votes = Pick<Project, 'upvoteCount' | 'hasUpvoted'>

export function UpvoteButton({ project, className }: { project: Votes & Partial<Pick<Project, '_id' | 'status'>>; className?: string }) {
  const { status } = useSession()
  const { pathname } = useLocation()
  const id = project._id
  const vote = useVote(id ?? '')
  // The last press, until the server has answered.
  const hasUpvoted = vote.input ?? project.hasUpvoted
  const upvoteCount = project.upvoteCount + Number(hasUpvoted) - Number(project.hasUpvoted)
  const count = (
    <span className="ms-1 border-s border-current/40 ps-3 font-display font-bold tabular-nums">
      <span aria-hidden>{upvoteCount.toLocaleString()}</span>
      <span className="sr-only">{countOf(upvoteCount, 'upvote')} so far</span>
    </span>
  )
  const icon = <ArrowUp aria-hidden size="1.2em" />
  if (status === 'anonymous')
    return (
      <ButtonLink variant="primary" size="lg" className={className} to={paths.login(pathname)} icon={icon}>
        Upvote
        {count}
      </ButtonLink>
    )
  return (
    <Button
      variant={hasUpvoted ? 'secondary' : 'primary'}
      size="lg"
      aria-pressed={hasUpvoted}
      className={cx(className, hasUpvoted && 'border-accent-ink! bg-accent-tint! text-accent-ink!')}
      onClick={() => void vote.run(!hasUpvoted)}
      disabled={!id || (project.status !== undefined && project.status !== 'Approved')}
      icon={icon}
    >
      <span>{hasUpvoted ? 'Upvoted' : 'Upvote'}</span>
      {count}
    </Button>
  )
}
