// The member's own account: sign-in, sessions, mails, calendar, data, and the end of it.
import type { ReactNode } from 'react'
import { ButtonLink, Button } from '../kit/Button'
import { Download, User } from '../kit/icons'
import { Container, PageHead } from '../kit/Page'
import { Loading, Skeleton } from '../kit/Skeleton'
import { ErrorState } from '../kit/States'
import { CalendarButton } from '../events/calendar/CalendarButton'
import { readError } from '../lib/errors'
import { useDocumentTitle } from '../lib/title'
import { MailChoices } from '../members/MailChoices'
import { paths } from '../paths'
import { useSession } from '../sessions/SessionProvider'
import { DeleteAccount } from './DeleteAccount'
import { useAccount, useDownloadData } from './queries'
import { Sessions } from './Sessions'
import { SignInWays } from './SignInWays'

export default function AccountPage() {
  useDocumentTitle('My Account')
  const { isAdmin } = useSession()
  const { data: account, error, isFetching, refetch } = useAccount()
  return (
    <Container narrow className="min-h-dvh pb-(--section)">
      <PageHead
        title="My Account"
        lead="How you sign in, which mails you get, and what is yours to take along."
        actions={
          <ButtonLink to={paths.ownProfile()} icon={<User aria-hidden size="1.1em" />}>
            My Profile
          </ButtonLink>
        }
      />
      {account ? (
        <>
          <Part id="sign-in" title="Sign-in">
            <SignInWays account={account} />
          </Part>
          <Part id="devices" title="Where you are signed in">
            <Sessions sessions={account.sessions} />
          </Part>
          <div className="border-t border-line py-8">
            <MailChoices isAdmin={isAdmin} />
          </div>
          <Part id="calendar" title="Calendar" action={<CalendarButton />}>
            <p className="max-w-measure text-small text-soft">The events that you registered for, in your calendar app: by a private address that you can replace at any time.</p>
          </Part>
          <Part id="data" title="Your data" action={<DataButton />}>
            <p className="max-w-measure text-small text-soft">One file with everything that is stored about you: profile, projects, comments, events, certificates, mails and more, as JSON.</p>
          </Part>
          <Part id="end" title="Delete account" action={<DeleteAccount account={account} />}>
            <p className="max-w-measure text-small text-soft">Deletes your personal data at once and for good. You choose whether your projects and comments stay, without your name.</p>
          </Part>
        </>
      ) : error ? (
        <ErrorState message={readError(error, 'Failed to load your account').message} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <Loading label="Loading your account…" className="space-y-8">
          {Array.from({ length: 4 }, (_, at) => (
            <Skeleton key={at} className="h-36 rounded-lg!" />
          ))}
        </Loading>
      )}
    </Container>
  )
}

function Part({ id, title, action, children }: { id: string; title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="border-t border-line py-8">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-80">
          <h2 id={id} className="text-h4">
            {title}
          </h2>
          <div className="mt-2">{children}</div>
        </div>
        {action}
      </div>
    </section>
  )
}

function DataButton() {
  const { run, busy } = useDownloadData()
  return (
    <Button size="sm" busy={busy} busyText="Collecting…" onClick={() => void run()} icon={<Download aria-hidden size="1.1em" />}>
      Download my data
    </Button>
  )
}
