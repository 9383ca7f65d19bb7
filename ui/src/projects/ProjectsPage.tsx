// The list of projects.
import { Container, PageHead } from '../kit/Page'
import { useDocumentTitle } from '../lib/title'

export default function ProjectsPage() {
  useDocumentTitle('Projects')
  return (
    <Container>
      <PageHead title="Projects" />
    </Container>
  )
}
