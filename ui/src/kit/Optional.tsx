// A boundary around a part that the page can do without. A failure inside does not spread.
import { Component, Suspense, type ReactNode } from 'react'
import { PartError } from '../lib/part'

type OptionalProps = {
  children: ReactNode
  /** Shown while the part loads. */
  loading?: ReactNode
  /** Shown when the part has failed; `retry` tries again. */
  instead?: (retry: () => void) => ReactNode
  /** A new value tries again. */
  resetKey?: unknown
}

type State = { failed: boolean; key: unknown }

export class Optional extends Component<OptionalProps, State> {
  override state: State = { failed: false, key: this.props.resetKey }

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true }
  }

  static getDerivedStateFromProps({ resetKey }: OptionalProps, { key }: State): Partial<State> | null {
    return key === resetKey ? null : { failed: false, key: resetKey }
  }

  override componentDidCatch(error: unknown) {
    if (error instanceof PartError) error.forget()
  }

  private readonly retry = () => this.setState({ failed: false })

  override render() {
    const { children, loading = null, instead } = this.props
    return this.state.failed ? instead?.(this.retry) : <Suspense fallback={loading}>{children}</Suspense>
  }
}
