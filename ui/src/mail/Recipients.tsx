// Who gets a message: all members, or those who are ticked in a list that is searched, narrowed and paged.
import { useState } from 'react'
import { OriginSearch } from '../certificates/OriginSearch'
import type { Origin } from '../certificates/adminRules'
import { Button } from '../kit/Button'
import { FieldError } from '../kit/fields/Field'
import { SearchField } from '../kit/fields/SearchField'
import { SelectField } from '../kit/fields/SelectField'
import { Checkbox } from '../kit/fields/Toggles'
import { X } from '../kit/icons'
import { Skeleton } from '../kit/Skeleton'
import { ErrorState } from '../kit/States'
import { cx } from '../lib/cx'
import { Address } from '../members/Address'
import { useAddresses, useEmailMembers } from './mailQueries'

const SIZE = 50
/** The server's own limit of an offset, in pages. */
const LAST = 200
const ROLES = [
  { value: '', label: 'Every role' },
  { value: 'user', label: 'Users' },
  { value: 'organiser', label: 'Organisers' },
  { value: 'admin', label: 'Admins' },
]

type RecipientsProps = { all: boolean; recipients: string[]; error?: string; onChange: (patch: { all?: boolean; recipients?: string[] }) => void }

export function Recipients({ all, recipients, error, onChange }: RecipientsProps) {
  const [search, setSearch] = useState('')
  const [role, setRole] = useState('')
  const [event, setEvent] = useState<Origin | null>(null)
  const [asksEvent, setAsksEvent] = useState(false)
  const [page, setPage] = useState(1)
  const filter = { search: search || undefined, role: role || undefined, event: event?._id }
  const { data, isPending, isError, isFetching, refetch } = useEmailMembers({ ...filter, limit: SIZE, offset: (page - 1) * SIZE || undefined })
  const { data: everybody } = useEmailMembers({ limit: 1 })
  const { run, busy } = useAddresses()
  const chosen = new Set(recipients)
  const pages = Math.min(LAST, Math.ceil((data?.total ?? 0) / SIZE))
  const narrow = (change: () => void) => {
    change()
    setPage(1)
  }
  const selectAll = async () => {
    const outcome = await run(filter)
    if (outcome?.ok) onChange({ recipients: [...new Set([...recipients, ...outcome.data.addresses])] })
  }
  const toggle = (email: string) => onChange({ recipients: chosen.has(email) ? recipients.filter((one) => one !== email) : [...recipients, email] })

  return (
    <fieldset className="min-w-0 space-y-3" aria-describedby={error ? 'recipients-error' : undefined}>
      <legend className="mb-1 font-medium">Recipients</legend>
      <Checkbox label={`Send to all users${everybody ? ` (${everybody.total.toLocaleString()})` : ''}`} checked={all} aria-invalid={error ? true : undefined} onChange={({ target }) => onChange({ all: target.checked })} />
      <fieldset disabled={all} className={cx('min-w-0 space-y-3', all && 'opacity-60')}>
        <legend className="sr-only">Chosen members</legend>
        <div className="grid gap-3 sm:grid-cols-[1fr_auto]">
          <SearchField label="Search members" placeholder="Name or address…" value={search} onSearch={(typed) => narrow(() => setSearch(typed))} />
          <SelectField label="Role" hideLabel options={ROLES} value={role} onChange={({ target }) => narrow(() => setRole(target.value))} />
        </div>
        {event ? (
          <p className="flex flex-wrap items-center gap-2 text-small">
            <span>
              Participants of <bdi className="font-medium">{event.title}</bdi>
            </span>
            <Button size="sm" variant="quiet" icon={<X aria-hidden size="1em" />} onClick={() => narrow(() => setEvent(null))}>
              Everybody
            </Button>
          </p>
        ) : asksEvent ? (
          <OriginSearch
            kind="event"
            onPick={(picked) =>
              narrow(() => {
                setEvent(picked)
                setAsksEvent(false)
              })
            }
          />
        ) : (
          <Button size="sm" onClick={() => setAsksEvent(true)}>
            Only participants of an event
          </Button>
        )}
        <div className="flex flex-wrap items-center gap-2">
          <Button size="sm" busy={busy} busyText="Selecting…" onClick={() => void selectAll()}>
            Select All
          </Button>
          <Button size="sm" onClick={() => onChange({ recipients: [] })}>
            Deselect All
          </Button>
          <p role="status" className="ms-auto text-small text-soft tabular-nums">{`Selected ${recipients.length.toLocaleString()} / ${(everybody?.total ?? 0).toLocaleString()}`}</p>
        </div>
        {isPending ? (
          <Skeleton className="h-48" />
        ) : isError && !data ? (
          <ErrorState heading="h3" message="Failed to load users. Please refresh the page and try again." onRetry={() => void refetch()} retrying={isFetching} />
        ) : (
          <ul aria-label="Members" tabIndex={0} className="max-h-96 divide-y divide-line overflow-y-auto rounded-md border border-line">
            {data.items.map(({ _id, name, email }) => (
              <li key={_id}>
                <label htmlFor={`to-${_id}`} className="grid min-h-11 grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 px-3 py-1.5 hover:bg-quiet sm:flex">
                  <input id={`to-${_id}`} type="checkbox" className="check" checked={chosen.has(email)} onChange={() => toggle(email)} />
                  <bdi className="min-w-0 justify-self-start wrap-anywhere">{name}</bdi>
                  <span className="min-w-0 text-small text-faint max-sm:col-start-2"><Address email={email} /></span>
                </label>
              </li>
            ))}
            {data.items.length === 0 && <li className="px-3 py-3 text-small text-soft">Nobody matches.</li>}
          </ul>
        )}
        {pages > 1 && (
          <div className="flex items-center justify-between gap-3 text-small">
            <Button size="sm" disabled={page === 1} onClick={() => setPage(page - 1)}>
              Previous
            </Button>
            <span className="text-center text-soft tabular-nums">{`Page ${page.toLocaleString()} of ${pages.toLocaleString()}`}</span>
            <Button size="sm" disabled={page >= pages} onClick={() => setPage(page + 1)}>
              Next
            </Button>
          </div>
        )}
      </fieldset>
      <FieldError id="recipients-error" error={error} />
    </fieldset>
  )
}
