// Whether a certificate counts: the badge beside its title, and the sentence that says more.
import { Chip } from '../kit/Chip'
import { CircleAlert, CircleCheck, Clock, TriangleAlert } from '../kit/icons'
import { Link } from '../kit/Link'
import { Linked } from '../kit/Linked'
import { Time } from '../kit/Time'
import { cx } from '../lib/cx'
import { paths } from '../paths'
import type { Certificate } from './queries'
import { lacksRecipient, PENDING, STANDINGS } from './rules'

const ICONS = { valid: CircleCheck, pending: Clock, revoked: CircleAlert } as const

export function StandingChip({ status, className }: { status: Certificate['status']; className?: string }) {
  const { label, tone } = STANDINGS[status]
  const Icon = ICONS[status]
  return (
    <Chip tone={tone} icon={<Icon aria-hidden size="1.1em" className="shrink-0" />} className={cx('whitespace-nowrap', className)}>
      {label}
    </Chip>
  )
}

const NOTICE = 'flex items-start gap-2.5 rounded-md px-4 py-3 text-small'

/** Why it does not count, or what is wrong with it; nothing when all is well. */
export function StandingNotice({ certificate }: { certificate: Certificate }) {
  const { status, revokedAt, revocationReason, replacedBy } = certificate
  return (
    <>
      {status === 'pending' && (
        <p className={cx(NOTICE, 'bg-warn-tint text-warn')}>
          <Clock aria-hidden size="1.1rem" className="mt-[0.15em] shrink-0" />
          {PENDING}
        </p>
      )}
      {status === 'revoked' && (
        <div className={cx(NOTICE, 'bg-bad-tint text-bad')}>
          <CircleAlert aria-hidden size="1.1rem" className="mt-[0.15em] shrink-0" />
          <div className="min-w-0 space-y-1">
            <p className="font-medium">
              <span>This certificate was revoked</span>
              {revokedAt && (
                <span>
                  {' '}
                  on <Time value={revokedAt} />
                </span>
              )}
              <span> and is no longer valid.</span>
            </p>
            {revocationReason && (
              <p dir="auto" className="whitespace-pre-line wrap-anywhere">
                <Linked text={revocationReason} />
              </p>
            )}
            {replacedBy && (
              <p>
                <span>It was replaced by </span>
                <Link to={paths.certificate(replacedBy)} className="font-mono">
                  {replacedBy}
                </Link>
                <span>.</span>
              </p>
            )}
          </div>
        </div>
      )}
      {lacksRecipient(certificate) && (
        <div className={cx(NOTICE, 'bg-warn-tint text-warn')}>
          <TriangleAlert aria-hidden size="1.1rem" className="mt-[0.15em] shrink-0" />
          <p>
            <strong className="block font-medium">Data Issue</strong>
            Nobody is named on this certificate. Please tell the community that issued it.
          </p>
        </div>
      )}
    </>
  )
}
