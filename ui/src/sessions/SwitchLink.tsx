// Where the mailed link leads somebody who is signed in: on, when it is their own; else to the question whether to switch.
import { useEffect, useRef, useState } from 'react'
import type { components } from '../api/schema'
import { endOnServer } from '../api/session'
import { Button } from '../kit/Button'
import { LogIn } from '../kit/icons'
import { PageSpinner } from '../kit/Skeleton'
import { ErrorState } from '../kit/States'
import { Container } from '../kit/Page'
import { toast } from '../kit/layers/Toast'
import { Key } from './drawings'
import { useSession } from './SessionProvider'
import { signInWithLink } from './signIn'
import { SignInFrame } from './SignInFrame'
import { useEnter } from './useEnter'

type SignedIn = components['schemas']['SignedIn']

/** A scanner of mails is signed in nowhere, so nobody but the reader uses the link up here. */
export function SwitchLink({ token, onDone }: { token: string; onDone: () => void }) {
  const { user } = useSession()
  const enter = useEnter()
  const [other, setOther] = useState<SignedIn>()
  const [error, setError] = useState<string>()
  const [asked, setAsked] = useState(0)
  const started = useRef(-1)

  useEffect(() => {
    if (started.current === asked) return
    started.current = asked
    void signInWithLink(token).then((outcome) => {
      if (!outcome.ok) {
        if (outcome.status === 0 || outcome.status >= 500) return setError(outcome.message)
        toast.error(`This link was used or has expired. You are signed in as ${user?.name}.`)
        return onDone()
      }
      if (outcome.data.user.id !== user?.id) return setOther(outcome.data)
      // The session that is there goes on, in every tab.
      endOnServer(outcome.data.token)
      onDone()
    })
  }, [token, asked, user, onDone])

  if (error)
    return (
      <Container className="py-10">
        <ErrorState
          heading="h1"
          title="The link could not be checked"
          message={error}
          onRetry={() => {
            setError(undefined)
            setAsked(asked + 1)
          }}
        />
      </Container>
    )
  if (!other) return <PageSpinner label="Checking the link…" />
  return (
    <SignInFrame
      focus
      title="Switch to another account?"
      lead={
        <>
          <span>You are signed in as </span>
          <bdi className="font-medium text-ink">{user?.name}</bdi>
          <span>. This link signs in </span>
          <bdi className="font-medium text-ink">{other.user.name}</bdi>
          <span>.</span>
        </>
      }
      aside={<Key />}
    >
      <div className="space-y-4">
        <Button
          variant="primary"
          size="lg"
          wide
          icon={<LogIn aria-hidden size="1.1em" />}
          onClick={() => {
            onDone()
            enter(other)
          }}
        >
          {`Switch to ${other.user.name}`}
        </Button>
        <Button
          size="lg"
          wide
          onClick={() => {
            endOnServer(other.token)
            onDone()
          }}
        >
          {`Stay signed in as ${user?.name}`}
        </Button>
        <p className="text-small text-soft">Switching happens in every open tab of this site.</p>
      </div>
    </SignInFrame>
  )
}
