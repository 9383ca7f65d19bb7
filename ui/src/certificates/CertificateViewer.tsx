// A certificate with all that is known of it: on its page, on the page that verifies, and in the dialog of a profile.
import { useId } from 'react'
import { Linked } from '../kit/Linked'
import { Link } from '../kit/Link'
import { Optional } from '../kit/Optional'
import { part } from '../lib/part'
import { paths } from '../paths'
import { useSession } from '../sessions/SessionProvider'
import { useSite } from '../sessions/SiteProvider'
import { CertificateActions } from './CertificateActions'
import { CertificateFacts, PICTURE, WITH_PICTURE } from './CertificateFacts'
import { CertificateSheet } from './CertificateSheet'
import { StandingNotice } from './CertificateStanding'
import type { Certificate } from './queries'
import { idOf, shareLinkOf } from './rules'

// Only recipients need it.
const Visibility = part(() => import('./Visibility'))

type ViewerProps = {
  certificate: Certificate
  /** On the page that verifies, which has said the facts already, and lays this out with them. */
  verifies?: boolean
  /** The level of the headings inside. */
  heading?: 'h2' | 'h3'
}

export default function CertificateViewer({ certificate, verifies, heading: Heading = 'h3' }: ViewerProps) {
  const { user } = useSession()
  const isRecipient = user !== null && user.id === certificate.issuedTo?._id
  return (
    <div className={verifies ? 'contents' : WITH_PICTURE}>
      <div className={`${PICTURE} space-y-5`}>
        <CertificateSheet certificate={certificate} />
        <CertificateActions certificate={certificate} verifies={verifies} />
      </div>
      <div className="min-w-0 space-y-5">
        {!verifies && <StandingNotice certificate={certificate} />}
        {!verifies && <CertificateFacts certificate={certificate} className="grid gap-x-6 gap-y-4 sm:grid-cols-2 lg:grid-cols-1" />}
        {certificate.customMessage && (
          <section className="rounded-md border border-line bg-sunken px-4 py-3">
            <Heading className="font-sans text-small font-medium text-soft">Special Message</Heading>
            <p dir="auto" className="mt-1 whitespace-pre-line wrap-anywhere">
              <Linked text={certificate.customMessage} />
            </p>
          </section>
        )}
        {isRecipient && (
          <Optional>
            <Visibility certificate={certificate} />
          </Optional>
        )}
        <Links certificate={certificate} verifies={verifies} heading={Heading} />
      </div>
    </div>
  )
}

function Links({ certificate, verifies, heading: Heading = 'h3' }: ViewerProps) {
  const site = useSite()
  const share = useId()
  const id = idOf(certificate)
  return (
    <div className="space-y-4 border-line text-small not-first:border-t not-first:pt-5">
      {!verifies && (
        <div>
          <Heading className="font-sans text-small font-medium">Verification</Heading>
          <p className="mt-1 text-soft">Anybody can check this certificate by its ID, or at this address:</p>
          <Link to={paths.verifyCertificate(id)} className="inline-block py-1 wrap-anywhere">
            {certificate.verifyLink}
          </Link>
          {certificate.status === 'valid' && (
            <p className="mt-2 text-soft print:hidden">
              <span>The file that you download here proves itself: whoever gets it can drop it on </span>
              <Link to={paths.verify(paths.certificate(id))}>Verify a file</Link>
              <span>, or give it to any other program for Open Badges, even if this site is gone.</span>
            </p>
          )}
        </div>
      )}
      <div className="print:hidden">
        <label htmlFor={share} className="mb-1.5 block font-medium">
          Share link
        </label>
        <input id={share} readOnly value={shareLinkOf(certificate, site?.url ?? location.origin)} className="control font-mono text-caption text-ellipsis" onFocus={(event) => event.target.select()} />
      </div>
      {!verifies && (
        <Link to={paths.certificate(id)} className="inline-flex min-h-11 items-center print:hidden md:min-h-8">
          View Certificate Online
        </Link>
      )}
    </div>
  )
}
