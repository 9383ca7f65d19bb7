// The partner of an event, and what the partnership means for its certificates.
import { useState } from 'react'
import { Card } from '../kit/Card'
import { Award } from '../kit/icons'
import { Linked } from '../kit/Linked'
import { ExternalLink } from '../kit/Link'
import { monogram, nameHue } from '../lib/monogram'
import { webLink } from '../paths'
import type { EventDetail } from './queries'
import { partnershipLabel } from './rules'

export function Partner({ event }: { event: EventDetail }) {
  const website = webLink(event.organizationWebsite)
  return (
    <Card className="flex flex-wrap items-center gap-5">
      <Logo name={event.organizationName} src={event.organizationLogo.startsWith('/') ? event.organizationLogo : webLink(event.organizationLogo)} />
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-display text-h4 font-bold">
          <bdi>{event.organizationName}</bdi>
        </p>
        <p className="text-small text-soft">{partnershipLabel(event.partnershipType)}</p>
      </div>
      {website && (
        <ExternalLink href={website} className="prints-address inline-flex min-h-11 items-center">
          Visit Website
        </ExternalLink>
      )}
    </Card>
  )
}

function Logo({ name, src }: { name: string; src: string | undefined }) {
  const [failed, setFailed] = useState<string>()
  if (src && failed !== src)
    return <img src={src} alt="" width={64} height={64} loading="lazy" decoding="async" referrerPolicy="no-referrer" onError={() => setFailed(src)} className="size-16 shrink-0 rounded-md bg-paper object-contain" />
  const hue = nameHue(name)
  return (
    <span
      aria-hidden
      className="outlined grid size-16 shrink-0 place-items-center rounded-md font-display text-h3 font-bold"
      style={{ background: `light-dark(oklch(0.9 0.055 ${hue}), oklch(0.34 0.06 ${hue}))`, color: `light-dark(oklch(0.38 0.09 ${hue}), oklch(0.9 0.06 ${hue}))` }}
    >
      {monogram(name)}
    </span>
  )
}

export function CertificateInformation({ event }: { event: EventDetail }) {
  return (
    <Card className="flex items-start gap-4">
      <Award aria-hidden size="1.5rem" className="shrink-0 text-faint" />
      <div className="min-w-0 space-y-2">
        <p>{certificateText(event)}</p>
        {event.certificatesOffered && !event.sendCertificatesImmediately && event.certificateDelayReason && (
          <p dir="auto" className="text-soft">
            <Linked text={event.certificateDelayReason} />
          </p>
        )}
        {event.customCertificateMessage && (
          <p dir="auto" className="text-soft">
            <Linked text={event.customCertificateMessage} />
          </p>
        )}
      </div>
    </Card>
  )
}

function certificateText(event: EventDetail): string {
  if (!event.certificatesOffered) return 'This event comes without certificates.'
  return event.sendCertificatesImmediately ? 'Certificates are sent right after you complete the event.' : 'Certificates are sent later, together with our partner.'
}
