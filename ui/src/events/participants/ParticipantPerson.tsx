// A member in a row: picture, name with a link to the profile, e-mail address.
import { Avatar } from '../../kit/Avatar'
import { Link } from '../../kit/Link'
import { Address } from '../../members/Address'
import { paths } from '../../paths'
import type { Person } from './participantQueries'

export function ParticipantPerson({ user: { _id, name, profilePicture, email, hasProfile } }: { user: Person }) {
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Avatar name={name} src={profilePicture} size={36} className="md:max-xl:hidden" />
      <span className="min-w-0 leading-snug">
        {hasProfile ? (
          <Link plain to={paths.profile(_id)} className="flex min-h-9 items-end text-ink no-underline hover:underline md:min-h-0">
            <bdi>{name}</bdi>
          </Link>
        ) : (
          <bdi>{name}</bdi>
        )}
        {email && (
          <Link plain href={`mailto:${email}`} className="flex min-h-9 items-start text-caption font-normal text-soft no-underline hover:underline md:min-h-0">
            <Address email={email} />
          </Link>
        )}
      </span>
    </span>
  )
}
