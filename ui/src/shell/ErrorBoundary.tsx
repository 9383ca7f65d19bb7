// Replaces a page whose code has failed or did not load.
import { Component, useEffect, type ReactNode } from 'react'
import { Button } from '../kit/Button'
import { ArrowLeft, RefreshCw } from '../kit/icons'
import { Container } from '../kit/Page'
import { PartError } from '../lib/part'

type Props = { children: ReactNode; /** A new value (a navigation) tries again. */ resetKey?: string }
type State = { error: Error | null; key: string | undefined }

export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null, key: this.props.resetKey }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  static getDerivedStateFromProps({ resetKey }: Props, { key }: State): Partial<State> | null {
    return key === resetKey ? null : { error: null, key: resetKey }
  }

  override componentDidCatch(error: unknown) {
    if (error instanceof PartError) error.forget()
  }

  private readonly retry = () => this.setState({ error: null })

  override render() {
    const { error } = this.state
    if (!error) return this.props.children
    return error instanceof PartError ? <NotLoaded reached={error.reached} onRetry={this.retry} /> : <ErrorScreen error={error} />
  }
}

/** For a page that failed to load. */
function NotLoaded({ reached, onRetry }: { reached: boolean; onRetry: () => void }) {
  useEffect(() => {
    window.addEventListener('online', onRetry)
    return () => window.removeEventListener('online', onRetry)
  }, [onRetry])
  return (
    <Container narrow className="py-16">
      <div role="alert">
        <h1 className="text-h2">{reached ? 'This page did not load' : 'No connection'}</h1>
        <p className="mt-3 text-soft">
          {reached ? 'The site answers, but a part of this page is missing. Please try again.' : 'The site cannot be reached. Please check your network; the page opens when it is back.'}
        </p>
      </div>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button variant="primary" icon={<RefreshCw aria-hidden size="1.1em" />} onClick={onRetry}>
          Try again
        </Button>
        <GoBack />
      </div>
    </Container>
  )
}

function GoBack() {
  return (
    <Button icon={<ArrowLeft aria-hidden size="1.1em" />} onClick={() => (history.length > 1 ? history.back() : location.assign('/'))}>
      Go Back
    </Button>
  )
}

function ErrorScreen({ error }: { error: Error }) {
  return (
    <Container narrow className="py-16">
      <div role="alert">
        <h1 className="text-h2">Something went wrong</h1>
        <p className="mt-3 text-soft">An error stopped this page. Reloading usually helps.</p>
      </div>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button variant="primary" icon={<RefreshCw aria-hidden size="1.1em" />} onClick={() => location.reload()}>
          Reload Page
        </Button>
        <GoBack />
      </div>
      <details className="mt-8 text-small">
        <summary className="min-h-11 content-center text-soft">Technical details</summary>
        <pre className="mt-2 overflow-x-auto rounded-md border border-line bg-sunken p-4 [overflow-wrap:normal]">{error.stack ?? `${error.name}: ${error.message}`}</pre>
      </details>
    </Container>
  )
}
