// Every URL of the admin area, for who reaches it: admins all, organisers the events, helpers the doors of theirs. A module of
// its own, so that visitors do not load code that only these need.
/* eslint-disable no-restricted-imports -- helpers see the door in the frame of the public pages */
import type { ReactNode } from 'react'
import { Navigate, Route, Routes } from 'react-router'
import { page } from '../lib/part'
import { paths } from '../paths'
import { useStaff } from '../sessions/guards'
import { PublicLayout } from '../shell/PublicLayout'
import AdminLayout from './AdminLayout'

const DashboardPage = page('/admin', () => import('./DashboardPage'))
const EventListPage = page('/admin/events', () => import('../events/EventListPage'))
const CreateEventPage = page('/admin/events/create', () => import('../events/form/CreateEventPage'))
const EventViewPage = page('/admin/events/view/:id', () => import('../events/participants/EventViewPage'))
const CheckInPage = page('/admin/events/checkin/:id', () => import('../events/door/CheckInPage'))
const EditEventPage = page('/admin/events/edit/:id', () => import('../events/form/EditEventPage'))
const CertificateListPage = page('/admin/certificates', () => import('../certificates/CertificateListPage'))
const EmailsPage = page('/admin/emails', () => import('../mail/EmailsPage'))
const InvitePage = page('/admin/invite', () => import('../invitations/InvitePage'))
const OutboxPage = page('/admin/outbox', () => import('../mail/OutboxPage'))
const BadgeListPage = page('/admin/badges', () => import('../badges/BadgeListPage'))
const SettingsPage = page('/admin/settings', () => import('../site/SettingsPage'))
const UserListPage = page('/admin/users', () => import('./users/UserListPage'))
const AuditPage = page('/admin/audit', () => import('./audit/AuditPage'))
const ProjectListPage = page('/admin/projects', () => import('../projects/review/ProjectListPage'))
const ReviewPage = page('/admin/projects/review/:id', () => import('../projects/review/ReviewPage'))

const EVENTS = (
  <>
    <Route path="events" element={<EventListPage />} />
    <Route path="events/create" element={<CreateEventPage />} />
    <Route path="events/view/:id" element={<EventViewPage />} />
    <Route path="events/edit/:id" element={<EditEventPage />} />
  </>
)
const DOOR = <Route path="events/checkin/:id" element={<CheckInPage />} />

export default function AdminRoutes({ notFound }: { notFound: ReactNode }) {
  const staff = useStaff()
  if (staff === 'helper')
    return (
      <Routes>
        <Route element={<PublicLayout />}>{DOOR}</Route>
        {/* Everywhere else they are what every member is. */}
        <Route path="*" element={<Navigate to={paths.login()} replace />} />
      </Routes>
    )
  if (staff === 'organiser')
    return (
      <Routes>
        <Route element={<AdminLayout />}>
          {EVENTS}
          {DOOR}
        </Route>
        <Route path="*" element={<Navigate to={paths.admin.events()} replace />} />
      </Routes>
    )
  return (
    <Routes>
      <Route element={<AdminLayout />}>
        <Route index element={<DashboardPage />} />
        {EVENTS}
        {DOOR}
        <Route path="certificates" element={<CertificateListPage />} />
        <Route path="emails" element={<EmailsPage />} />
        <Route path="invite" element={<InvitePage />} />
        <Route path="outbox" element={<OutboxPage />} />
        <Route path="badges" element={<BadgeListPage />} />
        <Route path="settings" element={<SettingsPage />} />
        <Route path="users" element={<UserListPage />} />
        <Route path="audit" element={<AuditPage />} />
        <Route path="projects" element={<ProjectListPage />} />
        <Route path="projects/review/:id" element={<ReviewPage />} />
        <Route path="*" element={notFound} />
      </Route>
    </Routes>
  )
}
