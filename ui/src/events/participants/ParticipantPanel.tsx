// All participants, with a search by name and a filter by status. Both are in the address.
import { useState } from 'react'
import { PastEnd } from '../../admin/PastEnd'
import { PARTICIPANT_STATUS } from '../../api/forms'
import { FilterLinks } from '../../admin/FilterLinks'
import { useChange } from '../../api/useChange'
import type { Gift } from '../../badges/CreateDialog'
import { Button, ButtonLink } from '../../kit/Button'
import { Card } from '../../kit/Card'
import { Award, CircleCheck, Download, Medal, Plus } from '../../kit/icons'
import { Pagination } from '../../kit/Pagination'
import { SearchField } from '../../kit/fields/SearchField'
import { Loading } from '../../kit/Skeleton'
import { EmptyState, ErrorState } from '../../kit/States'
import { toast } from '../../kit/layers/Toast'
import { cx } from '../../lib/cx'
import { readError } from '../../lib/errors'
import { orderBy } from '../../lib/paging'
import { useQueryLink } from '../../lib/queryState'
import { paths } from '../../paths'
import { useSession } from '../../sessions/SessionProvider'
import { useEventView } from './eventViewState'
import { ParticipantAdd } from './ParticipantAdd'
import { ParticipantCertificates } from './ParticipantCertificates'
import { ParticipantComplete } from './ParticipantComplete'
import { ParticipantRemove } from './ParticipantRemove'
import { ParticipantSkeleton, ParticipantTable } from './ParticipantTable'
import { downloadParticipants, useParticipants, useStatusChange, type AdminEvent, type Person } from './participantQueries'
import { countOf, lastPage, listQuery, ORDERS, PAGE_SIZE, reachable, readFilters, VIEW_DEFAULTS, type Filters, type ParticipantStatus } from './participantRules'

export function ParticipantPanel({ event }: { event: AdminEvent }) {
  const { raw, set, open, close, isOpen } = useEventView()
  const { isAdmin } = useSession()
  const link = useQueryLink(VIEW_DEFAULTS)
  const filters = readFilters(raw)
  const { data, error, isPending, isPlaceholderData, isFetching, refetch } = useParticipants(event._id, listQuery(filters))
  const [selection, setSelection] = useSelection(filters)
  const change = useStatusChange(event._id, (users) => {
    if (users.length > 1 || selection.has(users[0] ?? '')) setSelection(new Set())
  })

  // The last participant of the last page is gone.
  if (data && !isPlaceholderData && data.items.length === 0 && filters.page > lastPage(data.total))
    return <PastEnd page={filters.page} last={lastPage(data.total)} />

  const { search, status } = filters
  const nobody = event.registrationsCount === 0
  const addButton = !event.cancelled && (
    <Button onClick={() => open('add')} icon={<Plus aria-hidden size="1.1em" className="max-sm:hidden" />}>
      Add participant
    </Button>
  )
  return (
    <>
      {(!nobody || search || status) && (
        <>
          <div className="flex flex-wrap gap-3">
            <SearchField label="Search participants by name" placeholder="Search by name or email…" value={raw.search} onSearch={(typed) => set({ search: typed })} className="min-w-full flex-1 sm:min-w-64" />
            <div className="flex flex-wrap gap-3 max-sm:w-full max-sm:[&>*]:flex-auto">
              {addButton}
              {!event.cancelled && event.attendedCount > 0 && (
                <Button onClick={() => open('complete')} icon={<CircleCheck aria-hidden size="1.1em" className="max-sm:hidden" />}>
                  <span>
                    <span className="sr-only">Mark all who attended as </span>Completed
                  </span>
                </Button>
              )}
              {isAdmin && !event.cancelled && event.completedCount > 0 && (
                <Button onClick={() => open('certificates')} icon={<Award aria-hidden size="1.1em" className="max-sm:hidden" />}>
                  <span>
                    Issue certificates<span className="sr-only"> to all who completed</span>
                  </span>
                </Button>
              )}
              {isAdmin && event.attendedCount + event.completedCount > 0 && <GiveBadge event={event} recipients={[]} />}
              <ExportButton id={event._id} disabled={nobody} />
            </div>
          </div>
          <div className="mt-4 mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
            <StatusFilter event={event} current={status} />
            <p role="status" className="min-h-6 text-small text-soft tabular-nums">
              {data && `Showing ${data.items.length.toLocaleString()} of ${data.total.toLocaleString()} participants`}
            </p>
          </div>
        </>
      )}
      {isPending ? (
        <Loading label="Loading participants…">
          <ParticipantSkeleton rows={Math.min(8, Math.max(1, event.registrationsCount))} />
        </Loading>
      ) : !data ? (
        <Card padded={false}>
          <ErrorState message={readError(error, 'Failed to load participants').message} onRetry={() => void refetch()} retrying={isFetching} />
        </Card>
      ) : data.items.length > 0 ? (
        <div aria-busy={isPlaceholderData} className={cx('transition-opacity', isPlaceholderData && 'opacity-60')}>
          <ParticipantTable
            caption={`${status ?? 'All'} participants, page ${filters.page}`}
            rows={data.items}
            hasTasks={event.tasks.length > 0}
            sort={filters.order && ORDERS[filters.order]}
            onSort={(sort) => set({ sort: orderBy(ORDERS, sort) })}
            selected={selection}
            onSelect={setSelection}
            onStatus={(users, to) => void change(users, to)}
            action={isAdmin && <GiveBadge event={event} recipients={data.items.flatMap(({ user }) => (selection.has(user._id) ? [user] : []))} />}
            onRemove={(user) => open('remove', user)}
          />
          <Pagination page={filters.page} total={reachable(data.total)} pageSize={PAGE_SIZE} label="Pages of participants" />
        </div>
      ) : (
        <Card padded={false}>
          {search || status ? (
            <EmptyState drawing="search" title="No participants match" action={<ButtonLink to={link({ search: '', status: '' })}>Show all participants</ButtonLink>} />
          ) : (
            <EmptyState
              drawing="people"
              title="No participants registered yet."
              text={event.cancelled ? undefined : event.published ? 'They appear here as they register.' : 'Nobody can register while the event is a draft.'}
              action={addButton}
            />
          )}
        </Card>
      )}
      {isAdmin && <ParticipantCertificates event={event} open={isOpen('certificates') && !event.cancelled} onClose={close} />}
      <ParticipantComplete event={event} open={isOpen('complete') && !event.cancelled} onClose={close} />
      <ParticipantAdd event={event} open={isOpen('add')} onClose={close} />
      <ParticipantRemove event={event} person={isOpen('remove') ? data?.items.find((one) => one.user._id === raw.who)?.user : undefined} onClose={close} />
    </>
  )
}

/** Leads to the form of a badge for this event. */
function GiveBadge({ event, recipients }: { event: AdminEvent; recipients: Person[] }) {
  const gift: Gift = {
    origin: { _id: event._id, title: event.title, cancelled: event.cancelled },
    recipients: recipients.map(({ _id, name, email, profilePicture }) => ({ _id, name, email: email ?? undefined, profilePicture })),
  }
  const isSmall = recipients.length > 0
  return (
    <ButtonLink size={isSmall ? 'sm' : undefined} to={paths.admin.badges({ dialog: 'create' })} state={{ gift }} icon={!isSmall && <Medal aria-hidden size="1.1em" className="max-sm:hidden" />}>
      Give a badge
    </ButtonLink>
  )
}

/** The selection among the rows on the screen; another page or filter starts without one. */
function useSelection(filters: Filters) {
  const of = JSON.stringify(filters)
  const [kept, keep] = useState({ of, selected: new Set<string>() })
  const selected = kept.of === of ? kept.selected : NOBODY
  return [selected, (next: Set<string>) => keep({ of, selected: next })] as const
}
const NOBODY = new Set<string>()

/** The filter for every status, as the address has it. */
const ALL = 'all'

function StatusFilter({ event, current }: { event: AdminEvent; current: ParticipantStatus | undefined }) {
  const link = useQueryLink(VIEW_DEFAULTS)
  return (
    <FilterLinks
      label="Participants by status"
      options={[undefined, ...PARTICIPANT_STATUS].map((status) => ({ value: status?.toLowerCase() ?? ALL, label: status ?? 'All', count: countOf(event, status) }))}
      current={current?.toLowerCase() ?? ALL}
      to={(status) => link({ status })}
    />
  )
}

function ExportButton({ id, disabled }: { id: string; disabled: boolean }) {
  const { run, busy } = useChange({ call: () => downloadParticipants(id), onRefused: ({ message }) => toast.error(message), failed: 'Failed to export participants' })
  return (
    <Button onClick={() => void run()} busy={busy} busyText="Exporting…" disabled={disabled} icon={<Download aria-hidden size="1.1em" className="max-sm:hidden" />}>
      Export CSV
    </Button>
  )
}
