// The home page.
import { Container, PageHead } from '../kit/Page'
import { useDocumentTitle } from '../lib/title'

export default function HomePage() {
  useDocumentTitle('Home')
  return (
    <Container>
      <PageHead title="Home" />
    </Container>
  )
}
