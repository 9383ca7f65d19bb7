// Instead of a page, while the server does not say who is here.
import { Container } from '../kit/Page'
import { ErrorState } from '../kit/States'

export function NoAnswer(props: { message: string; onRetry: () => void; retrying?: boolean }) {
  return (
    <Container className="py-10">
      <ErrorState heading="h1" title="This page cannot be opened right now" {...props} />
    </Container>
  )
}
