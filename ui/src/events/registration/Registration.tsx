// Registers for an event or its waiting list, or says why neither is possible.
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { Button, ButtonLink } from '../../kit/Button'
import { useForm } from '../../kit/fields/useForm'
import { LogIn } from '../../kit/icons'
import { Skeleton } from '../../kit/Skeleton'
import { Time } from '../../kit/Time'
import { paths } from '../../paths'
import { useSession } from '../../sessions/SessionProvider'
import { useCaptcha } from '../../sessions/useCaptcha'
import type { EventDetail } from '../queries'
import { useRegister } from './registrationQueries'
import { waitingText } from '../rules'

export function RegistrationArea({ event }: { event: EventDetail }) {
  const { status } = useSession()
  const { pathname } = useLocation()
  if (event.phase === 'over' || event.cancelled) return null
  const waits = event.canJoinWaitingList
  const open = event.canRegister || waits
  return (
    <div className="space-y-4 border-b border-line pb-5">
      {event.isFull && (
        <Notice title="Registration Full">{event.waitingCount > 0 && waitingText(event.waitingCount)}</Notice>
      )}
      {!event.isFull && !event.registrationOpen && (
        <Notice title="Registration closed">
          {event.registrationClosesAt ? (
            <>
              <span>It ended on </span>
              <Time value={event.registrationClosesAt} shape="dayTime" zoned />
              <span>.</span>
            </>
          ) : (
            event.registrationMessage
          )}
        </Notice>
      )}
      {!open ? null : status === 'loading' ? (
        <Skeleton className="h-13 rounded-md!" />
      ) : status === 'authenticated' ? (
        <RegistrationForm event={event} waits={waits} />
      ) : (
        <ButtonLink wide size="lg" variant="primary" to={paths.login(pathname)} icon={<LogIn aria-hidden size="1.1em" />}>
          {waits ? 'Login to Join the Waiting List' : 'Login to Register'}
        </ButtonLink>
      )}
      {open && event.registrationClosesAt && (
        <p className="text-center text-caption text-faint">
          <span>Open until </span>
          <Time value={event.registrationClosesAt} shape="dayTime" zoned />
        </p>
      )}
    </div>
  )
}

function RegistrationForm({ event, waits }: { event: EventDetail; waits: boolean }) {
  const captcha = useCaptcha('It keeps robots from taking the places.', { skipped: 'Please complete the captcha verification' })
  const register = useRegister(event._id)
  const form = useForm({
    initial: {},
    async send() {
      const captchaToken = await captcha.take()
      if (captchaToken === undefined) return undefined
      const outcome = await register.run({ captchaToken, waitingList: waits })
      if (outcome?.ok === false) captcha.settle(outcome)
      return outcome
    },
  })
  return (
    <form {...form.props} className="space-y-4">
      {captcha.box}
      <Button type="submit" wide size="lg" variant={waits ? 'secondary' : 'primary'} busy={form.busy} busyText={waits ? 'Joining…' : 'Registering…'}>
        {waits ? 'Join the Waiting List' : 'Register'}
      </Button>
      {waits && <p className="text-caption text-faint">When a place becomes free, it goes to the first person on the list, and an email says so.</p>}
    </form>
  )
}

function Notice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="outlined rounded-md bg-sunken px-4 py-3">
      <p className="font-medium">{title}</p>
      {children && <p className="text-small text-soft">{children}</p>}
    </div>
  )
}
