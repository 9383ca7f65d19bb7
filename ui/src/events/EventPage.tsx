// One event.
import { Container, PageHead } from '../kit/Page'
import { useDocumentTitle } from '../lib/title'

export default function EventPage() {
  useDocumentTitle('Event')
  return (
    <Container>
      <PageHead title="Event" />
    </Container>
  )
}
