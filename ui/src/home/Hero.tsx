// The first view: the community's tagline, two links into the site, and the wall.
import { ButtonLink } from '../kit/Button'
import { Container } from '../kit/Page'
import { cx } from '../lib/cx'
import { paths } from '../paths'
import { isLongLine } from './rules'
import { Wall } from './Wall'

/** Below a member's own beginning, the tagline is not the page's title. */
export function Hero({ tagline, about, heading: Heading = 'h1' }: { tagline: string; about?: string; heading?: 'h1' | 'h2' }) {
  return (
    <Container className="grid items-center gap-x-14 gap-y-12 pt-10 pb-12 lg:grid-cols-[1.08fr_1fr] lg:pt-14 lg:pb-16">
      <div className="min-w-0">
        <Heading className={cx('text-hero leading-none tracking-[-0.03em] hyphens-auto', isLongLine(tagline) && 'lg:text-[calc(var(--text-hero)*0.78)]')}>
          <bdi>{tagline}</bdi>
        </Heading>
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
