// The first run: the link from the server's console leads here, to name the community and become its first admin.
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useNavigate, useSearchParams } from 'react-router'
import { client } from '../api/client'
import { $api, unwrap } from '../api/query'
import { Button, ButtonLink } from '../kit/Button'
import { FormError } from '../kit/fields/Field'
import { Container, PageHead } from '../kit/Page'
import { PageSpinner } from '../kit/Skeleton'
import { EmptyState, ErrorState } from '../kit/States'
import { TextField } from '../kit/fields/TextField'
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

type Values = { communityName: string; tagline: string; timeZone: string; accentColour: string; name: string; email: string }
const ORDER = ['communityName', 'tagline', 'timeZone', 'accentColour', 'name', 'email'] as const

function SetupForm({ token, onDone }: { token: string; onDone: () => void }) {
  const { signIn } = useSession()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { register, handleSubmit, control, setValue, setError, setFocus, clearErrors, formState } = useForm<Values>({
    defaultValues: { communityName: '', tagline: '', timeZone: localZone(), accentColour: DEFAULT_ACCENT, name: '', email: '' },
    shouldFocusError: false,
  })
  const values = useWatch({ control }) as Values
  const { errors, isSubmitting } = formState
  const clock = clockIn(values.timeZone, new Date())
  const [zones] = useState(zoneNames)

  const preview = <SitePreview name={values.communityName.trim() || 'Your community'} tagline={values.tagline.trim()} accent={values.accentColour} />

  const submit = handleSubmit(async (given) => {
    clearErrors()
    try {
      const { user, token: bearer } = await unwrap(client.POST('/api/setup', { body: { token, ...given } }))
      onDone()
      signIn(user, bearer)
      void queries.invalidateQueries({ queryKey: ['get', '/api/site'] })
      toast(`Welcome to ${given.communityName.trim()}. You are its first administrator.`)
      void navigate(paths.home(), { replace: true })
    } catch (error) {
      const { message, fields } = readError(error)
      const wrong = ORDER.filter((field) => fields[field])
      for (const field of wrong) setError(field, { message: fields[field] })
      const first = wrong.find((field) => field !== 'accentColour')
      if (first) setFocus(first)
      if (wrong.length === 0) setError('root', { message })
    }
  })

  return (
    <Container>
      <PageHead title="Set up your community" lead="Give it a name and become its first administrator. Everything here can be changed later." />
      <div className="grid gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <form onSubmit={(event) => void submit(event)} noValidate className="max-w-140 space-y-10">
          <Group title="The community">
            <TextField label="Name" error={errors.communityName?.message} autoComplete="organization" maxLength={80} {...register('communityName')} />
            <TextField label="Tagline" optional hint="One line under the name, for example what you make together." error={errors.tagline?.message} autoComplete="off" maxLength={160} {...register('tagline')} />
            <div>
              <TextField
                label="Time zone"
                hint={clock ? `Events are dated in it. It is ${clock} there now.` : 'Events are dated in it. Type a city, for example Berlin, and choose.'}
                error={errors.timeZone?.message}
                list="time-zones"
                autoComplete="off"
                spellCheck={false}
                maxLength={60}
                {...register('timeZone')}
              />
              <datalist id="time-zones">
                {zones.map((zone) => (
                  <option key={zone} value={zone} />
                ))}
              </datalist>
            </div>
            <AccentField value={values.accentColour} onChange={(colour) => setValue('accentColour', colour)} error={errors.accentColour?.message} />
            <div className="lg:hidden">{preview}</div>
          </Group>
          <Group title="You">
            <TextField label="Your name" error={errors.name?.message} autoComplete="name" maxLength={100} {...register('name')} />
            <TextField
              label="Your e-mail address"
              hint="You sign in with it: there are no passwords here. Only administrators see it."
              error={errors.email?.message}
              type="email"
              autoComplete="email"
              spellCheck={false}
              maxLength={254}
              {...register('email')}
            />
          </Group>
          <FormError>{errors.root?.message}</FormError>
          <Button type="submit" variant="primary" size="lg" busy={isSubmitting} busyText="Setting up…">
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
