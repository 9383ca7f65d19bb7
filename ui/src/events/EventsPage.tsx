// The list of events.
import { Container, PageHead } from '../kit/Page'
import { useDocumentTitle } from '../lib/title'

export default function EventsPage() {
  useDocumentTitle('Events')
  return (
    <Container>
      <PageHead title="Events" />
    </Container>
  )
}
