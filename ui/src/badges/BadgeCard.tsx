// A badge in the admins' list: type, level, picture, name, recipient, date, and what it names.
import { Card } from '../kit/Card'
import { Chip } from '../kit/Chip'
import { Link } from '../kit/Link'
import { Time } from '../kit/Time'
import { MemberLink } from '../members/MemberLink'
import { paths } from '../paths'
import { BadgeImage } from './BadgeImage'
import type { Badge } from './queries'
import { familyName, levelText } from './rules'

export function BadgeCard({ badge, onOpen }: { badge: Badge; onOpen: () => void }) {
  const { name, badgeType, level, issuedTo, issueDate, project, event } = badge
  const origin = project ? { to: paths.project(project._id), title: project.title } : event ? { to: paths.event(event._id), title: event.title } : undefined
  return (
    <Card as="li" interactive className="flex items-start gap-3 sm:gap-4">
      <BadgeImage family={badgeType} level={level} alt="" size={80} className="shrink-0 max-sm:size-16" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap gap-1.5">
          <Chip>{familyName(badgeType)}</Chip>
          <Chip>{levelText(level)}</Chip>
        </p>
        <h2 className="mt-2 text-h4 wrap-anywhere">
          <button type="button" onClick={onOpen} className="stretched text-start hover:text-accent-ink">
            <bdi>{name}</bdi>
          </button>
        </h2>
        <p className="mt-1 text-small wrap-anywhere">
          <MemberLink member={issuedTo} linkClassName="above inline-block py-0.5 underline decoration-1 underline-offset-3">
            <bdi>{issuedTo.name}</bdi>
          </MemberLink>
        </p>
        {origin && (
          <p className="text-small text-soft wrap-anywhere">
            <Link to={origin.to} className="above inline-block py-0.5">
              <bdi>{origin.title}</bdi>
            </Link>
          </p>
        )}
        <p className="mt-1 text-caption text-faint">
          <Time value={issueDate} shape="shortDate" />
        </p>
      </div>
    </Card>
  )
}
