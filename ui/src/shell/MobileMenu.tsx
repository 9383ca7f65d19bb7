// The menu of narrow screens, below the header. Escape and a navigation close it.
import { useEffect, useRef, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { Avatar } from '../kit/Avatar'
import { House, Layers, LogIn, LogOut, Plus, Settings, User } from '../kit/icons'
import { NavLink } from '../kit/Link'
import { cx } from '../lib/cx'
import { firstName } from '../lib/monogram'
import { paths } from '../paths'
import { useSession } from '../sessions/SessionProvider'
import type { NavEntry } from './Header'
import { loginPath } from './loginPath'

const ROW = 'flex min-h-12 w-full items-center gap-3 rounded-md px-3 text-start font-medium no-underline hover:bg-quiet'

export default function MobileMenu({ onClose, entries }: { onClose: () => void; entries: NavEntry[] }) {
  const { user, isAdmin, signOut } = useSession()
  const { pathname } = useLocation()
  const panel = useRef<HTMLElement>(null)

  useEffect(() => {
    const escape = (event: KeyboardEvent) => event.key === 'Escape' && onClose()
    const outside = (event: PointerEvent) => !panel.current?.closest('header')?.contains(event.target as Node) && onClose()
    document.addEventListener('keydown', escape)
    document.addEventListener('pointerdown', outside)
    return () => {
      document.removeEventListener('keydown', escape)
      document.removeEventListener('pointerdown', outside)
    }
  })

  return (
    <nav ref={panel} id="mobile-menu" aria-label="Menu" className="popup max-h-[calc(100dvh-var(--header))] overflow-y-auto border-t border-line bg-paper p-3 shadow-float md:hidden">
      <ul>
        {entries.map((entry) => (
          <Row key={entry.to} to={entry.to}>
            {entry.label}
          </Row>
        ))}
      </ul>
      <hr className="my-2 border-line" />
      {user ? (
        <ul>
          <li className="flex min-h-12 items-center gap-3 px-3 text-small text-soft">
            <Avatar name={user.name} src={user.profilePicture} size={32} />
            <bdi className="min-w-0 truncate">{firstName(user.name)}</bdi>
          </li>
          <Row to={paths.submitProject()} icon={<Plus aria-hidden size="1.2rem" />}>
            Submit Project
          </Row>
          <Row to={paths.ownProfile()} icon={<User aria-hidden size="1.2rem" />}>
            My Profile
          </Row>
          <Row to={paths.myProjects()} icon={<Layers aria-hidden size="1.2rem" />}>
            My Projects
          </Row>
          <Row to={paths.account()} icon={<Settings aria-hidden size="1.2rem" />}>
            My Account
          </Row>
          {isAdmin && (
            <Row to={paths.admin.dashboard()} icon={<House aria-hidden size="1.2rem" />}>
              Admin Dashboard
            </Row>
          )}
          <li>
            <button
              type="button"
              className={ROW}
              onClick={() => {
                onClose()
                signOut()
              }}
            >
              <LogOut aria-hidden size="1.2rem" />
              Logout
            </button>
          </li>
        </ul>
      ) : (
        <ul>
          <Row to={loginPath(pathname)} icon={<LogIn aria-hidden size="1.2rem" />}>
            Login
          </Row>
        </ul>
      )}
    </nav>
  )
}

function Row({ to, icon, children }: { to: string; icon?: ReactNode; children: ReactNode }) {
  return (
    <li>
      <NavLink to={to} end={to === '/' || to === '/admin'} className={(active) => cx(ROW, active && 'bg-quiet font-bold text-ink')}>
        {icon}
        {children}
      </NavLink>
    </li>
  )
}
