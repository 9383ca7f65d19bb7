// The admins' table of certificates.
import { Avatar } from '../kit/Avatar'
import { Button, ButtonLink, IconButton } from '../kit/Button'
import { Chip } from '../kit/Chip'
import { Download, Eye, Pencil, TriangleAlert, X } from '../kit/icons'
import { Link } from '../kit/Link'
import { Spinner } from '../kit/Skeleton'
import { IN_PLACE, Table, type Column } from '../kit/Table'
import { Time } from '../kit/Time'
import type { Sort } from '../lib/paging'
import { paths } from '../paths'
import type { AdminCertificate } from './adminQueries'
import { missingText, type ListDialog } from './adminRules'
import { StandingChip } from './CertificateStanding'
import { useDownload } from './queries'

const ICON = 'md:min-w-9'
/** Between a phone and a wide screen, the button has an eye in the place of its word. */
const NARROW = 'max-md:hidden 2xl:hidden'

const kindOf = ({ type }: AdminCertificate) => (type === 'event' ? 'Event' : 'Project')

type TableProps = { caption: string; rows: AdminCertificate[]; sort: Sort; onSort: (sort: Sort) => void; onChange: (dialog: ListDialog, id: string) => void }

export function CertificateTable({ caption, rows, sort, onSort, onChange }: TableProps) {
  const columns: Column<AdminCertificate>[] = [
    { key: 'id', header: 'Certificate ID', primary: true, cell: ({ certificateId }) => <span className="font-mono text-caption">{certificateId}</span> },
    {
      key: 'title',
      header: 'Title',
      bare: true,
      cell: (row) => (
        <span>
          <Link plain to={paths.certificate(row.certificateId)} className="text-ink no-underline hover:underline max-md:flex max-md:min-h-11 max-md:items-center md:line-clamp-3 md:min-w-36" title={row.title}>
            <bdi>{row.title}</bdi>
          </Link>
          <span className={`block text-caption text-faint ${IN_PLACE}`}>
            {kindOf(row)} · <Time value={row.issueDate} shape="shortDate" className="whitespace-nowrap" />
          </span>
        </span>
      ),
    },
    { key: 'recipient', header: 'Recipient', cell: (row) => <Recipient certificate={row} /> },
    { key: 'when', header: 'Issue Date', wide: true, sortable: 'desc', cell: ({ issueDate }) => <Time value={issueDate} shape="shortDate" className="whitespace-nowrap" /> },
    { key: 'type', header: 'Type', wide: true, cell: kindOf },
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
    { key: 'actions', header: 'Actions', buttons: true, cell: (row) => <Actions certificate={row} onChange={onChange} /> },
  ]
  return <Table caption={caption} columns={columns} rows={rows} rowKey={({ _id }) => _id} sort={sort} onSort={onSort} />
}

function Recipient({ certificate: { recipientName, issuedTo, missingCharacters } }: { certificate: AdminCertificate }) {
  return (
    <span className="inline-block md:min-w-24">
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
    <span className="inline-flex flex-wrap items-center gap-1 md:max-xl:w-40 xl:flex-nowrap">
      <ButtonLink size="sm" to={paths.certificate(certificateId)} icon={<Eye aria-hidden size="1.15rem" className={NARROW} />} className="max-md:hidden md:max-2xl:px-2!" title="View">
        <span className="md:max-2xl:sr-only">
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
