// The result of a scan, readable at arm's length.
import type { ComponentType } from 'react'
import { CircleAlert, CircleCheck, Clock, TriangleAlert, X, type IconProps } from '../../kit/icons'
import { Spinner } from '../../kit/Skeleton'
import { Time } from '../../kit/Time'
import { cx } from '../../lib/cx'
import type { Outcome } from './door'

type Look = { icon: ComponentType<IconProps>; tone: string; word: string }

const LOOKS: Record<Outcome['state'], Look> = {
  sending: { icon: Clock, tone: 'bg-quiet text-soft', word: 'Checking' },
  waiting: { icon: Clock, tone: 'bg-info-tint text-info', word: 'Saved' },
  checked_in: { icon: CircleCheck, tone: 'bg-good-tint text-good', word: 'Checked in' },
  already: { icon: TriangleAlert, tone: 'bg-warn-tint text-warn', word: 'Used before' },
  wrong_event: { icon: CircleAlert, tone: 'bg-bad-tint text-bad', word: 'Other event' },
  unknown: { icon: CircleAlert, tone: 'bg-bad-tint text-bad', word: 'Not known' },
  no_place: { icon: CircleAlert, tone: 'bg-bad-tint text-bad', word: 'No place' },
  undone: { icon: X, tone: 'bg-info-tint text-info', word: 'Undone' },
  refused: { icon: CircleAlert, tone: 'bg-bad-tint text-bad', word: 'Refused' },
}

/** Whom a scan names; nobody when it is a ticket. */
const nameOf = (outcome: Outcome) => ('name' in outcome ? outcome.name : 'email' in outcome ? outcome.email : undefined)

/** The newest result, large and announced. */
export function LatestOutcome({ outcome }: { outcome: Outcome | undefined }) {
  const look = outcome && LOOKS[outcome.state]
  return (
    <div role="status" aria-live="assertive" aria-atomic className={cx('flex min-h-24 items-center gap-4 rounded-lg px-5 py-4', look?.tone ?? 'border border-dashed border-line text-faint')}>
      {outcome && look ? (
        <>
          {outcome.state === 'sending' ? <Spinner size="2.25rem" /> : <look.icon aria-hidden size="2.25rem" className="shrink-0" />}
          <div className="min-w-0">
            <p dir="auto" className="font-display text-h3 font-bold wrap-anywhere">
              {outcome.message}
            </p>
            {outcome.state === 'already' && outcome.checkedInAt && (
              <p>
                At <Time value={outcome.checkedInAt} shape="dateTime" />
              </p>
            )}
            {nameOf(outcome) && outcome.state === 'waiting' && (
              <p>
                <bdi>{nameOf(outcome)}</bdi>
              </p>
            )}
          </div>
        </>
      ) : (
        <p>Scan a ticket, or find somebody by name.</p>
      )}
    </div>
  )
}

/** The results before it. */
export function EarlierOutcomes({ outcomes }: { outcomes: readonly Outcome[] }) {
  if (outcomes.length === 0) return null
  return (
    <section>
      <h2 className="mb-2 text-h4">Scanned before</h2>
      <ol className="divide-y divide-line border-y border-line">
        {outcomes.map((outcome) => {
          const look = LOOKS[outcome.state]
          return (
            <li key={outcome.scanId} className="flex items-center gap-3 py-2.5 text-small">
              <span className={cx('grid size-7 shrink-0 place-items-center rounded-full', look.tone)}>
                <look.icon aria-hidden size="1rem" />
              </span>
              <span dir="auto" className="min-w-0 flex-1 wrap-anywhere">
                <span className="sr-only">{look.word}: </span>
                <span>{outcome.state === 'checked_in' || outcome.state === 'waiting' ? `${outcome.undoes ? 'Undone: ' : ''}${outcome.who ?? nameOf(outcome) ?? 'Ticket'}` : outcome.message}</span>
              </span>
              <Time value={outcome.scannedAt} shape="time" className="shrink-0 text-faint tabular-nums" />
            </li>
          )
        })}
      </ol>
    </section>
  )
}
