// The end of the home page. It invites guests to join and shows members their next step.
import { ButtonLink } from '../kit/Button'
import { Mail } from '../kit/icons'
import { paths } from '../paths'
import { useSession } from '../sessions/SessionProvider'

export function Closing({ email }: { email?: string }) {
  const member = useSession().status === 'authenticated'
  return (
    <section aria-labelledby="closing" className="mt-(--section) flex flex-wrap items-end justify-between gap-x-12 gap-y-6 border-t-2 border-ink pt-8">
      <div className="min-w-0 flex-1 basis-96">
        <h2 id="closing" className="text-h1">
          {member ? 'What are you making?' : 'There is room at the bench.'}
        </h2>
        <p className="mt-3 max-w-measure text-lead text-soft">
          {member ? 'Half-finished is welcome. The showcase is where others find it.' : 'Bring an idea, a half-finished thing, or just your curiosity.'}
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        {member ? (
          <ButtonLink variant="primary" size="lg" to={paths.submitProject()}>
            Share Your Innovation
          </ButtonLink>
        ) : (
          <ButtonLink variant="primary" size="lg" to={paths.login()}>
            Join Community
          </ButtonLink>
        )}
        {email && (
          <ButtonLink size="lg" href={`mailto:${email}`} icon={<Mail aria-hidden size="1.1em" />}>
            Contact Us
          </ButtonLink>
        )}
      </div>
    </section>
  )
}
