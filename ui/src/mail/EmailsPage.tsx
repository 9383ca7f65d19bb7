// The Email System: writing to members, and what became of what was written. The open message is in the address.
import { AdminPage } from '../admin/AdminPage'
import { ButtonLink } from '../kit/Button'
import { useQueryState } from '../lib/queryState'
import { useDocumentTitle } from '../lib/title'
import { paths } from '../paths'
import { EmailForm } from './EmailForm'
import { MailingList } from './MailingList'
import { EMAILS_DEFAULTS } from './mailRules'
import { MailingView } from './MailingView'

export default function EmailsPage() {
  useDocumentTitle('Email System · Admin')
  const [raw] = useQueryState(EMAILS_DEFAULTS)
  return (
    <AdminPage wide title="Email System" lead="Each member gets a mail of their own, and can unsubscribe with one click." actions={<ButtonLink to={paths.admin.outbox()}>Outbox</ButtonLink>}>
      {raw.message ? (
        <MailingView id={raw.message} outcome={raw.outcome} page={raw.page} />
      ) : (
        <>
          <EmailForm />
          <MailingList page={raw.sent} />
        </>
      )}
    </AdminPage>
  )
}
