// The first run: naming the community and becoming its admin.
import { Container, PageHead } from '../kit/Page'
import { useDocumentTitle } from '../lib/title'

export default function SetupPage() {
  useDocumentTitle('Set up')
  return (
    <Container>
      <PageHead title="Set up" />
    </Container>
  )
}
