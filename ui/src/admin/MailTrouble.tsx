// Says on every admin page that mails do not leave, why, and what to look at.
import { Button, ButtonLink } from '../kit/Button'
import { CircleAlert, RefreshCw } from '../kit/icons'
import { Time } from '../kit/Time'
import { paths } from '../paths'
import { useMailState, useRetryMail } from './queries'

export function MailTrouble() {
  const { data } = useMailState()
  const { run, busy } = useRetryMail()
  if (!data?.trouble) return null
  const { since, problem, againAt } = data.trouble
  return (
    <section role="status" aria-label="Mail" className="mx-auto w-full max-w-page px-(--gutter) pt-6">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3 rounded-md bg-bad-tint px-4 py-3 text-small">
        <CircleAlert aria-hidden size="1.25rem" className="mt-0.5 shrink-0 text-bad" />
        <div className="min-w-0 flex-1 basis-60">
          <p className="font-medium text-bad">
            <span>{`${waitingText(data.waiting)} to be sent since `}</span>
            <Time value={since} shape="dateTime" />
            <span>.</span>
          </p>
          <p className="mt-1 break-words">{problem}</p>
          <p className="mt-1 text-soft">
            <span>The next try is at </span>
            <Time value={againAt} shape="time" />
            <span>. Meanwhile sign-in links are also printed where the server runs.</span>
          </p>
        </div>
        <ButtonLink size="sm" to={paths.admin.outbox()}>
          See the outbox
        </ButtonLink>
        <Button size="sm" busy={busy} busyText="Trying…" onClick={() => void run()} icon={<RefreshCw aria-hidden size="1.1em" />}>
          Try again now
        </Button>
      </div>
    </section>
  )
}

const waitingText = (count: number) => (count === 1 ? '1 mail waits' : `${count.toLocaleString()} mails wait`)
