// Every URL of the site. Pages load when needed; links load them on intent.
import { lazy, Suspense, type ComponentType } from 'react'
import { Route, Routes } from 'react-router'
import { PageSpinner } from './kit/Skeleton'
import { registerRoute } from './lib/prefetch'
import { RequireAdmin, RequireMember } from './session/guards'
import { PublicLayout } from './shell/PublicLayout'

function page(path: string, load: () => Promise<{ default: ComponentType }>) {
  registerRoute(path, load)
  return lazy(load)
}

const HomePage = page('/', () => import('./home/HomePage'))
const ProjectsPage = page('/projects', () => import('./projects/ProjectsPage'))
const ProjectPage = page('/projects/:id', () => import('./projects/ProjectPage'))
const SubmitProjectPage = page('/submit-project', () => import('./projects/SubmitProjectPage'))
const MyProjectsPage = page('/projects/mine', () => import('./projects/MyProjectsPage'))
const EditProjectPage = page('/projects/:id/edit', () => import('./projects/EditProjectPage'))
const EventsPage = page('/events', () => import('./events/EventsPage'))
const EventPage = page('/events/:id', () => import('./events/EventPage'))
const LoginPage = page('/login', () => import('./session/LoginPage'))
const SetupPage = page('/setup', () => import('./site/SetupPage'))
const ProfilePage = page('/profile/:id', () => import('./members/ProfilePage'))
const TermsPage = page('/terms', () => import('./legal/TermsPage'))
const PrivacyPage = page('/privacy', () => import('./legal/PrivacyPage'))
const AdminLayout = lazy(() => import('./admin/AdminLayout'))
const AdminDashboardPage = page('/admin', () => import('./admin/DashboardPage'))
const AdminEventViewPage = page('/admin/events/view/:id', () => import('./admin/events/EventViewPage'))
const AdminEventsPage = page('/admin/events', () => import('./admin/events/EventListPage'))
const AdminCreateEventPage = page('/admin/events/create', () => import('./admin/events/CreateEventPage'))
const AdminEditEventPage = page('/admin/events/edit/:id', () => import('./admin/events/EditEventPage'))
const AdminProjectsPage = page('/admin/projects', () => import('./admin/ProjectListPage'))
const AdminReviewPage = page('/admin/projects/review/:id', () => import('./admin/ReviewPage'))
const NotFoundPage = lazy(() => import('./shell/NotFoundPage'))
const KitPage = import.meta.env.DEV ? lazy(() => import('./kit/KitPage')) : undefined

export function AppRoutes() {
  return (
    <Routes>
      <Route element={<PublicLayout />}>
        <Route path="/" element={<HomePage />} />
        <Route path="/projects" element={<ProjectsPage />} />
        <Route path="/projects/:id" element={<ProjectPage />} />
        <Route path="/events" element={<EventsPage />} />
        <Route path="/events/:id" element={<EventPage />} />
        <Route path="/login" element={<LoginPage />} />
        <Route path="/setup" element={<SetupPage />} />
        <Route path="/profile/:id" element={<ProfilePage />} />
        <Route element={<RequireMember />}>
          <Route path="/profile" element={<ProfilePage />} />
          <Route path="/submit-project" element={<SubmitProjectPage />} />
          <Route path="/projects/mine" element={<MyProjectsPage />} />
          <Route path="/projects/:id/edit" element={<EditProjectPage />} />
        </Route>
        <Route path="/terms" element={<TermsPage />} />
        <Route path="/privacy" element={<PrivacyPage />} />
        {KitPage && <Route path="/kit" element={<KitPage />} />}
        <Route path="*" element={<NotFoundPage />} />
      </Route>
      <Route element={<RequireAdmin />}>
        <Route
          element={
            <Suspense fallback={<PageSpinner />}>
              <AdminLayout />
            </Suspense>
          }
        >
          <Route path="/admin" element={<AdminDashboardPage />} />
          <Route path="/admin/events/view/:id" element={<AdminEventViewPage />} />
          <Route path="/admin/events" element={<AdminEventsPage />} />
          <Route path="/admin/events/create" element={<AdminCreateEventPage />} />
          <Route path="/admin/events/edit/:id" element={<AdminEditEventPage />} />
          <Route path="/admin/projects" element={<AdminProjectsPage />} />
          <Route path="/admin/projects/review/:id" element={<AdminReviewPage />} />
        </Route>
      </Route>
    </Routes>
  )
}
