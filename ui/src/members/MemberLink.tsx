// A member by name, as a link to their profile unless they have none: members who have left are "Deleted member".
import type { ReactNode } from 'react'
import { cx } from '../lib/cx'
import { Link } from '../kit/Link'
import { paths } from '../paths'

type MemberLinkProps = {
  member: { _id: string; hasProfile: boolean }
  /** Of both. */
  className?: string
  /** Of the link alone. */
  linkClassName?: string
  children: ReactNode
}

export const MemberLink = ({ member, className, linkClassName, children }: MemberLinkProps) =>
  member.hasProfile ? (
    <Link plain to={paths.profile(member._id)} className={cx(className, linkClassName)}>
      {children}
    </Link>
  ) : (
    <span className={className}>{children}</span>
  )
