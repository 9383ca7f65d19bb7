// The admins' table of certificates.
import { Avatar } from '../kit/Avatar'
import { Button, ButtonLink, IconButton } from '../kit/Button'
import { Chip } from '../kit/Chip'
import { Download, Pencil, TriangleAlert, X } from '../kit/icons'
import { Spinner } from '../kit/Skeleton'
import { Table, type Column } from '../kit/Table'
import { Time } from '../kit/Time'
import { paths } from '../paths'
import type { AdminCertificate } from './adminQueries'
import { missingText, type ListDialog } from './adminRules'
import { StandingChip } from './CertificateStanding'
import { useDownload } from './queries'

/** On a phone, a text of several lines stays beside the label of its cell. */
const BESIDE_LABEL = 'max-md:max-w-[calc(100%-8.5rem)] max-md:align-top'

const ICON = 'md:min-w-9'

type TableProps = { caption: string; rows: AdminCertificate[]; onChange: (dialog: ListDialog, id: string) => void }

export function CertificateTable({ caption, rows, onChange }: TableProps) {
  const columns: Column<AdminCertificate>[] = [
    { key: 'id', header: 'Certificate ID', primary: true, cell: ({ certificateId }) => <span className="font-mono text-caption">{certificateId}</span> },
    {
      key: 'title',
      header: 'Title',
      cell: (row) => (
        <bdi className={`${BESIDE_LABEL} max-md:inline-block md:line-clamp-2 md:min-w-40`} title={row.title}>
          {row.title}
        </bdi>
      ),
    },
    { key: 'recipient', header: 'Recipient', cell: (row) => <Recipient certificate={row} /> },
    { key: 'date', header: 'Issue Date', cell: ({ issueDate }) => <Time value={issueDate} shape="shortDate" className="whitespace-nowrap" /> },
    { key: 'type', header: 'Type', cell: ({ type }) => (type === 'event' ? 'Event' : 'Project') },
    {
      key: 'status',
      header: 'Status',
      cell: ({ status, isPrivate }) => (
        <span className="inline-flex flex-wrap gap-1.5">
          <StandingChip status={status} />
          {isPrivate && <Chip>Private</Chip>}
        </span>
      ),
    },
    { key: 'actions', header: 'Actions', bare: true, cell: (row) => <Actions certificate={row} onChange={onChange} /> },
  ]
  return <Table caption={caption} columns={columns} rows={rows} rowKey={({ _id }) => _id} />
}

function Recipient({ certificate: { recipientName, issuedTo, missingCharacters } }: { certificate: AdminCertificate }) {
  return (
    <span className={`${BESIDE_LABEL} inline-block md:min-w-28`}>
      <span className="inline-flex items-center gap-2">
        <Avatar name={recipientName} src={issuedTo?.profilePicture} size={24} className="md:max-2xl:hidden" />
        <bdi className="min-w-0 wrap-break-word">{recipientName}</bdi>
      </span>
      {missingCharacters.length > 0 && (
        <span className="mt-1 flex items-start gap-1.5 text-caption text-warn">
          <TriangleAlert aria-hidden size="1em" className="mt-[0.2em] shrink-0" />
          {missingText(missingCharacters)}
        </span>
      )}
    </span>
  )
}

function Actions({ certificate, onChange }: { certificate: AdminCertificate; onChange: TableProps['onChange'] }) {
  const { run, busy } = useDownload()
  const { _id, certificateId, status, issuedTo } = certificate
  return (
    <span className="inline-flex flex-wrap items-center gap-1 md:w-48">
      <ButtonLink size="sm" to={paths.certificate(certificateId)}>
        <span>
          View<span className="sr-only"> {certificateId}</span>
        </span>
      </ButtonLink>
      <IconButton
        size="sm"
        label={`Download the PDF of ${certificateId}`}
        aria-busy={busy || undefined}
        onClick={() => void run({ certificate, as: 'pdf', named: true })}
        icon={busy ? <Spinner size="1.15rem" /> : <Download aria-hidden size="1.15rem" />}
        className={ICON}
      />
      {status !== 'revoked' && issuedTo && (
        <IconButton size="sm" label={`Correct the name on ${certificateId}`} onClick={() => onChange('correct', _id)} icon={<Pencil aria-hidden size="1.1rem" />} className={ICON} />
      )}
      {status !== 'revoked' && (
        <IconButton size="sm" label={`Revoke ${certificateId}`} onClick={() => onChange('revoke', _id)} icon={<X aria-hidden size="1.15rem" />} className={`${ICON} text-bad!`} />
      )}
      {status === 'pending' && (
        <Button size="sm" onClick={() => onChange('release', _id)}>
          <span>
            Release<span className="sr-only"> {certificateId}</span>
          </span>
        </Button>
      )}
    </span>
  )
}
