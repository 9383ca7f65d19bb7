// What became of each participant, after something was done to many.
import { Link } from '../../kit/Link'
import { paths } from '../../paths'
import type { components } from '../../api/schema'

type Outcomes = { message: string; outcomes: components['schemas']['IssueOutcome'][] }

export function ParticipantOutcomes({ message, outcomes }: Outcomes) {
  return (
    <>
      <p role="status" className="font-medium">
        {message}
      </p>
      <ul aria-label="What became of each" className="mt-4 max-h-[50dvh] divide-y divide-line overflow-y-auto rounded-md border border-line text-small" tabIndex={0}>
        {outcomes.map(({ user, name, outcome, certificateId }) => (
          <li key={user} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-0.5 px-3 py-2">
            <bdi className="min-w-0 wrap-anywhere">{name}</bdi>
            {certificateId ? (
              <Link to={paths.certificate(certificateId)} className="font-medium">
                {outcome}
                <span className="sr-only">: certificate of {name}</span>
              </Link>
            ) : (
              <span className="text-soft">{outcome}</span>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
