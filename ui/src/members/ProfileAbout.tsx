// What a member says about themselves. The owner's edit control comes with the call that saves.
import { Linked } from '../kit/Linked'
import type { Profile } from './queries'
import { answered } from './rules'

export function AboutMe({ bio }: { bio: string }) {
  return (
    <section className="py-9">
      <h2 className="text-h3">About Me</h2>
      {bio ? (
        <p dir="auto" className="mt-3 max-w-measure whitespace-pre-line">
          <Linked text={bio} />
        </p>
      ) : (
        <p className="mt-3 text-soft">No bio available.</p>
      )}
    </section>
  )
}

export function FunFacts({ answers }: { answers: Profile['interestQuestions'] }) {
  const given = answered(answers)
  if (given.length === 0) return null
  return (
    <section className="pt-(--section)">
      <h2 className="text-h3">Fun Facts &amp; Developer Insights</h2>
      <dl className="mt-4 grid gap-x-12 border-t border-line lg:grid-cols-2">
        {given.map(({ question, answer }) => (
          <div key={question} className="border-b border-line py-4">
            <dt className="text-caption text-faint">{question}</dt>
            <dd dir="auto" className="mt-0.5 max-w-measure">
              <Linked text={answer} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
