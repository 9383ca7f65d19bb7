// Opens the dialog with the addresses for calendar apps and feed readers. The page's address says whether it is open.
import { Button } from '../../kit/Button'
import { CalendarPlus } from '../../kit/icons'
import { Optional } from '../../kit/Optional'
import { part } from '../../lib/part'
import { useQueryState } from '../../lib/queryState'

const CalendarDialog = part(() => import('./CalendarDialog'), { reload: true })

export function CalendarButton() {
  // Opening the dialog keeps the page of the list.
  const [{ calendar, page }, setState] = useQueryState({ calendar: '', page: '1' })
  const open = calendar === 'subscribe'
  return (
    <>
      <Button size="sm" icon={<CalendarPlus aria-hidden size="1.1em" />} onClick={() => setState({ calendar: 'subscribe', page }, { push: true })}>
        Subscribe
      </Button>
      {open && (
        <Optional instead={(retry) => <NotLoaded onRetry={retry} />}>
          <CalendarDialog onClose={() => setState({ calendar: '', page })} />
        </Optional>
      )}
    </>
  )
}

function NotLoaded({ onRetry }: { onRetry: () => void }) {
  return (
    <p role="alert" className="mt-2 flex flex-wrap items-center gap-3 text-small text-bad">
      <span>The addresses did not load.</span>
      <Button size="sm" onClick={onRetry}>
        Try again
      </Button>
    </p>
  )
}
