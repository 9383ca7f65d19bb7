// The sections of the admin area that are the member's, and who is signed in. It narrows to icons; on a phone it is a drawer.
/* eslint-disable no-restricted-imports -- the admin sidebar uses parts of the shell */
import { useEffect, useRef, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { Avatar } from '../kit/Avatar'
import { IconButton } from '../kit/Button'
import { LogOut, Moon, Sun, X } from '../kit/icons'
import { NavLink } from '../kit/Link'
import { closeModal, showModal, useBackdrop } from '../kit/layers/modal'
import { cx } from '../lib/cx'
import { paths } from '../paths'
import { useStaff } from '../sessions/guards'
import { useSession } from '../sessions/SessionProvider'
import { Brand } from '../shell/Brand'
import { useTheme } from '../shell/ThemeProvider'
import { SECTIONS } from './sections'

type SidebarProps = { narrow?: boolean; /** The button that narrows, widens or closes it. */ control: ReactNode }

const ROW = 'flex min-h-11 w-full items-center gap-3 rounded-md px-3 text-start font-medium no-underline transition-colors'

export function Sidebar({ narrow = false, control }: SidebarProps) {
  const { user, signOut } = useSession()
  const isAdmin = useStaff() === 'admin'
  const navigate = useNavigate()
  const label = narrow ? 'sr-only' : 'min-w-0 flex-1 truncate'
  const row = cx(ROW, narrow && 'justify-center px-0!')

  const leave = () => {
    signOut()
    void navigate(paths.login(), { replace: true })
  }

  return (
    <div className="flex min-h-full flex-col gap-4 p-3">
      <div className={cx('flex items-center justify-between gap-2', narrow ? 'flex-col [&_bdi]:sr-only' : 'ps-2')}>
        <Brand />
        {control}
      </div>
      <nav aria-label="Admin">
        <ul className="space-y-1">
          {SECTIONS.filter(({ organisers }) => isAdmin || organisers).map(({ to, label: name, icon: Icon, end, parts }) => (
            <li key={to}>
              <NavLink to={to} end={end} parts={parts} title={narrow ? name : undefined} className={(active) => cx(row, active ? 'bg-surface text-ink shadow-[inset_0_0_0_1px_var(--line)] font-bold' : 'text-soft hover:bg-quiet hover:text-ink')}>
                <Icon aria-hidden size="1.25rem" className="shrink-0" />
                <span className={label}>{name}</span>
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className="mt-auto space-y-1 border-t border-line pt-3">
        <div className={cx('flex items-center gap-3', narrow ? 'flex-col' : 'ps-3')}>
          {user && <Avatar name={user.name} src={user.profilePicture} size={36} />}
          <p className={cx('leading-tight', narrow ? 'sr-only' : 'min-w-0 flex-1')}>
            <bdi className="block truncate text-small font-medium" title={user?.name}>
              {user?.name}
            </bdi>
            <span className="text-caption text-faint">{isAdmin ? 'Admin' : 'Organiser'}</span>
          </p>
          <ThemeButton />
        </div>
        <button type="button" onClick={leave} title={narrow ? 'Logout' : undefined} className={cx(row, 'text-soft hover:bg-quiet hover:text-ink')}>
          <LogOut aria-hidden size="1.25rem" className="shrink-0" />
          <span className={label}>Logout</span>
        </button>
      </div>
    </div>
  )
}

function ThemeButton() {
  const { dark, toggle } = useTheme()
  return (
    <IconButton
      label={dark ? 'Switch to light mode' : 'Switch to dark mode'}
      icon={dark ? <Sun aria-hidden size="1.25rem" /> : <Moon aria-hidden size="1.25rem" />}
      onClick={toggle}
    />
  )
}

/** The sidebar over the page. A native dialog keeps the focus inside, closes on Escape and returns the focus to its button. */
export function Drawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    if (!open || !element) return
    showModal(element)
    // A wide window shows the sidebar beside the page and needs no drawer.
    const wide = matchMedia('(min-width: 64rem)')
    wide.addEventListener('change', onClose)
    return () => {
      wide.removeEventListener('change', onClose)
      closeModal(element)
    }
  }, [open, onClose])
  const backdrop = useBackdrop(onClose)

  return (
    // The browser handles Escape.
    <dialog
      ref={dialog}
      aria-label="Admin menu"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClose={(event) => open && !event.currentTarget.open && onClose()}
      {...backdrop}
      className="m-0 h-dvh max-h-none w-72 max-w-[85vw] overflow-y-auto border-e border-line bg-paper shadow-float"
    >
      {open && <Sidebar control={<IconButton label="Close menu" icon={<X aria-hidden size="1.4rem" />} onClick={onClose} />} />}
    </dialog>
  )
}
