// The signed-in member's first name and picture, with a menu of profile, admin area and logout.
import type { SessionUser } from '../api/session'
import { Avatar } from '../kit/Avatar'
import { ChevronDown, House, Layers, LogOut, Settings, User } from '../kit/icons'
import { Menu, type MenuItem } from '../kit/layers/Menu'
import { firstName } from '../lib/monogram'
import { paths } from '../paths'

type UserMenuProps = { user: SessionUser; isAdmin: boolean; signOut: () => void }

export default function UserMenu({ user, isAdmin, signOut }: UserMenuProps) {
  const items: MenuItem[] = [
    { label: 'My Profile', to: paths.ownProfile(), icon: <User aria-hidden size="1.1rem" /> },
    { label: 'My Projects', to: paths.myProjects(), icon: <Layers aria-hidden size="1.1rem" /> },
    { label: 'My Account', to: paths.account(), icon: <Settings aria-hidden size="1.1rem" /> },
  ]
  if (isAdmin) items.push({ label: 'Admin Dashboard', to: paths.admin.dashboard(), icon: <House aria-hidden size="1.1rem" /> })
  items.push({ label: 'Logout', onSelect: signOut, icon: <LogOut aria-hidden size="1.1rem" /> })
  return (
    <Menu
      trigger={
        <>
          <Avatar name={user.name} src={user.profilePicture} size={32} />
          <bdi className="max-w-36 truncate">{firstName(user.name)}</bdi>
          <ChevronDown aria-hidden size="1rem" className="text-faint" />
        </>
      }
      triggerClassName="flex items-center gap-2 rounded-md px-2 text-small font-medium hover:bg-quiet"
      items={items}
    />
  )
}
