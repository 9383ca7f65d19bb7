// Signing in.
import { Container, PageHead } from '../kit/Page'
import { useDocumentTitle } from '../lib/title'

export default function LoginPage() {
  useDocumentTitle('Login')
  return (
    <Container>
      <PageHead title="Login" />
    </Container>
  )
}
