// The terms of service.
import { Container, PageHead } from '../kit/Page'
import { useDocumentTitle } from '../lib/title'

export default function TermsPage() {
  useDocumentTitle('Terms of Service')
  return (
    <Container>
      <PageHead title="Terms of Service" />
    </Container>
  )
}
