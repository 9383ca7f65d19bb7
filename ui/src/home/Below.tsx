// The home page below the first view. It loads when the reader comes to it.
import { Container } from '../kit/Page'
import { BadgeShowcase } from './BadgeShowcase'
import { CertificateTeaser } from './CertificateTeaser'
import { Closing } from './Closing'
import { FeaturedProjects } from './FeaturedProjects'

export default function Below({ name, email }: { name: string; email?: string }) {
  return (
    <Container>
      <FeaturedProjects />
      <BadgeShowcase />
      <CertificateTeaser name={name} />
      <Closing email={email} />
    </Container>
  )
}
