// What can be done with a certificate: share it, copy its link, download it, show it on LinkedIn.
import { CopyButton, ShareButton } from '../kit/CopyButton'
import { Button, ButtonLink } from '../kit/Button'
import { Download, Globe } from '../kit/icons'
import { SocialIcon } from '../kit/SocialIcon'
import { useZone } from '../kit/Time'
import { paths } from '../paths'
import { useSession } from '../sessions/SessionProvider'
import { useSite } from '../sessions/SiteProvider'
import { useDownload, type Certificate } from './queries'
import { achievementOf, idOf, isPrintable, linkedInLink, recipientOf, shareLinkOf } from './rules'

/** Milliseconds for which "Copied!" stays. */
const COPIED = { viewer: 2000, verify: 1500 } as const

export function CertificateActions({ certificate, verifies }: { certificate: Certificate; /** On the page that verifies. */ verifies?: boolean }) {
  const { user, isAdmin } = useSession()
  const site = useSite()
  const zone = useZone()
  const address = site?.url ?? location.origin
  const link = shareLinkOf(certificate, address)
  const look = { size: 'sm' as const, copiedLabel: 'Copied!', duration: verifies ? COPIED.verify : COPIED.viewer }
  const isRecipient = user !== null && user.id === certificate.issuedTo?._id
  return (
    <div className="flex flex-wrap gap-3 max-sm:grid max-sm:grid-cols-2 print:hidden">
      {verifies ? (
        <ButtonLink size="sm" to={paths.certificate(idOf(certificate))} icon={<Globe aria-hidden size="1.1em" />}>
          Open Public Link
        </ButtonLink>
      ) : (
        certificate.status !== 'revoked' && (
          <ShareButton variant="primary" title={certificate.title} text={`${recipientOf(certificate)}: ${achievementOf(certificate)}`} url={link} {...look} />
        )
      )}
      <CopyButton text={link} {...look} />
      {isRecipient && certificate.status === 'valid' && (
        <ButtonLink
          size="sm"
          href={linkedInLink(certificate, { organisation: site?.name ?? '', site: address, zone })}
          target="_blank"
          rel="noopener"
          icon={<SocialIcon name="linkedIn" size={18} />}
        >
          Add to LinkedIn
        </ButtonLink>
      )}
      {isPrintable(certificate.status, isAdmin) && <Downloads certificate={certificate} named={verifies} />}
    </div>
  )
}

function Downloads({ certificate, named }: { certificate: Certificate; named?: boolean }) {
  const { run, busy, input } = useDownload()
  const button = (as: 'png' | 'pdf' | 'json', label: string) => (
    <Button
      size="sm"
      disabled={busy && input?.as !== as}
      busy={input?.as === as}
      busyText="Downloading..."
      onClick={() => void run({ certificate, as, named })}
      icon={<Download aria-hidden size="1.1em" />}
    >
      {label}
    </Button>
  )
  return (
    <div className="flex basis-full flex-wrap gap-3 max-sm:contents max-sm:[&>:last-child:nth-child(odd)]:col-span-full">
      {button('png', named ? 'Download' : 'Download PNG')}
      {button('pdf', 'Download PDF')}
      {certificate.status === 'valid' && button('json', 'Download JSON')}
    </div>
  )
}
