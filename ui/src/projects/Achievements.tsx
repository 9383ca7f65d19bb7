// A project's achievements: its completion badge and the tier of its upvotes.
import { BadgeImage } from '../badges/BadgeImage'
import { Card } from '../kit/Card'
import { Link } from '../kit/Link'
import { Progress } from '../kit/Progress'
import { paths } from '../paths'
import type { Project } from './queries'
import { levelName, nextTier } from '../badges/rules'
import { countOf } from './rules'

export function Achievements({ project: { badgeIssued, completionBadge, upvoteTier, upvoteCount } }: { project: Project }) {
  if (!badgeIssued && !upvoteTier) return null
  const next = nextTier(upvoteCount)
  return (
    <Card as="section">
      <h2 className="text-h3">Project Achievements</h2>
      <ul className="mt-4 space-y-5">
        {badgeIssued && (
          <li className="flex items-center gap-4">
            <BadgeImage family="project" level={completionBadge?.level ?? ''} alt="" size={64} className="shrink-0" />
            <div>
              <h3 className="text-h4">
                <Shown badge={completionBadge?._id}>Completion Badge</Shown>
              </h3>
              <p className="text-small text-soft">
                <span>{`${completionBadge?.name ?? 'A project badge'} was awarded for this project.`}</span>
              </p>
            </div>
          </li>
        )}
        {upvoteTier && (
          <li className="flex items-start gap-4">
            <BadgeImage family="upvote" level={upvoteTier.level} alt="" size={64} className="shrink-0" />
            <div className="min-w-0 flex-1">
              <h3 className="text-h4">
                <Shown badge={upvoteTier.badge}>{levelName(upvoteTier.level)}</Shown>
              </h3>
              <p className="text-small text-soft">{`${upvoteTier.threshold.toLocaleString()} or more upvotes`}</p>
              {!upvoteTier.issued && <p className="mt-1 text-small text-soft">This project has enough upvotes. Its owner will receive the badge soon.</p>}
              {next && (
                <div className="mt-3 max-w-90">
                  <Progress label={`Upvotes towards ${levelName(next.level)}`} value={upvoteCount} max={next.upvotes} text={`${upvoteCount.toLocaleString()} of ${next.upvotes.toLocaleString()}`} />
                  <p className="mt-1.5 text-caption text-faint tabular-nums">
                    {countOf(next.upvotes - upvoteCount, 'more upvote')} to {levelName(next.level)}
                  </p>
                </div>
              )}
            </div>
          </li>
        )}
      </ul>
    </Card>
  )
}

/** The name of a badge, which leads to its page once it has been awarded. */
function Shown({ badge, children }: { badge: string | undefined; children: string }) {
  return badge ? <Link to={paths.badge(badge)}>{children}</Link> : children
}
