// A member's certificates. Opening one comes with the certificate viewer.
import { Card } from '../kit/Card'
import { Chip } from '../kit/Chip'
import { Award } from '../kit/icons'
import { EmptyState } from '../kit/States'
import { Time } from '../kit/Time'
import type { Profile } from './queries'

export function ProfileCertificates({ certificates }: { certificates: Profile['certificates'] }) {
  if (certificates.length === 0)
    return (
      <EmptyState heading="h3" drawing="medal" title="No certificates earned yet" text="Complete events and submit outstanding projects to earn certificates" />
    )
  return (
    <ul className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
      {certificates.map((certificate) => (
        <li key={certificate._id} className="min-w-0">
          <Card className="flex h-full flex-col gap-3">
            <Award aria-hidden size="1.75rem" className="text-accent-ink" />
            <h3 className="text-h4">
              <bdi>{certificate.title}</bdi>
            </h3>
            <p className="text-small text-soft">
              Issued on <Time value={certificate.issueDate} />
            </p>
            <p className="mt-auto flex flex-wrap items-center justify-between gap-2">
              <span className="font-mono text-caption text-faint">{certificate.certificateId}</span>
              {!certificate.verified && <Chip tone="warn">Pending</Chip>}
            </p>
          </Card>
        </li>
      ))}
    </ul>
  )
}
