// Signing in: the form, "Check your mail" after the request for a link, the question behind the link, and the name after the first sign-in.
import { useCallback, useEffect, useState, type ReactNode } from 'react'
import { Navigate, useLocation, useSearchParams } from 'react-router'
import { Award, CalendarDays, FolderOpen } from '../kit/icons'
import { PageSpinner } from '../kit/Skeleton'
import { useDocumentTitle } from '../lib/title'
import { safeReturnTo } from '../paths'
import { CheckMail } from './CheckMail'
import { ConfirmLink } from './ConfirmLink'
import { Envelope, Key } from './drawings'
import { NameForm } from './NameForm'
import { NoAnswer } from './NoAnswer'
import { useSession } from './SessionProvider'
import { SignInForm } from './SignInForm'
import { SignInFrame } from './SignInFrame'
import { SwitchLink } from './SwitchLink'
import { useSite } from './SiteProvider'

type Step = { show: 'form'; problem?: string } | { show: 'sent' } | { show: 'confirm'; token: string } | { show: 'done' }

export default function LoginPage() {
  const { status, user, problem, retry } = useSession()
  const name = <bdi>{useSite()?.name ?? 'the community'}</bdi>
  const [search, setSearch] = useSearchParams()
  const [step, setStep] = useState<Step>({ show: 'form' })
  // A link carries its token in the fragment, which no server sees; older ones, still on their way, in the query.
  const link = new URLSearchParams(useLocation().hash.slice(1))
  const token = link.get('token') ?? search.get('token')
  if (token !== null && !(step.show === 'confirm' && step.token === token)) setStep({ show: 'confirm', token })
  const [moved, setMoved] = useState(false)
  // An invitation fills in the address that it was sent to.
  const [email, setEmail] = useState(search.get('email') ?? '')
  const asked = link.get('returnTo') ?? search.get('returnTo')
  const returnTo = safeReturnTo(asked)
  const nameless = status === 'authenticated' && step.show !== 'confirm' && user?.needsName === true
  useDocumentTitle(nameless ? 'Your name' : step.show === 'sent' ? 'Check your mail' : 'Sign in')

  // A link that signs somebody in stays neither in the address bar nor in the history.
  const hasToken = token !== null
  useEffect(() => {
    if (hasToken) setSearch(asked === null ? {} : { returnTo: asked }, { replace: true })
  }, [hasToken, asked, setSearch])

  // Signed in here or in another tab: on to where one was going. Somebody who is signed in may have followed a link, too.
  const done = useCallback(() => setStep({ show: 'done' }), [])
  if (status === 'loading') return problem ? <NoAnswer message={problem} onRetry={retry} /> : <PageSpinner />
  if (nameless)
    return (
      <SignInFrame key="name" focus title="What is your name?" lead={<>You are signed in. Until you choose a name, others read “{user.name}”.</>} aside={<Key />}>
        <NameForm proposal={user.proposedName ?? ''} />
      </SignInFrame>
    )
  if (status === 'authenticated') return step.show === 'confirm' ? <SwitchLink token={step.token} onDone={done} /> : <Navigate to={returnTo} replace />

  const go = (next: Step) => {
    setMoved(true)
    setStep(next)
  }
  const back = asked === null ? undefined : returnTo

  if (step.show === 'confirm')
    return (
      <SignInFrame key="confirm" title="One more step" lead={<>You followed a sign-in link from {name}. Press the button to sign in.</>} aside={<Key />}>
        <ConfirmLink token={step.token} onDone={done} onRefused={(problem) => go({ show: 'form', problem })} />
      </SignInFrame>
    )
  if (step.show === 'sent')
    return (
      <SignInFrame
        key="sent"
        focus
        title="Check your mail"
        lead={
          <>
            A sign-in link and a code are on their way to <bdi className="font-medium text-ink">{email}</bdi>.
          </>
        }
        aside={<Envelope />}
      >
        <CheckMail email={email} returnTo={back} onBack={() => go({ show: 'form' })} />
      </SignInFrame>
    )
  return (
    <SignInFrame key="form" focus={moved} title="Sign in" lead={<>Welcome to {name}. One account for all that you make and take part in.</>} aside={<Reasons />}>
      <SignInForm email={email} onEmail={setEmail} {...(step.show === 'form' && { problem: step.problem })} returnTo={back} onSent={() => go({ show: 'sent' })} />
    </SignInFrame>
  )
}

function Reasons() {
  return (
    <ul className="space-y-6">
      <Reason icon={<FolderOpen aria-hidden size="1.25rem" />} title="Show what you build">
        Submit projects, collect upvotes, talk about the work.
      </Reason>
      <Reason icon={<CalendarDays aria-hidden size="1.25rem" />} title="Take part">
        Register for events and keep track of your tasks.
      </Reason>
      <Reason icon={<Award aria-hidden size="1.25rem" />} title="Keep what you earn">
        Badges and certificates that anybody can verify.
      </Reason>
    </ul>
  )
}

function Reason({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <li className="flex gap-4">
      <span className="grid size-11 shrink-0 place-items-center rounded-md border border-line bg-surface text-soft">{icon}</span>
      <span>
        <span className="block font-display text-h4 font-bold">{title}</span>
        <span className="text-soft">{children}</span>
      </span>
    </li>
  )
}
