// The home page: what is made here, what happens next, and what one takes along.
import { Container } from '../kit/Page'
import { Loading, Skeleton } from '../kit/Skeleton'
import { useDocumentTitle } from '../lib/title'
import { useSiteState } from '../session/SiteProvider'
import { BadgeShowcase } from './BadgeShowcase'
import { CertificateTeaser } from './CertificateTeaser'
import { Closing } from './Closing'
import { FeaturedProjects } from './FeaturedProjects'
import { Hero } from './Hero'
import { Highlights } from './Highlights'
import { StatsBand } from './StatsBand'

export default function HomePage() {
  const { site, failed } = useSiteState()
  useDocumentTitle('')
  // The first lines are the community's own: nothing is shown that would have to move when they arrive.
  if (!site && !failed) return <HomeSkeleton />
  return (
    <>
      <Hero tagline={site?.tagline || site?.name || 'Community'} about={site?.about} />
      <StatsBand />
      <Container>
        <Highlights />
        <FeaturedProjects />
        <BadgeShowcase />
        <CertificateTeaser name={site?.name ?? 'Community'} />
        <Closing email={site?.contactEmail} />
      </Container>
    </>
  )
}

function HomeSkeleton() {
  return (
    <Container className="min-h-dvh py-16">
      <Loading>
        <Skeleton className="h-16 max-w-160" />
        <Skeleton className="mt-4 h-16 max-w-120" />
        <Skeleton className="mt-8 h-20 max-w-140" />
      </Loading>
    </Container>
  )
}
