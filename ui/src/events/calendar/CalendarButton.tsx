// Opens the addresses under which a calendar app or a news reader follows the events. Whether it is open is in the address.
import { lazy, Suspense } from 'react'
import { Button } from '../../kit/Button'
import { CalendarPlus } from '../../kit/icons'
import { useQueryState } from '../../lib/queryState'

const CalendarDialog = lazy(() => import('./CalendarDialog'))

export function CalendarButton() {
  // The page of the list stays where it is.
  const [{ calendar, page }, setState] = useQueryState({ calendar: '', page: '1' })
  const open = calendar === 'subscribe'
  return (
    <>
      <Button size="sm" icon={<CalendarPlus aria-hidden size="1.1em" />} onClick={() => setState({ calendar: 'subscribe', page }, { push: true })}>
        Subscribe
      </Button>
      <Suspense>{open && <CalendarDialog onClose={() => setState({ calendar: '', page })} />}</Suspense>
    </>
  )
}
