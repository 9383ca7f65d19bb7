// Somebody who made a project, as a link to their profile.
import { Avatar } from '../kit/Avatar'
import { Link } from '../kit/Link'
import { paths } from '../paths'
import type { Project } from './queries'

export function Person({ member, note }: { member: Pick<Project['submittedBy'], '_id' | 'name' | 'profilePicture'>; note?: string }) {
  return (
    <Link plain to={paths.profile(member._id)} className="group -mx-2 flex min-h-11 items-center gap-3 rounded-md px-2 text-ink no-underline hover:bg-sunken">
      <Avatar name={member.name} src={member.profilePicture} size={36} />
      <span className="min-w-0 leading-tight">
        <bdi className="font-medium group-hover:underline">{member.name}</bdi>
        {note && <span className="block text-caption text-faint">{note}</span>}
      </span>
    </Link>
  )
}
