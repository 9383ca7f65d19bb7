// The layout of a legal text: its sections and a table of contents.
import type { ReactNode } from 'react'
import { Link } from '../kit/Link'
import { Container, PageHead } from '../kit/Page'
import { Time } from '../kit/Time'
import { useDocumentTitle } from '../lib/title'

export type LegalSection = { id: string; title: string; body: ReactNode }

type LegalTextProps = {
  title: string
  lead: ReactNode
  /** The date of the text's last change. */
  updated: string
  sections: LegalSection[]
  /** The link to the other legal text. */
  also: { to: string; label: string }
}

export function LegalText({ title, lead, updated, sections, also }: LegalTextProps) {
  useDocumentTitle(title)
  return (
    <Container>
      <PageHead title={title} lead={lead}>
        <p className="mt-4 text-small text-faint">
          Last changed on <Time value={updated} />. See also our{' '}
          <Link to={also.to}>{also.label}</Link>.
        </p>
      </PageHead>
      <div className="grid gap-x-16 gap-y-10 border-t border-line pt-8 lg:grid-cols-[15rem_minmax(0,1fr)] lg:pt-12">
        <nav aria-label="Contents" className="lg:sticky lg:top-[calc(var(--header)+2rem)] lg:self-start">
          <h2 className="text-h4">Contents</h2>
          <ol className="mt-2 sm:columns-2 lg:columns-1">
            {sections.map(({ id, title }, at) => (
              <li key={id} className="break-inside-avoid">
                <Link plain href={`#${id}`} className="flex min-h-11 items-center gap-3 rounded-sm text-small text-soft no-underline hover:text-ink hover:underline lg:min-h-9">
                  <span aria-hidden className="w-5 shrink-0 text-faint tabular-nums">
                    {at + 1}
                  </span>
                  {title}
                </Link>
              </li>
            ))}
          </ol>
        </nav>
        <div className="max-w-measure divide-y divide-line">
          {sections.map(({ id, title, body }, at) => (
            <section key={id} id={id} tabIndex={-1} aria-labelledby={`${id}-title`} className="py-8 first:pt-0">
              <h2 id={`${id}-title`} className="mb-4 text-h3">
                <span aria-hidden className="me-3 text-faint tabular-nums">
                  {at + 1}
                </span>
                {title}
              </h2>
              <div className="prose">{body}</div>
            </section>
          ))}
        </div>
      </div>
    </Container>
  )
}

/** How to contact the community, within a sentence. Without an e-mail address, people ask at its events. */
export function Contact({ email }: { email: string | undefined }) {
  return email ? (
    <>
      write to <Link href={`mailto:${email}`}>{email}</Link>
    </>
  ) : (
    <>turn to the people who run the site, for example at one of the events</>
  )
}
