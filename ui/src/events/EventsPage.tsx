// The list of events: totals, filters, three groups, pages.
import { useId } from 'react'
import { EVENT_FILTERS, EVENT_SORTS, EVENT_TYPES } from '../api/rules'
import { Button } from '../kit/Button'
import { Container, PageHead } from '../kit/Page'
import { BeyondEnd, Pagination } from '../kit/Pagination'
import { SearchField } from '../kit/fields/SearchField'
import { SelectField } from '../kit/fields/SelectField'
import { Loading, Skeleton } from '../kit/Skeleton'
import { Stat } from '../kit/Stat'
import { EmptyState, ErrorState } from '../kit/States'
import { cx } from '../lib/cx'
import { refusalOf } from '../lib/errors'
import { useQueryState } from '../lib/queryState'
import { useDocumentTitle } from '../lib/title'
import { useSiteState } from '../sessions/SiteProvider'
import { CalendarButton } from './calendar/CalendarButton'
import { EventCard, EventCardSkeleton } from './EventCard'
import { FARTHEST, PAGE_SIZE, listPage, useEventCount, useEventList, type EventSummary } from './queries'
import { listLabel } from './dayRules'
import { FILTER_DEFAULTS, grouped, isFiltered, readFilters, type EventFilters } from './rules'
import { pageNumber } from '../lib/paging'

const STATUS_OPTIONS = [{ value: 'all', label: 'All Statuses' }, ...EVENT_FILTERS]
const TYPE_OPTIONS = [{ value: 'all', label: 'All Types' }, ...EVENT_TYPES]
const GRID = 'grid gap-4 sm:gap-6 sm:grid-cols-2 lg:grid-cols-3'

export default function EventsPage() {
  useDocumentTitle('Events')
  const [typed, setFilters] = useQueryState(FILTER_DEFAULTS)
  const filters = readFilters(typed)
  const { data, isPlaceholderData } = useEventList(filters)
  // A community without any event has nothing to filter and nothing to count.
  const empty = data?.total === 0 && !isFiltered(filters) && !isPlaceholderData
  return (
    <Container className="min-h-dvh pb-(--section)">
      <PageHead title="Exciting Events" lead="Workshops, hackathons and evenings among people who make things." actions={!empty && <Totals />} />
      {!empty && <Filters filters={filters} onChange={setFilters} />}
      <Results filters={filters} empty={empty} onReset={() => setFilters({ search: '', status: 'all', type: 'all' }, { push: true })} />
    </Container>
  )
}

function Totals() {
  const { data, isPending } = useEventCount()
  return (
    <dl className="grid grid-cols-[repeat(3,auto)] items-start gap-x-5 sm:gap-x-10 [&>div]:min-w-fit [&_dd]:whitespace-nowrap">
      <Stat label="Total Events" value={data?.count} loading={isPending} />
      <Stat label="Upcoming Events" value={data?.upcoming} loading={isPending} />
      <Stat label="Total Participants" value={data?.participants} loading={isPending} />
    </dl>
  )
}

function Filters({ filters, onChange }: { filters: EventFilters; onChange: (patch: Partial<EventFilters>, options?: { push: boolean }) => void }) {
  return (
    <div className="grid grid-cols-2 gap-3 border-t border-line pt-6 md:grid-cols-3 lg:grid-cols-[1fr_10.5rem_10.5rem_10.5rem]">
      <SearchField label="Search events" placeholder="Search events…" value={filters.search} onSearch={(search) => onChange({ search })} className="col-span-2 md:col-span-3 lg:col-span-1" />
      <SelectField hideLabel label="Status" options={STATUS_OPTIONS} value={filters.status} onChange={(event) => onChange({ status: event.target.value }, { push: true })} />
      <SelectField hideLabel label="Type" options={TYPE_OPTIONS} value={filters.type} onChange={(event) => onChange({ type: event.target.value }, { push: true })} />
      <SelectField hideLabel label="Sort by" options={EVENT_SORTS} value={filters.sort} onChange={(event) => onChange({ sort: event.target.value }, { push: true })} className="col-span-2 md:col-span-1" />
    </div>
  )
}

function Results({ filters, empty, onReset }: { filters: EventFilters; empty: boolean; onReset: () => void }) {
  const { site, failed } = useSiteState()
  const { data, error, isPending, isError, isPlaceholderData, isFetching, refetch } = useEventList(filters)
  const filtered = isFiltered(filters)
  const page = listPage(filters.page)
  const [{ completed }, set] = useQueryState({ completed: '', page: '1' })
  const open = completed === 'shown'
  const groups = grouped(data?.items ?? [])
  // Completed events are folded away below those to come, unless somebody looks for them.
  const folds = !filtered && filters.sort === '' && groups.length > 1
  const shown = groups.reduce((sum, { group, events }) => (folds && !open && group === 'completed' ? sum : sum + events.length), 0)

  // A list that is shown stays when it cannot be refreshed.
  const broken = isError && !data
  // Hours are shown in the community's zone; waiting for it for a moment avoids a layout shift.
  const waiting = isPending || (!site && !failed)
  return (
    <>
      <div className="flex min-h-19 flex-wrap items-center gap-x-4 gap-y-2 py-4">
        <p role="status" className={cx('grow basis-32 text-small text-soft tabular-nums', filtered && 'max-sm:basis-full')}>
          {data && !waiting && !empty && `Showing ${shown.toLocaleString()} of ${data.total.toLocaleString()} events`}
        </p>
        {filtered && (
          <Button variant="quiet" size="sm" onClick={onReset}>
            Clear Filters
          </Button>
        )}
        {!empty && (
          <div className="ms-auto">
            <CalendarButton />
          </div>
        )}
      </div>
      {broken ? (
        <ErrorState message={refusalOf(error, 'Failed to load events').message} onRetry={() => void refetch()} retrying={isFetching} />
      ) : !data || waiting ? (
        <ListSkeleton />
      ) : data.items.length > 0 ? (
        <>
          <Groups {...{ groups, folds, open }} onOpen={(opened) => set({ completed: opened ? 'shown' : '', page: filters.page })} waiting={isPlaceholderData} />
          <Pagination page={page} total={Math.min(data.total, FARTHEST)} pageSize={PAGE_SIZE} label="Pages of events" />
        </>
      ) : data.total > 0 ? (
        <BeyondEnd page={pageNumber(filters.page)} total={Math.min(data.total, FARTHEST)} pageSize={PAGE_SIZE} />
      ) : (
        <EmptyState
          drawing={filtered ? 'search' : 'calendar'}
          title="No Events Found"
          text={filtered ? 'Try adjusting your filters or search terms' : 'Check back later for upcoming events!'}
          action={empty && <CalendarButton />}
        />
      )}
    </>
  )
}

type GroupsProps = { groups: ReturnType<typeof grouped<EventSummary>>; folds: boolean; open: boolean; onOpen: (open: boolean) => void; waiting: boolean }

function Groups({ groups, folds, open, onOpen, waiting }: GroupsProps) {
  const id = useId()
  return (
    <div aria-busy={waiting} className={cx('space-y-8 pt-4 sm:space-y-12 transition-opacity', waiting && 'opacity-60')}>
      {groups.map(({ group, events }) => {
        const foldable = folds && group === 'completed'
        return (
          <section key={group} aria-labelledby={`group-${group}`} className={cx(foldable && !open && 'print:hidden')}>
            <h2 id={`group-${group}`} className="mb-4 flex items-center gap-4 text-h4 text-soft after:flex-1 after:border-t after:border-line">
              {listLabel(group)}
            </h2>
            {foldable && (
              <Button aria-expanded={open} aria-controls={open ? id : undefined} onClick={() => onOpen(!open)} className={cx(open && 'mb-6')}>
                {open ? 'Hide completed events' : 'Show completed events'}
              </Button>
            )}
            {(!foldable || open) && (
              <ul id={foldable ? id : undefined} className={GRID}>
                {events.map((event) => (
                  <li key={event._id} className="min-w-0">
                    <EventCard event={event} />
                  </li>
                ))}
              </ul>
            )}
          </section>
        )
      })}
    </div>
  )
}

function ListSkeleton() {
  return (
    <Loading label="Loading events…">
      <Skeleton className="mt-4 mb-4 h-[1.3rem] w-28" />
      <div className={GRID}>
        {Array.from({ length: 6 }, (_, at) => (
          <EventCardSkeleton key={at} />
        ))}
      </div>
    </Loading>
  )
}
