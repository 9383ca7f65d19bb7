// A project's achievements: its completion badge and the tier of its upvotes.
import { BadgeImage } from '../badges/BadgeImage'
import { Card } from '../kit/Card'
import { Progress } from '../kit/Progress'
import type { Project } from './queries'
import { levelName } from '../badges/rules'
import { countOf, nextTier } from './rules'

export function Achievements({ project: { badgeIssued, upvoteTier, upvoteCount } }: { project: Project }) {
  if (!badgeIssued && !upvoteTier) return null
  const next = nextTier(upvoteCount)
  return (
    <Card as="section">
      <h2 className="text-h3">Project Achievements</h2>
      <ul className="mt-4 space-y-5">
        {badgeIssued && (
          <li className="flex items-center gap-4">
            <img src="/assets/badges/default.png" alt="" width={64} height={64} className="shrink-0" />
            <div>
              <h3 className="text-h4">Completion Badge</h3>
              <p className="text-small text-soft">A project badge was awarded for this project.</p>
            </div>
          </li>
        )}
        {upvoteTier && (
          <li className="flex items-start gap-4">
            <BadgeImage family="upvote" level={upvoteTier.level} alt="" size={64} className="shrink-0" />
            <div className="min-w-0 flex-1">
              <h3 className="text-h4">{levelName(upvoteTier.level)}</h3>
              <p className="text-small text-soft">{upvoteTier.threshold.toLocaleString()} or more upvotes</p>
              {!upvoteTier.issued && <p className="mt-1 text-small text-soft">This project has enough upvotes. Its owner will receive the badge soon.</p>}
              {next && (
                <div className="mt-3 max-w-90">
                  <Progress label={`Upvotes towards ${levelName(next.level)}`} value={upvoteCount} max={next.upvotes} text={`${upvoteCount} of ${next.upvotes}`} />
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
