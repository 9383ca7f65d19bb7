// The upvote of a card, for members: one press sets or takes back their vote.
import { ArrowUp } from '../kit/icons'
import { cx } from '../lib/cx'
import { useVote } from './detailQueries'
import type { ProjectSummary } from './queries'
import { countOf } from './rules'

export default function CardVote({ project }: { project: ProjectSummary }) {
  const vote = useVote(project._id)
  // The last press, until the server has answered.
  const hasUpvoted = vote.input ?? project.hasUpvoted
  const count = project.upvoteCount + Number(hasUpvoted) - Number(project.hasUpvoted)
  return (
    <button
      type="button"
      aria-pressed={hasUpvoted}
      title={hasUpvoted ? 'Take back your upvote' : 'Upvote'}
      className={cx(
        'above inline-flex min-h-11 min-w-14 items-center justify-center gap-1 rounded-md border px-2.5 font-medium tabular-nums transition-colors sm:me-1',
        hasUpvoted ? 'border-accent-ink bg-accent-tint text-accent-ink' : 'border-strong hover:bg-quiet',
      )}
      onClick={() => void vote.run(!hasUpvoted)}
    >
      <ArrowUp aria-hidden size="1.05em" className="text-accent-ink" />
      <span className="sr-only">Upvote {project.title}, </span>
      <span aria-hidden>{count.toLocaleString()}</span>
      <span className="sr-only">{countOf(count, 'upvote')}</span>
    </button>
  )
}
