// The first thing seen: the community's line, two ways in, and its wall.
import { ButtonLink } from '../kit/Button'
import { Container } from '../kit/Page'
import { paths } from '../paths'
import { Wall } from './Wall'

export function Hero({ tagline, about }: { tagline: string; about?: string }) {
  return (
    <Container className="grid items-center gap-x-14 gap-y-12 pt-10 pb-12 lg:grid-cols-[1.08fr_1fr] lg:pt-14 lg:pb-16">
      <div className="min-w-0">
        <h1 className="text-hero leading-[0.98] tracking-[-0.03em]">
          <bdi>{tagline}</bdi>
        </h1>
        {about && (
          <p className="mt-6 max-w-120 text-lead text-soft">
            <bdi>{about}</bdi>
          </p>
        )}
        <div className="mt-8 flex flex-wrap gap-3">
          <ButtonLink variant="primary" size="lg" to={paths.events()}>
            Explore Events
          </ButtonLink>
          <ButtonLink size="lg" to={paths.projects()}>
            View Projects
          </ButtonLink>
        </div>
      </div>
      <Wall />
    </Container>
  )
}
