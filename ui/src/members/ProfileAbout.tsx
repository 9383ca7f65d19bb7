// What a member says about themselves. The owner's edit control comes with the call that saves.
import type { Profile } from './queries'
import { answered } from './rules'

export function ProfileAbout({ profile }: { profile: Profile }) {
  const answers = answered(profile.interestQuestions)
  return (
    <div className="grid gap-x-12 gap-y-10 py-10 lg:grid-cols-2">
      <section className={answers.length ? undefined : 'lg:col-span-2'}>
        <h2 className="text-h3">About Me</h2>
        {profile.bio ? (
          <p dir="auto" className="mt-3 max-w-measure whitespace-pre-line">
            {profile.bio}
          </p>
        ) : (
          <p className="mt-3 text-soft">No bio available.</p>
        )}
      </section>
      {answers.length > 0 && (
        <section>
          <h2 className="text-h3">Fun Facts &amp; Developer Insights</h2>
          <dl className="mt-3 divide-y divide-line border-y border-line">
            {answers.map(({ question, answer }) => (
              <div key={question} className="grid gap-x-6 gap-y-0.5 py-3 sm:grid-cols-[11rem_minmax(0,1fr)]">
                <dt className="text-small text-faint sm:pt-px">{question}</dt>
                <dd dir="auto">{answer}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </div>
  )
}
