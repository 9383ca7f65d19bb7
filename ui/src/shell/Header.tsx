// The fixed bar: navigation, member menu and theme switch. It turns opaque when the page is scrolled.
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { useLocation } from 'react-router'
import { Button, ButtonLink, IconButton } from '../kit/Button'
import { LogIn, MenuIcon, Moon, RefreshCw, Sun, X } from '../kit/icons'
import { Link, NavLink } from '../kit/Link'
import { Optional } from '../kit/Optional'
import { Container } from '../kit/Page'
import { Skeleton } from '../kit/Skeleton'
import { cx } from '../lib/cx'
import { part } from '../lib/part'
import { paths } from '../paths'
import { useSession } from '../sessions/SessionProvider'
import { Brand } from './Brand'
import { loginPath } from './loginPath'
import { useTheme } from './ThemeProvider'

// Their code loads only when they are shown.
const UserMenu = part(() => import('./UserMenu'))
const MobileMenu = part(() => import('./MobileMenu'))

export type NavEntry = { to: string; label: string }

export function Header() {
  const { status, user, isAdmin, isOrganiser, problem, retry, signOut } = useSession()
  const { pathname, key } = useLocation()
  const [scrolled, top] = useScrolled()
  const [menuAt, setMenuAt] = useState<string>()
  // Open for this location only, so a navigation closes it.
  const menuOpen = menuAt === key
  const solid = scrolled || menuOpen

  const entries: NavEntry[] = [
    { to: paths.home(), label: 'Home' },
    { to: paths.projects(), label: 'Projects' },
    { to: paths.events(), label: 'Events' },
  ]
  if (isAdmin) entries.push({ to: paths.admin.dashboard(), label: 'Admin Panel' })
  if (isOrganiser) entries.push({ to: paths.admin.events(), label: 'My Events' })

  return (
    <>
      <div ref={top} aria-hidden className="absolute top-0 h-[50px] w-px" />
      <header
        data-solid={solid}
        className={cx('fixed inset-x-0 top-0 z-40 border-b transition-colors', solid ? 'border-line bg-paper' : 'border-transparent')}
      >
        <Container className="flex h-(--header) items-center gap-4">
          <Brand />
          <nav aria-label="Main" className="ms-2 hidden shrink-0 items-center md:flex lg:ms-4 lg:gap-1">
            {entries.map((entry) => (
              <NavLink
                key={entry.to}
                to={entry.to}
                end={entry.to === '/'}
                className={(active) =>
                  cx('inline-flex min-h-11 items-center rounded-md px-2.5 text-small font-medium whitespace-nowrap no-underline lg:px-3 hover:bg-quiet', active ? 'text-ink underline decoration-accent-ink decoration-2 underline-offset-8' : 'text-soft hover:text-ink')
                }
              >
                {entry.label}
              </NavLink>
            ))}
          </nav>
          <div className="ms-auto flex shrink-0 items-center gap-1">
            <ThemeToggle />
            <div className="hidden md:block">
              {status === 'anonymous' ? (
                <ButtonLink size="sm" to={loginPath(pathname)} icon={<LogIn aria-hidden size="1.1em" />}>
                  Login
                </ButtonLink>
              ) : problem ? (
                <Button size="sm" onClick={retry} icon={<RefreshCw aria-hidden size="1.1em" />}>
                  Try again
                </Button>
              ) : (
                <Optional loading={<MenuSkeleton />} resetKey={key} instead={() => <PlainLink to={paths.ownProfile()}>My Profile</PlainLink>}>
                  {user ? <UserMenu key={key} {...{ user, isAdmin, signOut }} /> : <MenuSkeleton />}
                </Optional>
              )}
            </div>
            <IconButton
              label={menuOpen ? 'Close menu' : 'Open menu'}
              className="md:hidden"
              aria-expanded={menuOpen}
              aria-controls={menuOpen ? 'mobile-menu' : undefined}
              icon={menuOpen ? <X aria-hidden size="1.4rem" /> : <MenuIcon aria-hidden size="1.4rem" />}
              onClick={() => setMenuAt(menuOpen ? undefined : key)}
            />
          </div>
        </Container>
        {menuOpen && (
          <Optional instead={() => <PlainMenu entries={user ? [...entries, { to: paths.ownProfile(), label: 'My Profile' }] : [...entries, { to: loginPath(pathname), label: 'Login' }]} />}>
            <MobileMenu onClose={() => setMenuAt(undefined)} entries={entries} />
          </Optional>
        )}
      </header>
    </>
  )
}

function MenuSkeleton() {
  return <Skeleton className="h-9 w-28 rounded-md!" />
}

function PlainLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link plain to={to} className="inline-flex min-h-11 items-center px-2 text-small font-medium text-ink no-underline hover:underline">
      {children}
    </Link>
  )
}

/** The links alone, when the code of the menu failed to load. */
function PlainMenu({ entries }: { entries: NavEntry[] }) {
  return (
    <nav id="mobile-menu" aria-label="Menu" className="flex flex-col border-t border-line bg-paper p-3 shadow-float md:hidden">
      {entries.map(({ to, label }) => (
        <PlainLink key={to} to={to}>
          {label}
        </PlainLink>
      ))}
    </nav>
  )
}

function ThemeToggle() {
  const { dark, toggle } = useTheme()
  return (
    <IconButton
      label={dark ? 'Switch to light mode' : 'Switch to dark mode'}
      icon={dark ? <Sun aria-hidden size="1.25rem" /> : <Moon aria-hidden size="1.25rem" />}
      onClick={toggle}
    />
  )
}

/** Whether the top of the page has left the screen, and what marks this top. The browser tells; whoever asks makes it lay the page out first. */
function useScrolled(): [boolean, RefObject<HTMLDivElement | null>] {
  const top = useRef<HTMLDivElement>(null)
  const [scrolled, setScrolled] = useState(false)
  useEffect(() => {
    const watch = new IntersectionObserver(([entry]) => setScrolled(entry?.isIntersecting === false))
    if (top.current) watch.observe(top.current)
    return () => watch.disconnect()
  }, [])
  return [scrolled, top]
}

export function SkipLink() {
  return (
    <Link plain href="#main" className="fixed start-4 top-2 z-60 -translate-y-24 rounded-md bg-ink px-4 py-2.5 font-medium text-paper focus:translate-y-0">
      Skip to content
    </Link>
  )
}
