// About, quick links, contact, social links, the year and the legal pages.
import type { ReactNode } from 'react'
import { Link } from '../kit/Link'
import { Container } from '../kit/Page'
import { SocialIcon } from '../kit/SocialIcon'
import { paths, webLink } from '../paths'
import { useSite } from '../sessions/SiteProvider'
import { Brand } from './Brand'

const QUIET = 'inline-flex min-h-11 items-center text-soft no-underline hover:text-ink hover:underline md:min-h-8'

export function Footer() {
  const site = useSite()
  const social = (site?.socialLinks ?? []).flatMap(({ name, url }) => {
    const href = webLink(url)
    return href ? [{ name, href }] : []
  })
  return (
    <footer className="near mt-(--section) border-t border-line bg-sunken text-small [contain-intrinsic-height:auto_40rem] sm:[contain-intrinsic-height:auto_28rem] lg:[contain-intrinsic-height:auto_20rem]">
      <Container className="grid grid-cols-2 gap-x-6 gap-y-8 py-12 sm:grid-cols-3 lg:grid-cols-[2fr_1fr_1fr_1fr] lg:gap-x-12">
        <div className="max-lg:col-span-full lg:-mt-2.5">
          <Brand />
          <p className="mt-3 line-clamp-2 max-w-measure text-soft" title={site?.about}>
            {site?.about}
          </p>
        </div>
        <Column title="Quick Links" className="max-sm:row-span-2">
          <Link plain className={QUIET} to={paths.projects()}>
            Projects
          </Link>
          <Link plain className={QUIET} to={paths.events()}>
            Events
          </Link>
          <Link plain className={QUIET} to={paths.verifyCertificate()}>
            Verify a certificate
          </Link>
          <Link plain className={QUIET} to={paths.verify()}>
            Verify a file
          </Link>
        </Column>
        {site?.contactEmail && (
          <Column title="Contact">
            <Link plain className={QUIET} href={`mailto:${site.contactEmail}`}>
              {site.contactEmail}
            </Link>
          </Column>
        )}
        {social.length > 0 && (
          <Column title="Follow">
            {social.map(({ name, href }) => (
              <a key={name} href={href} rel="noopener me" className={`${QUIET} gap-2.5`}>
                <SocialIcon name={name} size={18} />
                {name}
              </a>
            ))}
          </Column>
        )}
      </Container>
      <div className="border-t border-line">
        <Container className="flex flex-wrap items-center justify-between gap-x-8 gap-y-1 py-4 text-faint">
          <p>
            © {new Date().getFullYear()} <bdi>{site?.name}</bdi>. All rights reserved.
          </p>
          <div className="flex flex-wrap gap-x-6">
            <Link plain className={QUIET} to={paths.privacy()}>
              Privacy Policy
            </Link>
            <Link plain className={QUIET} to={paths.terms()}>
              Terms of Service
            </Link>
          </div>
        </Container>
      </div>
    </footer>
  )
}

function Column({ title, className, children }: { title: string; className?: string; children: ReactNode }) {
  return (
    <section className={className}>
      <h2 className="mb-2 text-h4">{title}</h2>
      <div className="flex flex-col items-start">{children}</div>
    </section>
  )
}
