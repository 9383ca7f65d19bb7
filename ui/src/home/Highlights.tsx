// The highlights: three things to do here, side by side on one sheet.
import type { ReactNode } from 'react'
import { Drawing, type DrawingName } from '../kit/Drawing'
import { ArrowRight } from '../kit/icons'
import { Link } from '../kit/Link'
import { Container } from '../kit/Page'
import { paths } from '../paths'

export function Highlights() {
  return (
    <section aria-labelledby="highlights">
      <Container className="pt-(--section)">
        <h2 id="highlights" className="sr-only">
          What you can do here
        </h2>
        <ul className="grid divide-line rounded-lg border border-line bg-surface max-md:divide-y md:grid-cols-3 md:divide-x">
          <Highlight drawing="box" title="Show what you make" to={paths.submitProject()} action="Submit a project">
            Put your project in the showcase: the code, the demo, and the people who made it with you.
          </Highlight>
          <Highlight drawing="calendar" title="Learn side by side" to={paths.events()} action="See what is on">
            Workshops, hackathons and talks, on site and online, with tasks to try your hand at.
          </Highlight>
          <Highlight drawing="medal" title="Keep what you earn" to={paths.projects({ sort: 'popular' })} action="See what people love">
            Badges for work that others value, and certificates that anybody can check.
          </Highlight>
        </ul>
      </Container>
    </section>
  )
}

function Highlight({ drawing, title, to, action, children }: { drawing: DrawingName; title: string; to: string; action: string; children: ReactNode }) {
  return (
    <li className="flex flex-col items-start p-6 md:p-8">
      <Drawing name={drawing} width={88} />
      <h3 className="mt-5">{title}</h3>
      <p className="mt-2 text-soft">{children}</p>
      <Link plain to={to} className="mt-auto inline-flex min-h-11 items-center gap-1.5 pt-3 font-medium text-accent-ink no-underline hover:underline print:hidden">
        {action}
        <ArrowRight aria-hidden size="1.1em" className="shrink-0 rtl:rotate-180" />
      </Link>
    </li>
  )
}
