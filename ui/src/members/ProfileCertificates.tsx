// A member's certificates. Each opens over the profile; its link leads to its page.
import type { MouseEvent } from 'react'
import { Card, CardLink } from '../kit/Card'
import { Chip } from '../kit/Chip'
import { Award } from '../kit/icons'
import { Optional } from '../kit/Optional'
import { EmptyState } from '../kit/States'
import { Time } from '../kit/Time'
import { part } from '../lib/part'
import { useQueryState } from '../lib/queryState'
import { paths } from '../paths'
import { DownloadCredentials } from './DownloadCredentials'
import type { Profile } from './queries'

const CertificateDialog = part(() => import('../certificates/CertificateDialog'), { reload: true })

/** A press that opens a link here, and not in another tab. */
const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) => button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey

export function ProfileCertificates({ certificates, isOwner }: { certificates: Profile['certificates']; isOwner: boolean }) {
  const [{ certificate: shown }, set] = useQueryState({ certificate: '' })
  if (certificates.length === 0)
    return (
      <EmptyState heading="h3" drawing="medal" title="No certificates earned yet" text="Complete events and submit outstanding projects to earn certificates" />
    )
  return (
    <>
      {isOwner && certificates.some(({ verified }) => verified) && <DownloadCredentials />}
      <ul className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
        {certificates.map((certificate) => (
          <li key={certificate._id} className="min-w-0">
            <Card interactive className="flex h-full flex-col gap-3">
              <Award aria-hidden size="1.75rem" className="text-soft" />
              <h3 className="text-h4">
                <CardLink
                  to={paths.certificate(certificate.certificateId)}
                  onPointerEnter={CertificateDialog.prefetch}
                  onFocus={CertificateDialog.prefetch}
                  onClick={(event) => {
                    if (!isPlain(event)) return
                    event.preventDefault()
                    set({ certificate: certificate.certificateId }, { push: true })
                  }}
                >
                  <bdi>{certificate.title}</bdi>
                </CardLink>
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
      {shown && (
        <Optional resetKey={shown}>
          <CertificateDialog id={shown} onClose={() => set({ certificate: '' })} />
        </Optional>
      )}
    </>
  )
}
