// Every URL of the admin area. Apart from the others, so that no visitor loads what only admins need.
import type { ReactNode } from 'react'
import { Route, Routes } from 'react-router'
import { page } from '../lib/lazyRoute'
import AdminLayout from './AdminLayout'

const DashboardPage = page('/admin', () => import('./DashboardPage'))
const EventListPage = page('/admin/events', () => import('./events/EventListPage'))
const CreateEventPage = page('/admin/events/create', () => import('./events/CreateEventPage'))
const EventViewPage = page('/admin/events/view/:id', () => import('./events/EventViewPage'))
const CheckInPage = page('/admin/events/checkin/:id', () => import('./checkin/CheckInPage'))
const EditEventPage = page('/admin/events/edit/:id', () => import('./events/EditEventPage'))
const ProjectListPage = page('/admin/projects', () => import('./ProjectListPage'))
const ReviewPage = page('/admin/projects/review/:id', () => import('./ReviewPage'))

export default function AdminRoutes({ notFound }: { notFound: ReactNode }) {
  return (
    <Routes>
      <Route element={<AdminLayout />}>
        <Route index element={<DashboardPage />} />
        <Route path="events" element={<EventListPage />} />
        <Route path="events/create" element={<CreateEventPage />} />
        <Route path="events/view/:id" element={<EventViewPage />} />
        <Route path="events/checkin/:id" element={<CheckInPage />} />
        <Route path="events/edit/:id" element={<EditEventPage />} />
        <Route path="projects" element={<ProjectListPage />} />
        <Route path="projects/review/:id" element={<ReviewPage />} />
        <Route path="*" element={notFound} />
      </Route>
    </Routes>
  )
}
