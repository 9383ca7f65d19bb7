// Where the mails about a change of an address lead. One press answers, so that a mail scanner that follows links does nothing.
import { useState } from 'react'
import { useLocation } from 'react-router'
import { Button, ButtonLink } from '../kit/Button'
import { FormError } from '../kit/fields/Field'
import { Container } from '../kit/Page'
import { EmptyState } from '../kit/States'
import { useDocumentTitle } from '../lib/title'
import { paths } from '../paths'
import { useAnswerAddress } from './queries'

export default function AddressPage() {
  useDocumentTitle('Change of an address')
  const link = new URLSearchParams(useLocation().hash.slice(1))
  const [old, fresh] = [link.get('old'), link.get('new')]
  const [answer, setAnswer] = useState<string>()
  if (answer)
    return (
      <Container className="py-10">
        <EmptyState heading="h1" drawing="people" title={answer} action={<ButtonLink to={paths.account()}>My Account</ButtonLink>} />
      </Container>
    )
  const token = old ?? fresh
  if (!token)
    return (
      <Container className="py-10">
        <EmptyState heading="h1" title="This link is not complete" text="Open it from the mail again, or copy all of it." action={<ButtonLink to={paths.home()}>Return to Home</ButtonLink>} />
      </Container>
    )
  return <Question token={token} isOld={old !== null} onAnswer={setAnswer} />
}

function Question({ token, isOld, onAnswer }: { token: string; isOld: boolean; onAnswer: (message: string) => void }) {
  const { run, busy, input, refusal } = useAnswerAddress(token)
  const answer = async (confirms: boolean) => {
    const outcome = await run(confirms)
    if (outcome?.ok) onAnswer(outcome.data.message)
  }
  return (
    <Container narrow className="py-10 md:py-14">
      <div className="mx-auto max-w-140 space-y-5 [&>:empty]:hidden">
        <h1 className="text-h2">{isOld ? 'Change the e-mail address of your account?' : 'Is this your new e-mail address?'}</h1>
        <p className="text-soft">
          {isOld
            ? 'Somebody who is signed in to your account wants to change its e-mail address. The mail that brought you here names the new one. If you refuse, the address stays as it is, and all devices are signed out of your account.'
            : 'Confirm that the mail reached you. The change counts once your present address has confirmed it, too.'}
        </p>
        <FormError>{refusal?.message}</FormError>
        <div className="flex flex-wrap gap-3">
          <Button variant="primary" busy={busy && input === true} busyText="Confirming…" onClick={() => void answer(true)}>
            {isOld ? 'Confirm the change' : 'Confirm this address'}
          </Button>
          {isOld && (
            <Button variant="danger" busy={busy && input === false} busyText="Refusing…" onClick={() => void answer(false)}>
              It was not me
            </Button>
          )}
        </div>
      </div>
    </Container>
  )
}
