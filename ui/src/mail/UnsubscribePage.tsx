// Where the link in a mail leads: says what it unsubscribes from. Nothing changes before the button is pressed, because
// programs open links too.
import { Button, ButtonLink } from '../kit/Button'
import { Container, PageHead } from '../kit/Page'
import { Skeleton } from '../kit/Skeleton'
import { EmptyState } from '../kit/States'
import { readError } from '../lib/errors'
import { useQueryState } from '../lib/queryState'
import { useDocumentTitle } from '../lib/title'
import { paths } from '../paths'
import { useUnsubscribe, useUnsubscription } from './mailQueries'

const DEFAULTS = { token: '' }
/** What is said besides, before the button is pressed. */
const REST = {
  member: '. Mails about your account, your registrations and your certificates still come.',
  invited: '. We then keep only a hash of your address.',
}

export default function UnsubscribePage() {
  useDocumentTitle('Unsubscribe')
  const [{ token }] = useQueryState(DEFAULTS)
  const { data, error } = useUnsubscription(token)
  const { run, busy } = useUnsubscribe(token)
  if (error)
    return (
      <Container narrow>
        <EmptyState heading="h1" drawing="broken" className="py-20" title="This link does not work" text={readError(error).message} action={<ButtonLink to={paths.home()}>Return to Home</ButtonLink>} />
      </Container>
    )
  return (
    <Container narrow className="pb-20">
      <PageHead title={data && !data.subscribed ? 'You are unsubscribed' : 'Unsubscribe'} />
      {data ? (
        <div role="status">
          <p className="max-w-measure text-lead">
            <span>{data.subscribed ? 'You will get no more mails of this kind: ' : 'You get no more mails of this kind: '}</span>
            <strong>{data.label}</strong>
            <span>{data.subscribed ? REST[data.kind === 'invitations' ? 'invited' : 'member'] : '.'}</span>
          </p>
          <div className="mt-6">
            {data.subscribed ? (
              <Button variant="primary" busy={busy} busyText="Unsubscribing…" onClick={() => void run(false)}>
                Unsubscribe
              </Button>
            ) : data.kind === 'invitations' ? null : (
              <Button busy={busy} busyText="Subscribing…" onClick={() => void run(true)}>
                Subscribe again
              </Button>
            )}
          </div>
        </div>
      ) : (
        <Skeleton className="h-32" />
      )}
    </Container>
  )
}
