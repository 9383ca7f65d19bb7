// The providers around the routes, outermost first.
import { QueryClientProvider } from '@tanstack/react-query'
import { BrowserRouter } from 'react-router'
import { queryClient } from './api/query'
import { Toaster } from './kit/layers/Toast'
import { Optional } from './kit/Optional'
import { AppRoutes } from './routes'
import { SessionProvider } from './sessions/SessionProvider'
import { SiteProvider } from './sessions/SiteProvider'
import { ErrorBoundary } from './shell/ErrorBoundary'
import { FocusOnNavigation, ScrollMemory } from './shell/navigation'
import { Particles } from './shell/Particles'
import { ThemeProvider } from './shell/ThemeProvider'
import { Visits } from './shell/Visits'

export function App() {
  return (
    <ErrorBoundary>
      <ThemeProvider>
        <QueryClientProvider client={queryClient}>
          <BrowserRouter>
            <SiteProvider>
              <SessionProvider>
                <Optional>
                  <Particles />
                </Optional>
                <AppRoutes />
                <Toaster />
                <ScrollMemory />
                <FocusOnNavigation />
                <Visits />
              </SessionProvider>
            </SiteProvider>
          </BrowserRouter>
        </QueryClientProvider>
      </ThemeProvider>
    </ErrorBoundary>
  )
}
