// What a certificate says: to whom, for what, when, under which id.
import type { ReactNode } from 'react'
import { Link } from '../kit/Link'
import { Time } from '../kit/Time'
import { paths } from '../paths'
import type { Certificate } from './queries'
import { achievementOf, idOf, issuedOf, recipientOf } from './rules'

/** A certificate's picture with what is said of it: beside it where there is room. */
export const WITH_PICTURE = 'grid items-start gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1.75fr)_minmax(17rem,1fr)] lg:grid-rows-[auto_1fr]'
export const PICTURE = 'min-w-0 lg:col-start-1 lg:row-span-2 lg:row-start-1'

/** `className` lays the list out. */
export function CertificateFacts({ certificate, className }: { certificate: Certificate; className: string }) {
  const { issuedTo, event, project } = certificate
  const issued = issuedOf(certificate)
  const origin = event ? paths.event(event._id) : project ? paths.project(project._id) : undefined
  return (
    <dl className={className}>
      <Fact label="Recipient">
        <Named to={issuedTo?.hasProfile ? paths.profile(issuedTo._id) : undefined}>{recipientOf(certificate)}</Named>
      </Fact>
      <Fact label="Achievement">
        <Named to={origin}>{achievementOf(certificate)}</Named>
      </Fact>
      <Fact label="Issued">{issued ? <Time value={issued} /> : 'N/A'}</Fact>
      <Fact label="Certificate ID">
        <span className="font-mono text-small">{idOf(certificate)}</span>
      </Fact>
    </dl>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-caption text-faint">{label}</dt>
      <dd className="mt-0.5 font-medium wrap-anywhere">{children}</dd>
    </div>
  )
}

/** A name that leads to what it names, while that exists. */
function Named({ to, children }: { to: string | undefined; children: string }) {
  const name = <bdi>{children}</bdi>
  return to ? (
    <Link to={to} className="inline-block py-0.5">
      {name}
    </Link>
  ) : (
    name
  )
}
