// The title of a certificate with the badge that says whether it counts.
import { Chip } from '../kit/Chip'
import { cx } from '../lib/cx'
import { StandingChip } from './CertificateStanding'
import type { Certificate } from './queries'

export function CertificateTitle({ certificate, className }: { certificate: Certificate; className?: string }) {
  return (
    <span className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <bdi className={cx('min-w-0 wrap-anywhere', className)}>{certificate.title}</bdi>
      <span className="inline-flex flex-wrap gap-2 font-sans tracking-normal">
        <StandingChip status={certificate.status} className="px-2.5! py-1! text-small!" />
        {certificate.isPrivate && <Chip className="px-2.5! py-1! text-small!">Private</Chip>}
      </span>
    </span>
  )
}
