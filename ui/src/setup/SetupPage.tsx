// The first run. The link on the server's console leads here; the operator names the community and becomes its first admin.
import { useState, type ReactNode } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { SETUP } from '../api/forms'
import { client } from '../api/client'
import { keysOf } from '../api/keys'
import { $api, unwrap } from '../api/query'
import { useChange } from '../api/useChange'
import { Button, ButtonLink } from '../kit/Button'
import { FormError } from '../kit/fields/Field'
import { Container, PageHead } from '../kit/Page'
import { PageSpinner } from '../kit/Skeleton'
import { EmptyState, ErrorState } from '../kit/States'
import { TextField } from '../kit/fields/TextField'
import { useForm } from '../kit/fields/useForm'
import { toast } from '../kit/layers/Toast'
import { DEFAULT_ACCENT } from '../lib/accentDefault'
import { localZone } from '../lib/dates'
import { readError } from '../lib/errors'
import { useDocumentTitle } from '../lib/title'
import { paths } from '../paths'
import { useSession } from '../sessions/SessionProvider'
import { useSite } from '../sessions/SiteProvider'
import { AccentField } from '../site/AccentField'
import { SitePreview } from '../site/SitePreview'
import { clockIn, zoneNames } from '../site/zones'

export default function SetupPage() {
  useDocumentTitle('Set up')
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  const [done, setDone] = useState(false)
  const check = $api.useQuery('post', '/api/setup/check', { body: { token } }, { enabled: token !== '' && !done, staleTime: Infinity, gcTime: 0 })

  if (done || check.isLoading) return <PageSpinner label="Checking the link…" />
  if (check.isError)
    return (
      <Container narrow>
        <h1 className="sr-only">Set up</h1>
        <ErrorState message={readError(check.error).message} onRetry={() => void check.refetch()} retrying={check.isFetching} className="py-24" />
      </Container>
    )
  return check.data?.valid ? <SetupForm token={token} onDone={() => setDone(true)} /> : <DeadLink />
}

function DeadLink() {
  const open = useSite()?.setupOpen
  return (
    <Container narrow className="py-12">
      <h1 className="sr-only">Set up</h1>
      <EmptyState
        drawing="lost"
        title="This set-up link does not work"
        text={
          open
            ? 'It may be incomplete, or from an earlier start of the server. Take the newest one from the server’s console; restart the server to have it printed again.'
            : 'This community already has an administrator, and a set-up link works once. If that was you, sign in.'
        }
        action={
          <>
            {!open && (
              <ButtonLink variant="primary" to={paths.login()}>
                Sign in
              </ButtonLink>
            )}
            <ButtonLink to={paths.home()}>Return to Home</ButtonLink>
          </>
        }
      />
    </Container>
  )
}

function SetupForm({ token, onDone }: { token: string; onDone: () => void }) {
  const { signIn } = useSession()
  const navigate = useNavigate()
  const [begin] = useState(() => ({ communityName: '', tagline: '', timeZone: localZone(), accentColour: DEFAULT_ACCENT, name: '', email: '' }))
  const { run } = useChange({
    call: (given: typeof begin) => unwrap(client.POST('/api/setup', { body: { token, ...given } })),
    touches: keysOf('/api/site'),
    onDone({ user, token: bearer }, given) {
      onDone()
      signIn(user, bearer)
      toast(`Welcome to ${given.communityName.trim()}. You are its first administrator.`)
      void navigate(paths.home(), { replace: true })
    },
  })
  const form = useForm({ name: 'setup', initial: begin, send: run })
  const { values, errors, text } = form
  const clock = clockIn(values.timeZone, new Date())
  const [zones] = useState(zoneNames)

  const preview = <SitePreview name={values.communityName.trim() || 'Your community'} tagline={values.tagline.trim()} accent={values.accentColour} />

  return (
    <Container>
      <PageHead title="Set up your community" lead="Give it a name and become its first administrator. Everything here can be changed later." />
      <div className="grid gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <form {...form.props} className="max-w-140 space-y-10">
          <Group title="The community">
            <TextField label="Name" autoComplete="organization" maxLength={SETUP.communityName} {...text('communityName')} />
            <TextField label="Tagline" optional hint="One line under the name, for example what you make together." autoComplete="off" maxLength={SETUP.tagline} {...text('tagline')} />
            <div>
              <TextField
                label="Time zone"
                hint={clock ? `The dates of events follow it. It is ${clock} there now.` : 'The dates of events follow it. Type a city, for example Berlin, and choose.'}
                list="time-zones"
                autoComplete="off"
                spellCheck={false}
                maxLength={SETUP.timeZone}
                {...text('timeZone')}
              />
              <datalist id="time-zones">
                {zones.map((zone) => (
                  <option key={zone} value={zone} />
                ))}
              </datalist>
            </div>
            <AccentField value={values.accentColour} onChange={(accentColour) => form.set({ accentColour })} error={errors.accentColour} />
            <div className="lg:hidden">{preview}</div>
          </Group>
          <Group title="You">
            <TextField label="Your name" autoComplete="name" maxLength={SETUP.name} {...text('name')} />
            <TextField
              label="Your e-mail address"
              hint="You sign in with it: there are no passwords here. Only administrators see it."
              type="email"
              autoComplete="email"
              spellCheck={false}
              maxLength={SETUP.email}
              {...text('email')}
            />
          </Group>
          <FormError>{form.problem}</FormError>
          <Button type="submit" variant="primary" size="lg" busy={form.busy} busyText="Setting up…">
            Create the community
          </Button>
        </form>
        <aside aria-label="Preview" className="hidden lg:sticky lg:top-[calc(var(--header)+2rem)] lg:block lg:self-start">
          <p className="mb-3 text-small font-medium">How it will look</p>
          {preview}
        </aside>
      </div>
    </Container>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="space-y-5">
      <h2 className="border-b border-line pb-2 text-h3">{title}</h2>
      {children}
    </section>
  )
}
