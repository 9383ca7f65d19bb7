// The admins' table of users.
import { Avatar } from '../../kit/Avatar'
import { Button } from '../../kit/Button'
import { Chip } from '../../kit/Chip'
import { ArrowUpRight } from '../../kit/icons'
import { Link } from '../../kit/Link'
import { IN_PLACE, Table, type Column } from '../../kit/Table'
import { Time } from '../../kit/Time'
import { Address } from '../../members/Address'
import { paths } from '../../paths'
import type { AdminUser } from './queries'
import { ROLE_LABELS, type UserDialog } from './rules'
import type { Sort } from '../../lib/paging'

type TableProps = { caption: string; rows: AdminUser[]; sort: Sort; onSort: (sort: Sort) => void; /** The own row: nobody suspends themselves. */ self: string | undefined; onOpen: (dialog: UserDialog, id: string) => void }

export function UserTable({ caption, rows, sort, onSort, self, onOpen }: TableProps) {
  const columns: Column<AdminUser>[] = [
    { key: 'user', header: 'User', primary: true, sortable: true, cell: (user) => <User user={user} isSelf={user._id === self} /> },
    {
      key: 'email',
      header: 'Email',
      wide: true,
      cell: ({ email }) => <MailTo email={email} />,
    },
    { key: 'role', header: 'Role', cell: (user) => <Roles user={user} /> },
    { key: 'projects', header: 'Projects', numeric: true, sortable: 'desc', cell: ({ projectCount }) => projectCount.toLocaleString() },
    { key: 'joined', header: 'Joined', sortable: 'desc', cell: ({ createdAt }) => <Time value={createdAt} shape="shortDate" className="whitespace-nowrap" /> },
    { key: 'actions', header: 'Actions', buttons: true, cell: (user) => <Actions user={user} isSelf={user._id === self} onOpen={onOpen} /> },
  ]
  return <Table caption={caption} columns={columns} rows={rows} rowKey={({ _id }) => _id} sort={sort} onSort={onSort} />
}

function MailTo({ email }: { email: string }) {
  return (
    <a href={`mailto:${encodeURIComponent(email)}`} className="inline-flex min-h-6 items-center text-ink max-md:wrap-anywhere">
      <Address email={email} />
    </a>
  )
}

function User({ user: { name, email, profilePicture }, isSelf }: { user: AdminUser; isSelf: boolean }) {
  return (
    <span className="inline-flex items-center gap-2.5 md:min-w-36">
      <Avatar name={name} src={profilePicture} size={32} className="md:max-xl:hidden" />
      <span className="min-w-0">
        <bdi className="wrap-break-word">{name}</bdi>
        {isSelf && <span className="font-normal text-faint"> (you)</span>}
        <span className={`block text-caption font-normal wrap-anywhere ${IN_PLACE}`}>
          <MailTo email={email} />
        </span>
      </span>
    </span>
  )
}

function Roles({ user: { role, suspendedAt, suspensionReason } }: { user: AdminUser }) {
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <Chip tone={role === 'user' ? 'neutral' : 'info'} className="whitespace-nowrap">{ROLE_LABELS[role]}</Chip>
      {suspendedAt && (
        <Chip tone="bad" title={suspensionReason}>
          Suspended
        </Chip>
      )}
    </span>
  )
}

function Actions({ user: { _id, name, suspendedAt }, isSelf, onOpen }: { user: AdminUser; isSelf: boolean; onOpen: TableProps['onOpen'] }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5 md:flex-nowrap">
      <Link plain to={paths.profile(_id)} target="_blank" rel="noopener" className="inline-flex min-h-11 items-center gap-1 px-2 text-small font-medium whitespace-nowrap md:min-h-9">
        <span>
          <span className="sr-only">View profile of {name} in a new tab</span>
          <span aria-hidden>Profile</span>
        </span>
        <ArrowUpRight aria-hidden size="1em" />
      </Link>
      <Button size="sm" onClick={() => onOpen('edit', _id)}>
        <span>
          Edit<span className="sr-only"> {name}</span>
        </span>
      </Button>
      {suspendedAt ? (
        <Button size="sm" onClick={() => onOpen('unsuspend', _id)}>
          <span className="whitespace-nowrap">
            End suspension<span className="sr-only"> of {name}</span>
          </span>
        </Button>
      ) : (
        !isSelf && (
          <Button size="sm" variant="quiet" className="text-bad!" onClick={() => onOpen('suspend', _id)}>
            <span>
              Suspend<span className="sr-only"> {name}</span>
            </span>
          </Button>
        )
      )}
    </span>
  )
}
