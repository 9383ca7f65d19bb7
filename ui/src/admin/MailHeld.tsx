// Says on every admin page that mails are held since a backup was restored, and lets them go.
import { Button, ButtonLink } from '../kit/Button'
import { Info, Mail } from '../kit/icons'
import { Time } from '../kit/Time'
import { paths } from '../paths'
import { useMailState, useReleaseHeld } from './queries'

export function MailHeld() {
  const { data } = useMailState()
  const { run, busy } = useReleaseHeld()
  if (!data?.held) return null
  const { count, since } = data.held
  return (
    <section role="status" aria-label="Held mail" className="mx-auto w-full max-w-page px-(--gutter) pt-6">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3 rounded-md bg-warn-tint px-4 py-3 text-small text-warn">
        <Info aria-hidden size="1.25rem" className="mt-0.5 shrink-0" />
        <div className="min-w-0 flex-1 basis-60">
          <p className="font-medium">
            <span>{count === 1 ? '1 mail is held since a backup was restored on ' : `${count.toLocaleString()} mails are held since a backup was restored on `}</span>
            <Time value={since} shape="dateTime" />
            <span>.</span>
          </p>
          <p className="mt-1">They waited in the backup. Some may have been sent after it was made, and would arrive twice. New mails are sent as usual.</p>
        </div>
        <ButtonLink size="sm" to={paths.admin.outbox()}>
          See the outbox
        </ButtonLink>
        <Button size="sm" busy={busy} busyText="Releasing…" onClick={() => void run()} icon={<Mail aria-hidden size="1.1em" />}>
          Release them
        </Button>
      </div>
    </section>
  )
}
