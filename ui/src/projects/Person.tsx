// Somebody who made a project, as a link to their profile, if they have one.
import { Avatar } from '../kit/Avatar'
import { MemberLink } from '../members/MemberLink'
import type { Project } from './queries'

export function Person({ member, note }: { member: Pick<Project['submittedBy'], '_id' | 'name' | 'profilePicture' | 'hasProfile'>; note?: string }) {
  return (
    <MemberLink member={member} className="-mx-2 flex min-h-11 items-center gap-3 rounded-md px-2 text-ink" linkClassName="group no-underline hover:bg-sunken">
      <Avatar name={member.name} src={member.profilePicture} size={36} />
      <span className="min-w-0 leading-tight">
        <bdi className="font-medium group-hover:underline">{member.name}</bdi>
        {note && <span className="block text-caption text-faint">{note}</span>}
      </span>
    </MemberLink>
  )
}
