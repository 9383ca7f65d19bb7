// Which mails a member wants. Each switch is saved at once.
import { Switch } from '../kit/fields/Toggles'
import { Skeleton } from '../kit/Skeleton'
import { ErrorState } from '../kit/States'
import { useMailChoices, useSetMailChoices } from './queries'

export function MailChoices({ isAdmin }: { isAdmin: boolean }) {
  const { data, isFetching, refetch, isError } = useMailChoices()
  const { run } = useSetMailChoices()
  return (
    <section aria-labelledby="mail-choices">
      <h2 id="mail-choices" className="text-h4">
        E-mail
      </h2>
      <p className="mt-1 max-w-measure text-small text-soft">Mails about your account, your registrations and your projects’ reviews always come.</p>
      {data ? (
        <div className="mt-4 space-y-2">
          <Switch
            label="Comments on my projects"
            hint="At most one mail an hour and project."
            checked={data.comments}
            onChange={({ target }) => void run({ ...data, comments: target.checked })}
          />
          <Switch
            label="Badges that I earn"
            hint="Several at once are one mail."
            checked={data.badges}
            onChange={({ target }) => void run({ ...data, badges: target.checked })}
          />
          <Switch
            label="News from the community"
            hint="As the admins write them. Each mail has a link to unsubscribe."
            checked={data.news}
            onChange={({ target }) => void run({ ...data, news: target.checked })}
          />
          <Switch
            label="Announcements of events"
            hint="New events, as the admins announce them."
            checked={data.events}
            onChange={({ target }) => void run({ ...data, events: target.checked })}
          />
          {isAdmin && (
            <Switch
              label="Projects that wait for review"
              hint="At most one mail an hour."
              checked={data.reviews}
              onChange={({ target }) => void run({ ...data, reviews: target.checked })}
            />
          )}
        </div>
      ) : isError ? (
        <ErrorState heading="h3" message="Your choices could not be loaded." onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <Skeleton className="mt-4 h-24 max-w-measure" />
      )}
    </section>
  )
}
