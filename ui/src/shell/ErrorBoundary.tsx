// What is shown instead of a page whose code failed.
import { Component, type ReactNode } from 'react'
import { Button } from '../kit/Button'
import { ArrowLeft, RefreshCw } from '../kit/icons'
import { Container } from '../kit/Page'

type Props = { children: ReactNode; /** A change of it (a navigation) tries again. */ resetKey?: string }
type State = { error: Error | null; key: string | undefined }

export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null, key: this.props.resetKey }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  static getDerivedStateFromProps({ resetKey }: Props, { key }: State): Partial<State> | null {
    return key === resetKey ? null : { error: null, key: resetKey }
  }

  override render() {
    return this.state.error ? <ErrorScreen error={this.state.error} /> : this.props.children
  }
}

export function ErrorScreen({ error }: { error: Error }) {
  return (
    <Container narrow className="py-16">
      <div role="alert">
        <h1 className="text-h2">Something went wrong</h1>
        <p className="mt-3 text-soft">This page ran into an error that it could not recover from. Reloading usually helps.</p>
      </div>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button variant="primary" icon={<RefreshCw aria-hidden size="1.1em" />} onClick={() => location.reload()}>
          Reload Page
        </Button>
        <Button icon={<ArrowLeft aria-hidden size="1.1em" />} onClick={() => (history.length > 1 ? history.back() : location.assign('/'))}>
          Go Back
        </Button>
      </div>
      <details className="mt-8 text-small">
        <summary className="min-h-11 content-center text-soft">Technical details</summary>
        <pre className="mt-2 overflow-x-auto rounded-md border border-line bg-sunken p-4 [overflow-wrap:normal]">{error.stack ?? `${error.name}: ${error.message}`}</pre>
      </details>
    </Container>
  )
}
