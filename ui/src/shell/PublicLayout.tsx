// The layout of every public page: header, page, footer.
import { Suspense } from 'react'
import { Outlet, useLocation } from 'react-router'
import { PageSpinner } from '../kit/Skeleton'
import { ErrorBoundary } from './ErrorBoundary'
import { Footer } from './Footer'
import { Header, SkipLink } from './Header'

export function PublicLayout() {
  const { key } = useLocation()
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <Header />
      <main id="main" tabIndex={-1} className="min-h-dvh flex-1 pt-(--header)">
        <ErrorBoundary resetKey={key}>
          <Suspense fallback={<PageSpinner />}>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </main>
      <Footer />
    </div>
  )
}
