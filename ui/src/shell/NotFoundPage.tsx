// The page for any address that does not exist.
import { ButtonLink } from '../kit/Button'
import { Drawing } from '../kit/Drawing'
import { Container } from '../kit/Page'
import { useDocumentTitle } from '../lib/title'
import { paths } from '../paths'

export default function NotFoundPage() {
  useDocumentTitle('Page Not Found')
  return (
    <Container className="flex flex-col items-center py-20 text-center">
      <Drawing name="lost" width={160} />
      <h1 className="mt-6">Page Not Found</h1>
      <p className="mt-3 max-w-measure text-lead text-soft">There is nothing at this address. It may have moved, or the link has a typing error.</p>
      <ButtonLink variant="primary" to={paths.home()} className="mt-8">
        Return to Home
      </ButtonLink>
    </Container>
  )
}
