// A member, or oneself.
import { Container, PageHead } from '../kit/Page'
import { useDocumentTitle } from '../lib/title'

export default function ProfilePage() {
  useDocumentTitle('Profile')
  return (
    <Container>
      <PageHead title="Profile" />
    </Container>
  )
}
