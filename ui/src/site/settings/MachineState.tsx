// The state of what the configuration of the machine sets. It is read here and changed there.
import { Button } from '../../kit/Button'
import { CircleAlert, CircleCheck, Mail } from '../../kit/icons'
import { toast } from '../../kit/layers/Toast'
import { Loading, SkeletonText } from '../../kit/Skeleton'
import { ErrorState } from '../../kit/States'
import { readError } from '../../lib/errors'
import { useTestServer } from '../../mail/mailQueries'
import { useMachine } from './queries'

export function MachineState() {
  const { data, error, isFetching, refetch } = useMachine()
  const { run, busy } = useTestServer()
  const test = async () => {
    const outcome = await run()
    if (outcome?.ok && outcome.data.accepted) toast(outcome.data.message)
    else if (outcome) toast.error(outcome.ok ? outcome.data.message : outcome.message)
  }
  if (error && !data) return <ErrorState message={readError(error).message} onRetry={() => void refetch()} retrying={isFetching} />
  if (!data)
    return (
      <Loading label="Loading…">
        <SkeletonText lines={6} />
      </Loading>
    )
  return (
    <div className="max-w-160">
      <p className="text-soft">
        This is set where the server runs: in <code>config.toml</code>, or in the environment. After a change there, start the site again.
      </p>
      <dl className="mt-4 divide-y divide-line">
        {data.facts.map(({ title, text, setting, isGood }) => (
          <div key={title} className="py-4">
            <dt className="flex items-center gap-2 font-medium">
              {isGood ? <CircleCheck aria-hidden size="1.25rem" className="shrink-0 text-good" /> : <CircleAlert aria-hidden size="1.25rem" className="shrink-0 text-warn" />}
              <span>{title}</span>
              {!isGood && <span className="sr-only">, to be looked at</span>}
            </dt>
            <dd className="mt-1 ps-7 text-small wrap-anywhere text-soft">
              <p>{text}</p>
              {setting && (
                <p className="mt-1 text-faint">
                  <span>Set by </span>
                  <code>{setting}</code>
                </p>
              )}
              {title === 'Mail' && (
                <Button size="sm" className="mt-3" busy={busy} busyText="Sending…" onClick={() => void test()} icon={<Mail aria-hidden size="1.1em" />}>
                  Send a test mail to yourself
                </Button>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
