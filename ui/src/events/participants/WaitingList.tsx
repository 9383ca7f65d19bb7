// The waiting list, in the order in which its members get places.
import { PastEnd } from '../../admin/PastEnd'
import { Button } from '../../kit/Button'
import { Card } from '../../kit/Card'
import { Link } from '../../kit/Link'
import { Pagination } from '../../kit/Pagination'
import { Loading } from '../../kit/Skeleton'
import { EmptyState, ErrorState } from '../../kit/States'
import { Table, type Column } from '../../kit/Table'
import { Time } from '../../kit/Time'
import { toast } from '../../kit/layers/Toast'
import { readError } from '../../lib/errors'
import { paths } from '../../paths'
import { useEventView } from './eventViewState'
import { ParticipantPerson } from './ParticipantPerson'
import { useAddParticipant, useWaitingList, type AdminEvent, type Waiting } from './participantQueries'
import { ParticipantRemove } from './ParticipantRemove'
import { cannotAdd, lastPage, PAGE_SIZE, pageQuery, passesOn, reachable, readFilters } from './participantRules'
import { ParticipantSkeleton } from './ParticipantTable'

export function WaitingList({ event }: { event: AdminEvent }) {
  const { raw, open, close, isOpen } = useEventView()
  const { page } = readFilters(raw)
  const { data, error, isPending, isPlaceholderData, isFetching, refetch } = useWaitingList(event._id, pageQuery(page))
  const admitting = useAddParticipant(event._id, () => {})

  if (data && !isPlaceholderData && data.items.length === 0 && page > lastPage(data.total)) return <PastEnd page={page} last={lastPage(data.total)} />

  const admit = async (user: string) => {
    const outcome = await admitting.run(user)
    if (outcome?.ok === false) toast.error(outcome.message)
  }

  const hasPlaces = cannotAdd(event) === undefined
  const columns: Column<Waiting>[] = [
    {
      key: 'name',
      header: 'Name',
      primary: true,
      cell: ({ position, user }) => (
        <span className="flex items-center gap-2">
          <span className="min-w-7 shrink-0 font-display text-h4 font-bold text-faint tabular-nums">
            <span className="sr-only">Position </span>
            <span>{position}</span>
          </span>
          <ParticipantPerson user={user} />
        </span>
      ),
    },
    { key: 'since', header: 'Waiting since', cell: ({ joinedAt }) => <Time value={joinedAt} shape="dateTime" zoned /> },
    {
      key: 'action',
      header: 'Action',
      buttons: true,
      cell: ({ user }) => (
        <span className="inline-flex flex-wrap items-center gap-2">
          {hasPlaces && (
            <Button size="sm" onClick={() => void admit(user._id)} busy={admitting.input === user._id} busyText="Adding…">
              <span>
                Give a place<span className="sr-only"> to {user.name}</span>
              </span>
            </Button>
          )}
          <Button size="sm" variant="quiet" onClick={() => open('remove', user._id)}>
            <span>
              Remove<span className="sr-only"> {user.name}</span>
            </span>
          </Button>
        </span>
      ),
    },
  ]

  return (
    <>
      {isPending ? (
        <Loading label="Loading waiting list…">
          <ParticipantSkeleton rows={Math.min(8, Math.max(1, event.waitingCount))} />
        </Loading>
      ) : !data ? (
        <Card padded={false}>
          <ErrorState message={readError(error, 'Failed to load the waiting list').message} onRetry={() => void refetch()} retrying={isFetching} />
        </Card>
      ) : data.items.length > 0 ? (
        <>
          {passesOn(event) && (
            <p className="mb-4 max-w-measure text-small text-soft">
              A place that becomes free goes to the first in the list, who is told by email. To let in more, <Link to={paths.admin.editEvent(event._id)}>raise the maximum number of participants</Link>.
            </p>
          )}
          <p role="status" className="mb-3 text-small text-soft tabular-nums">
            {`Showing ${data.items.length.toLocaleString()} of ${data.total.toLocaleString()} waiting`}
          </p>
          <Table caption="Waiting list" columns={columns} rows={data.items} rowKey={(row) => row.user._id} />
          <Pagination page={page} total={reachable(data.total)} pageSize={PAGE_SIZE} label="Pages of the waiting list" />
        </>
      ) : (
        <Card padded={false}>
          <EmptyState drawing="people" title="Nobody is waiting" text="When all places are taken, members can wait here for one that becomes free." />
        </Card>
      )}
      <ParticipantRemove waits event={event} person={isOpen('remove') ? data?.items.find((one) => one.user._id === raw.who)?.user : undefined} onClose={close} />
    </>
  )
}
