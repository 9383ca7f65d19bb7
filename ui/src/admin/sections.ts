// The entries of the sidebar, from top to bottom: Dashboard, Events, Projects, Users, Email System, Certificates, Badges,
// Settings. One is listed once its page is among the routes.
import type { ComponentType } from 'react'
import { Award, CalendarDays, FolderOpen, House, Mail, Medal, Settings, Users, type IconProps } from '../kit/icons'
import { paths } from '../paths'

type Section = { to: string; label: string; icon: ComponentType<IconProps>; /** Matches this exact path only, none below it. */ end?: boolean; /** Pages that are reached from it. */ parts?: readonly string[]; /** Organisers see it too. */ organisers?: boolean }

export const SECTIONS: readonly Section[] = [
  { to: paths.admin.dashboard(), label: 'Dashboard', icon: House, end: true, parts: [paths.admin.audit()] },
  { to: paths.admin.events(), label: 'Events', icon: CalendarDays, organisers: true },
  { to: paths.admin.projects(), label: 'Projects', icon: FolderOpen },
  { to: paths.admin.users(), label: 'Users', icon: Users, parts: [paths.admin.invite()] },
  { to: paths.admin.emails(), label: 'Email System', icon: Mail, parts: [paths.admin.outbox()] },
  { to: paths.admin.certificates(), label: 'Certificates', icon: Award },
  { to: paths.admin.badges(), label: 'Badges', icon: Medal },
  { to: paths.admin.settings(), label: 'Settings', icon: Settings },
]
