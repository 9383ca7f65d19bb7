// A member's badges.
import { BadgeImage } from '../badges/BadgeImage'
import { EmptyState } from '../kit/States'
import { Time } from '../kit/Time'
import type { Profile } from './queries'
import { levelText } from '../badges/rules'

export function ProfileBadges({ badges }: { badges: Profile['badges'] }) {
  if (badges.length === 0) return <EmptyState heading="h3" drawing="medal" title="No Badges Yet" text="Submit projects and participate in events to earn badges!" />
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(10rem,100%),1fr))] gap-x-5 gap-y-8">
      {badges.map((badge) => (
        <li key={badge._id} className="flex min-w-0 flex-col items-center text-center">
          <BadgeImage family={badge.badgeType} level={badge.level} alt="" size={112} />
          <h3 className="mt-3 text-body">
            <bdi>{badge.name}</bdi>
          </h3>
          <p className="mt-1 text-small text-soft">{levelText(badge.level)}</p>
          <p className="text-caption text-faint">
            <Time value={badge.issueDate} shape="shortDate" />
          </p>
        </li>
      ))}
    </ul>
  )
}
