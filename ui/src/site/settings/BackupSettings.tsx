// The backups that the server keeps: which there are, whether they are whole, one more, and a download.
import { Button } from '../../kit/Button'
import { Chip } from '../../kit/Chip'
import { FormError } from '../../kit/fields/Field'
import { CircleAlert, Download, Plus } from '../../kit/icons'
import { Loading, SkeletonText } from '../../kit/Skeleton'
import { ErrorState } from '../../kit/States'
import { Table, type Column } from '../../kit/Table'
import { Time } from '../../kit/Time'
import { readError } from '../../lib/errors'
import { useBackups, useDownloadBackup, useMakeBackup, type Backup } from './queries'

const VERDICTS = {
  whole: { tone: 'good', text: 'Whole' },
  faulty: { tone: 'bad', text: 'Damaged' },
  unknown: { tone: 'neutral', text: 'To be checked' },
} as const

const COLUMNS: Column<Backup>[] = [
  {
    key: 'made',
    header: 'Made',
    primary: true,
    cell: ({ madeAt, name }) => (
      <>
        <Time value={madeAt} shape="dateTime" zoned />
        <span className="block text-caption font-normal text-faint wrap-anywhere">{name}</span>
      </>
    ),
  },
  { key: 'bytes', header: 'Size', numeric: true, cell: ({ bytes }) => megabytes(bytes) },
  {
    key: 'verdict',
    header: 'State',
    cell: ({ verdict, fault }) => {
      const { tone, text } = VERDICTS[verdict as keyof typeof VERDICTS] ?? VERDICTS.unknown
      return (
        <span className="inline-block max-w-80">
          <Chip tone={tone}>{text}</Chip>
          {fault && <span className="mt-1 block text-caption wrap-anywhere">{fault}</span>}
        </span>
      )
    },
  },
  { key: 'actions', header: 'Actions', buttons: true, cell: (backup) => backup.verdict !== 'faulty' && <Fetch name={backup.name} /> },
]

export function BackupSettings() {
  const { data, error, isFetching, refetch } = useBackups()
  const { run, busy, refusal } = useMakeBackup()
  if (error && !data) return <ErrorState message={readError(error).message} onRetry={() => void refetch()} retrying={isFetching} />
  if (!data)
    return (
      <Loading label="Loading…">
        <SkeletonText lines={6} />
      </Loading>
    )
  const { folder, hours, daily, weekly, monthly, problem, backups } = data
  return (
    <div className="space-y-5">
      <div className="max-w-160 space-y-3 text-soft">
        <p>
          <span>{hours > 0 ? `${everyText(hours)} the server copies the database into the folder ` : 'By itself the server makes no backups. When an admin asks, it copies the database into the folder '}</span>
          <code className="wrap-anywhere">{folder}</code>
          <span>{`, checks the copy, and keeps the last of ${daily} days, ${weekly} weeks and ${monthly} months.`}</span>
        </p>
        <p className="text-small">
          A disk that fails takes these with it: keep some elsewhere, too. What is downloaded here holds no sessions and no keys; the files in the folder are complete. On the server, <code>community restore FILE</code> puts
          one back.
        </p>
      </div>
      {problem && (
        <p role="status" className="flex max-w-160 gap-3 rounded-md bg-bad-tint px-4 py-3 text-small">
          <CircleAlert aria-hidden size="1.25rem" className="shrink-0 text-bad" />
          <span className="min-w-0 wrap-anywhere">{problem}</span>
        </p>
      )}
      <FormError>{refusal?.message}</FormError>
      <Button variant="primary" busy={busy} busyText="Making a backup…" onClick={() => void run()} icon={<Plus aria-hidden size="1.1em" />}>
        Back up now
      </Button>
      <Table caption="Backups" columns={COLUMNS} rows={backups} rowKey={({ name }) => name} empty={<p className="px-4 py-6 text-soft">There is no backup yet.</p>} />
    </div>
  )
}

function Fetch({ name }: { name: string }) {
  const { run, busy } = useDownloadBackup()
  return (
    <Button size="sm" busy={busy} busyText="Preparing…" onClick={() => void run(name)} icon={<Download aria-hidden size="1.1em" />}>
      <span>
        Download<span className="sr-only">{` ${name}`}</span>
      </span>
    </Button>
  )
}

const everyText = (hours: number) => (hours === 24 ? 'Once a day' : hours === 1 ? 'Once an hour' : `Every ${hours} hours`)

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toLocaleString(undefined, { maximumFractionDigits: 1 })} MB`
