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

export default function UnsubscribePage() {
  useDocumentTitle('Unsubscribe')
  const [{ token }] = useQueryState(DEFAULTS)
  const { data, error } = useUnsubscription(token)
  const { run, busy } = useUnsubscribe(token)
  if (error)
    return (
      <Container narrow>
        <EmptyState heading="h1" drawing="broken" className="py-20" title="This link does not work" text={readError(error).message} action={<ButtonLink to={paths.home()}>To the home page</ButtonLink>} />
      </Container>
    )
  return (
    <Container narrow className="pb-20">
      <PageHead title={data && !data.subscribed ? 'You are unsubscribed' : 'Unsubscribe'} />
      {data ? (
        <div role="status">
          <p className="max-w-measure text-lead">
            {data.subscribed ? (
              <>
                You will get no more mails of this kind: <strong>{data.label}</strong>. Mails about your account, your registrations and your certificates still come.
              </>
            ) : (
              <>
                You get no more mails of this kind: <strong>{data.label}</strong>.
              </>
            )}
          </p>
          <div className="mt-6">
            {data.subscribed ? (
              <Button variant="primary" busy={busy} busyText="Unsubscribing…" onClick={() => void run(false)}>
                Unsubscribe
              </Button>
            ) : (
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
