// Entries of the audit log: who did what to what, when, and what it changed.
import { Link } from '../../kit/Link'
import { Time } from '../../kit/Time'
import { subjectPath } from '../rules'
import { actionText, fieldText } from './actions'
import type { AuditEntry } from './queries'
import { MemberLink } from '../../members/MemberLink'

/** Longer values are cut to this many characters; the whole value is in the tooltip. */
const SHOWN = 160

export function EntryList({ entries, brief }: { entries: AuditEntry[]; /** Without the values. */ brief?: boolean }) {
  return (
    <ol className="divide-y divide-line rounded-lg border border-line bg-surface">
      {entries.map((entry) => (
        <li key={entry._id} className="px-4 py-3">
          <p className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5">
            <span className="font-medium">{actionText(entry.action)}</span>
            <Subject entry={entry} />
            <span className="text-caption max-sm:basis-full sm:ms-auto text-faint">
              <Actor actor={entry.actor} />
              <span> · </span>
              <Time value={entry.at} shape="dateTime" zoned />
            </span>
          </p>
          {!brief && entry.changes.length > 0 && (
            <dl className="mt-1.5 space-y-1 text-small">
              {entry.changes.map(({ field, before, after }) => (
                <div key={field} className="grid gap-x-3 md:grid-cols-[13rem_minmax(0,1fr)]">
                  <dt className="text-faint wrap-anywhere">{fieldText(field)}</dt>
                  <dd className="min-w-0 wrap-anywhere">
                    {/* What is made has nothing before. */}
                    {before && (
                      <>
                        <Value value={before} />
                        <span className="text-faint"> → </span>
                      </>
                    )}
                    <Value value={after} />
                  </dd>
                </div>
              ))}
            </dl>
          )}
        </li>
      ))}
    </ol>
  )
}

function Subject({ entry: { subjectKind, subjectId, subjectName, subjectLeft } }: { entry: AuditEntry }) {
  const to = subjectLeft ? undefined : subjectPath(subjectKind, subjectId)
  if (!subjectName) return null
  return to ? (
    <Link to={to} className="min-w-0 wrap-anywhere">
      <bdi>{subjectName}</bdi>
    </Link>
  ) : (
    <bdi>{subjectName}</bdi>
  )
}

function Actor({ actor }: { actor: AuditEntry['actor'] }) {
  if (!actor) return <span>The operator, in the shell</span>
  return (
    <MemberLink member={actor} className="text-soft" linkClassName="underline decoration-1 underline-offset-3 hover:text-ink">
      <bdi>{actor.name}</bdi>
    </MemberLink>
  )
}

function Value({ value }: { value: string | undefined }) {
  if (value === undefined || value === '') return <span className="text-faint italic">nothing</span>
  return value.length > SHOWN ? (
    <bdi title={value}>{`${value.slice(0, SHOWN)}…`}</bdi>
  ) : (
    <bdi className="whitespace-pre-line">{value}</bdi>
  )
}
