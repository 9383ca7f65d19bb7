// Every URL of the site; those of the admin area are in admin/routes.tsx. Pages load when they are shown, or earlier when a link gets the pointer or the focus.
import { Suspense } from 'react'
import { Route, Routes } from 'react-router'
import { PageSpinner } from './kit/Skeleton'
import { page, part } from './lib/part'
import { registerRoute } from './lib/prefetch'
import { RequireMember, RequireStaff } from './sessions/guards'
import { ErrorBoundary } from './shell/ErrorBoundary'
import { PublicLayout } from './shell/PublicLayout'

const HomePage = page('/', () => import('./home/HomePage'))
const ProjectsPage = page('/projects', () => import('./projects/ProjectsPage'))
const ProjectPage = page('/projects/:id', () => import('./projects/ProjectPage'))
const SubmitProjectPage = page('/submit-project', () => import('./projects/edit/SubmitProjectPage'))
const MyProjectsPage = page('/projects/mine', () => import('./projects/MyProjectsPage'))
const EditProjectPage = page('/projects/:id/edit', () => import('./projects/edit/EditProjectPage'))
const EventsPage = page('/events', () => import('./events/EventsPage'))
const EventPage = page('/events/:id', () => import('./events/EventPage'))
const CertificatePage = page('/certificates/:id', () => import('./certificates/CertificatePage'))
const BadgePage = page('/badges/:id', () => import('./badges/BadgePage'))
const VerifyPage = page('/verify-certificate', () => import('./certificates/VerifyPage'))
const VerifyFilePage = page('/verify', () => import('./credentials/VerifyFilePage'))
const TransparencyPage = page('/transparency', () => import('./credentials/TransparencyPage'))
const IssuerPage = page('/issuer', () => import('./credentials/IssuerPage'))
const LoginPage = page('/login', () => import('./sessions/LoginPage'))
const SetupPage = page('/setup', () => import('./setup/SetupPage'))
const ProfilePage = page('/profile/:id', () => import('./members/ProfilePage'))
const AccountPage = page('/account', () => import('./account/AccountPage'))
const AddressPage = page('/account/email', () => import('./account/AddressPage'))
const TermsPage = page('/terms', () => import('./legal/TermsPage'))
const PrivacyPage = page('/privacy', () => import('./legal/PrivacyPage'))
const UnsubscribePage = page('/unsubscribe', () => import('./mail/UnsubscribePage'))
const AdminRoutes = part(() => import('./admin/routes'), { reload: true })
registerRoute('/admin', AdminRoutes.prefetch)
const NotFoundPage = part(() => import('./shell/NotFoundPage'), { reload: true })
const KitPage = import.meta.env.DEV ? part(() => import('./kit/gallery/KitPage')) : undefined

export function AppRoutes() {
  return (
    <Routes>
      <Route element={<PublicLayout />}>
        <Route path="/" element={<HomePage />} />
        <Route path="/projects" element={<ProjectsPage />} />
        <Route path="/projects/:id" element={<ProjectPage />} />
        <Route path="/events" element={<EventsPage />} />
        <Route path="/events/:id" element={<EventPage />} />
        <Route path="/certificates/:id" element={<CertificatePage />} />
        <Route path="/badges/:id" element={<BadgePage />} />
        <Route path="/verify-certificate" element={<VerifyPage />} />
        <Route path="/verify" element={<VerifyFilePage />} />
        <Route path="/transparency" element={<TransparencyPage />} />
        <Route path="/issuer" element={<IssuerPage />} />
        <Route path="/login" element={<LoginPage />} />
        <Route path="/setup" element={<SetupPage />} />
        <Route path="/profile/:id" element={<ProfilePage />} />
        <Route path="/account/email" element={<AddressPage />} />
        <Route element={<RequireMember />}>
          <Route path="/profile" element={<ProfilePage />} />
          <Route path="/account" element={<AccountPage />} />
          <Route path="/submit-project" element={<SubmitProjectPage />} />
          <Route path="/projects/mine" element={<MyProjectsPage />} />
          <Route path="/projects/:id/edit" element={<EditProjectPage />} />
        </Route>
        <Route path="/unsubscribe" element={<UnsubscribePage />} />
        <Route path="/terms" element={<TermsPage />} />
        <Route path="/privacy" element={<PrivacyPage />} />
        {KitPage && <Route path="/kit" element={<KitPage />} />}
        <Route path="*" element={<NotFoundPage />} />
      </Route>
      <Route element={<RequireStaff />}>
        <Route
          path="/admin/*"
          element={
            <ErrorBoundary>
              <Suspense fallback={<PageSpinner />}>
                <AdminRoutes notFound={<NotFoundPage />} />
              </Suspense>
            </ErrorBoundary>
          }
        />
      </Route>
    </Routes>
  )
}
