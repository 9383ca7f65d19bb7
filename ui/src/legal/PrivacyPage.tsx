// The privacy policy.
import { Container, PageHead } from '../kit/Page'
import { useDocumentTitle } from '../lib/title'

export default function PrivacyPage() {
  useDocumentTitle('Privacy Policy')
  return (
    <Container>
      <PageHead title="Privacy Policy" />
    </Container>
  )
}
