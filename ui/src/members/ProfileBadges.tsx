// A member's badges. Each leads to its page.
import { BadgeImage } from '../badges/BadgeImage'
import { CardLink } from '../kit/Card'
import { EmptyState } from '../kit/States'
import { Time } from '../kit/Time'
import { paths } from '../paths'
import { levelText } from '../badges/rules'
import { DownloadCredentials } from './DownloadCredentials'
import type { Profile } from './queries'

export function ProfileBadges({ badges, isOwner }: { badges: Profile['badges']; isOwner: boolean }) {
  if (badges.length === 0) return <EmptyState heading="h3" drawing="medal" title="No Badges Yet" text="Submit projects and participate in events to earn badges!" />
  return (
    <>
      {isOwner && <DownloadCredentials />}
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-x-3 gap-y-6 sm:grid-cols-[repeat(auto-fill,minmax(11rem,1fr))]">
        {badges.map((badge) => (
          <li key={badge._id} className="relative flex min-w-0 flex-col items-center rounded-lg px-1 py-3 text-center transition-colors hover:bg-sunken">
            <BadgeImage family={badge.badgeType} level={badge.level} alt="" size={112} />
            <h3 className="mt-3 text-body">
              <CardLink to={paths.badge(badge._id)}>
                <bdi>{badge.name}</bdi>
              </CardLink>
            </h3>
            <p className="mt-1 text-caption text-soft">{levelText(badge.level)}</p>
            <p className="text-caption text-faint">
              <Time value={badge.issueDate} shape="shortDate" />
            </p>
          </li>
        ))}
      </ul>
    </>
  )
}
