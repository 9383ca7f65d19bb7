// What became of each member who was to get a badge.
import { Link } from '../kit/Link'
import { paths } from '../paths'
import type { BadgesGiven } from './adminQueries'
import { membersText } from './adminRules'

export function Outcomes({ outcomes }: { outcomes: BadgesGiven['outcomes'] }) {
  const given = outcomes.filter(({ badge }) => badge).length
  return (
    <>
      <p role="status" className="font-medium">
        {given > 0 ? `${membersText(given)} got the badge.` : 'Nobody got the badge.'}
      </p>
      <ul aria-label="What became of each" className="mt-4 max-h-[50dvh] divide-y divide-line overflow-y-auto rounded-md border border-line text-small" tabIndex={0}>
        {outcomes.map(({ user, name, outcome, badge }) => (
          <li key={user} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-0.5 px-3 py-2">
            <bdi className="min-w-0 wrap-anywhere">{name || 'Unknown'}</bdi>
            {badge ? (
              <Link to={paths.badge(badge)} className="font-medium">
                {outcome}
                <span className="sr-only">: badge of {name}</span>
              </Link>
            ) : (
              <span className="text-soft">{outcome}</span>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
