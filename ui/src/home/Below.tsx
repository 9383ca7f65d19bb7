// The home page below the first view. It loads when the reader comes near it, or a little later anyway.
import { Container } from '../kit/Page'
import { BadgeShowcase } from './BadgeShowcase'
import { CertificateTeaser } from './CertificateTeaser'
import { Closing } from './Closing'
import { FeaturedProjects } from './FeaturedProjects'
import { Highlights } from './Highlights'

export default function Below({ name, email }: { name: string; email?: string }) {
  return (
    <>
      <Highlights />
      <Container>
        <FeaturedProjects />
        <BadgeShowcase />
        <CertificateTeaser name={name} />
        <Closing email={email} />
      </Container>
    </>
  )
}
