// One project.
import { Container, PageHead } from '../kit/Page'
import { useDocumentTitle } from '../lib/title'

export default function ProjectPage() {
  useDocumentTitle('Project')
  return (
    <Container>
      <PageHead title="Project" />
    </Container>
  )
}
