// The top of a profile: picture, name, contact links and sharing.
import { Avatar } from '../kit/Avatar'
import { Chip } from '../kit/Chip'
import { ShareButton } from '../kit/CopyButton'
import { Link } from '../kit/Link'
import { SocialIcon } from '../kit/SocialIcon'
import { Time } from '../kit/Time'
import { cx } from '../lib/cx'
import { paths } from '../paths'
import { useSite } from '../sessions/SiteProvider'
import { EditProfile } from './EditProfile'
import type { Profile } from './queries'
import { socials, type Social } from './rules'

export function ProfileHeader({ profile, isOwner }: { profile: Profile; isOwner: boolean }) {
  const site = useSite()
  const found = socials(profile)
  return (
    <header className="flex flex-wrap items-start gap-x-7 gap-y-5 pt-10 pb-9 md:pt-14">
      <Avatar name={profile.name} src={profile.profilePicture} size={112} className="outline-1 -outline-offset-1 outline-line" />
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-soft">
          <span>Developer Profile</span>
          {profile.status && (
            <Chip tone="good">
              <span className="inline-block first-letter:uppercase">{profile.status}</span>
            </Chip>
          )}
        </p>
        <h1 className="mt-1.5">
          <bdi>{profile.name}</bdi>
        </h1>
        <p className="mt-2 flex flex-wrap gap-x-4 text-small text-faint">
          <span>
            Member since <Time value={profile.createdAt} shape="monthYear" />
          </span>
          {isOwner && (
            <Link to={paths.account()} className="inline-flex min-h-6 items-center">My Account</Link>
          )}
        </p>
        {found.length > 0 && (
          <ul aria-label="Elsewhere" className="mt-5 flex flex-wrap gap-2">
            {found.map((social) => (
              <li key={social.name} className="max-w-full min-w-0">
                <SocialButton social={social} />
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className="flex flex-wrap gap-3 max-sm:w-full">
      <ShareButton
        label="Share Profile"
        title={site ? `${profile.name} | ${site.name}` : profile.name}
        text={isOwner ? 'Check out my profile' : `Check out ${profile.name}'s profile`}
        url={(site?.url ?? '') + paths.profile(profile._id)}
        className="max-sm:w-full"
      />
      {isOwner && <EditProfile profile={profile} className="max-sm:w-full" />}
      </div>
    </header>
  )
}

const BOX = 'prints-address inline-flex min-h-11 max-w-full items-center gap-2 rounded-md border px-3 text-small font-medium no-underline'

function SocialButton({ social }: { social: Social }) {
  const icon = <SocialIcon name={social.name} size={18} />
  if (!social.href)
    return (
      <span className={cx(BOX, 'border-line text-soft')} title={social.label}>
        {icon}
        <span className="sr-only">{social.label}: </span>
        <bdi className="min-w-0 truncate">{social.value}</bdi>
      </span>
    )
  return (
    <a href={social.href} rel="noopener nofollow ugc me" className={cx(BOX, 'border-strong bg-surface text-ink transition-colors hover:bg-quiet')}>
      {icon}
      {social.label}
    </a>
  )
}
