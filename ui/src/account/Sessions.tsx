// The devices where the member is signed in. Each can be signed out, or all others at once.
import { Button } from '../kit/Button'
import { Chip } from '../kit/Chip'
import { Time } from '../kit/Time'
import { useEndOtherSessions, useEndSession, type SessionInfo } from './queries'

export function Sessions({ sessions }: { sessions: SessionInfo[] }) {
  const ending = useEndSession()
  const others = useEndOtherSessions()
  return (
    <>
      <ul className="divide-y divide-line">
        {sessions.map(({ _id, device, createdAt, seenAt, isThis }) => {
          const name = device || 'Unknown device'
          return (
            <li key={_id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
              <div className="min-w-0 flex-1 basis-60">
                <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
                  <span>{name}</span>
                  {isThis && <Chip tone="good">This device</Chip>}
                </p>
                <p className="text-small text-faint">
                  <span>
                    Last used <Time value={seenAt} ago />
                  </span>
                  <span>
                    , signed in on <Time value={createdAt} shape="shortDate" />
                  </span>
                </p>
              </div>
              {!isThis && (
                <Button size="sm" busy={ending.busy && ending.input === _id} busyText="Signing out…" onClick={() => void ending.run(_id)}>
                  <span>
                    Sign out<span className="sr-only">: {name}</span>
                  </span>
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {sessions.length > 1 && (
        <Button className="mt-3" size="sm" busy={others.busy} busyText="Signing out…" onClick={() => void others.run()}>
          Sign out all other devices
        </Button>
      )}
    </>
  )
}
