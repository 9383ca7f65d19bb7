// The layout of every admin page: the page beside its sidebar. A narrow screen has a bar that opens the sidebar.
/* eslint-disable no-restricted-imports -- the admin layout uses parts of the shell */
import { Suspense, useCallback, useState } from 'react'
import { Outlet, useLocation } from 'react-router'
import { IconButton } from '../kit/Button'
import { ChevronLeft, ChevronRight, MenuIcon } from '../kit/icons'
import { PageSpinner } from '../kit/Skeleton'
import { cx } from '../lib/cx'
import { readStored, store } from '../lib/storage'
import { useStaff } from '../sessions/guards'
import { Brand } from '../shell/Brand'
import { ErrorBoundary } from '../shell/ErrorBoundary'
import { SkipLink } from '../shell/Header'
import { useKeptFocus } from './keptFocus'
import { MailHeld } from './MailHeld'
import { MailTrouble } from './MailTrouble'
import { Drawer, Sidebar } from './Sidebar'

const STORED = 'adminSidebar'

export default function AdminLayout() {
  const { key, pathname } = useLocation()
  useKeptFocus(pathname)
  const isAdmin = useStaff() === 'admin'
  const [narrow, setNarrow] = useState(() => readStored(STORED) === 'narrow')
  const [drawerAt, setDrawerAt] = useState<string>()
  // Open for this location only, so a navigation closes it.
  const drawerOpen = drawerAt === key
  const close = useCallback(() => setDrawerAt(undefined), [])
  const Chevron = narrow ? ChevronRight : ChevronLeft

  const toggle = () => {
    store(STORED, narrow ? null : 'narrow')
    setNarrow(!narrow)
  }

  return (
    <div className="flex min-h-dvh flex-col bg-paper lg:flex-row">
      <SkipLink />
      <header className="sticky top-0 z-40 flex h-(--header) items-center gap-2 border-b border-line bg-paper px-(--gutter) lg:hidden">
        <IconButton label="Open menu" aria-expanded={drawerOpen} aria-haspopup="dialog" icon={<MenuIcon aria-hidden size="1.4rem" />} onClick={() => setDrawerAt(key)} className="-ms-2.5" />
        <Brand />
        <span className="ms-auto text-small text-faint">{isAdmin ? 'Admin' : 'Organiser'}</span>
      </header>
      <Drawer open={drawerOpen} onClose={close} />
      <aside
        id="admin-sidebar"
        aria-label="Admin sidebar"
        className={cx('sticky top-0 hidden h-dvh shrink-0 overflow-x-hidden overflow-y-auto border-e border-line bg-sunken transition-[width] lg:block', narrow ? 'w-17' : 'w-60')}
      >
        <Sidebar
          narrow={narrow}
          control={
            <IconButton
              label={narrow ? 'Expand sidebar' : 'Collapse sidebar'}
              aria-expanded={!narrow}
              aria-controls="admin-sidebar"
              icon={<Chevron aria-hidden size="1.25rem" className="rtl:rotate-180" />}
              onClick={toggle}
            />
          }
        />
      </aside>
      <main id="main" tabIndex={-1} className="min-w-0 flex-1">
        {isAdmin && <MailTrouble />}
        {isAdmin && <MailHeld />}
        <ErrorBoundary resetKey={key}>
          <Suspense fallback={<PageSpinner />}>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </main>
    </div>
  )
}
