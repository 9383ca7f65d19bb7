// What is said of a file: the verdict in one sentence, what was checked, what the credential says, whom to ask.
import { useEffect, useRef, type ReactNode } from 'react'
import { Button, ButtonLink } from '../../kit/Button'
import { CircleAlert, CircleCheck, Clock, Globe, Info, RefreshCw } from '../../kit/icons'
import { Time } from '../../kit/Time'
import { cx } from '../../lib/cx'
import { explainFault, explainMissing, hostOf, isOwn, judge, type Check, type Known, type Verdict } from '../check/verdict'
import type { Read, Signed } from '../check/read'
import { Details, Facts } from './Facts'

const TONES = { good: 'border-s-good text-good', bad: 'border-s-bad text-bad', open: 'border-s-warn text-warn' }
const ICONS = { good: CircleCheck, bad: CircleAlert, open: Info }

type FrameProps = { tone: keyof typeof TONES; title: string; name: string; children: ReactNode }

/** The card of an outcome. It takes the focus, because it may lie below the window. */
function Frame({ tone, title, name, children }: FrameProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const shown = heading.current
    shown?.focus({ preventScroll: true })
    // Where little of the card is to be seen, it comes up.
    if (shown && shown.getBoundingClientRect().bottom > innerHeight / 2) shown.scrollIntoView({ block: 'start' })
  }, [title])
  const Icon = ICONS[tone]
  return (
    <section aria-label="Result" className={cx('rounded-lg border border-s-4 border-line bg-surface p-5 md:p-6', TONES[tone])}>
      {name && (
        <p className="mb-1 text-caption text-faint">
          <bdi className="wrap-anywhere">{name}</bdi>
        </p>
      )}
      <h2 ref={heading} tabIndex={-1} className="flex scroll-mt-24 items-start gap-2.5 text-h3 wrap-anywhere outline-none">
        <Icon aria-hidden size="1.2em" className="shrink-0" />
        <span>{title}</span>
      </h2>
      <div className="text-ink">{children}</div>
    </section>
  )
}

type OutcomeProps = { name: string; read: Read; known: Known | undefined; busy: boolean; onAsk: (hosts: string[]) => void; onAgain: () => void }

export function Outcome({ name, read, known, busy, onAsk, onAgain }: OutcomeProps) {
  if ('missing' in read) {
    const { title, text } = explainMissing(read.missing)
    return (
      <Frame tone="open" name={name} title={title}>
        <p className="mt-3 max-w-measure">{text}</p>
      </Frame>
    )
  }
  if ('fault' in read) {
    const { tone, title, text } = explainFault(read)
    return (
      <Frame tone={tone} name={name} title={title}>
        <p dir="auto" className="mt-3 max-w-measure wrap-anywhere">
          {text}
        </p>
      </Frame>
    )
  }
  return known && <Judged name={name} signed={read.signed} known={known} busy={busy} onAsk={onAsk} onAgain={onAgain} />
}

function Judged({ name, signed, known, busy, onAsk, onAgain }: { name: string; signed: Signed; known: Known } & Pick<OutcomeProps, 'busy' | 'onAsk' | 'onAgain'>) {
  const verdict = judge(signed, known)
  const { tone, title, checks, hosts } = verdict
  const asksHere = hosts.length === 0 && checks.some(({ state }) => state === 'open') && (!known.own || known.lists.includes('away'))
  return (
    <Frame tone={tone} name={name} title={title}>
      <p className="mt-3 max-w-measure text-lead wrap-anywhere">
        <Dated text={verdict.text} at={verdict.at} />
      </p>
      {hosts.length > 0 && <Ask hosts={hosts} busy={busy} failed={known.profile === 'away' || known.lists.includes('away')} onAsk={() => onAsk(hosts)} />}
      {asksHere && (
        <Button className="mt-4" busy={busy} busyText="Asking…" onClick={onAgain} icon={<RefreshCw aria-hidden size="1.1em" />}>
          Try again
        </Button>
      )}
      <h3 className="mt-6 text-h4">What was checked</h3>
      <ul className="mt-2 space-y-2">
        {checks.map((check, at) => (
          <CheckLine key={`${check.subject} ${at}`} check={check} />
        ))}
      </ul>
      <h3 className="mt-6 text-h4">{tone === 'bad' ? 'What it claims' : 'What it says'}</h3>
      <Facts signed={signed} isTrusted={checks.every(({ subject, state }) => subject !== 'issuer' || state === 'good')} />
      {tone === 'good' && <p className="mt-4 max-w-measure text-small text-soft">If you also have it on paper or as a picture, compare: name, achievement and date must be the same.</p>}
      {tone === 'bad' && isOwn(signed, known.own) && <OwnPage signed={signed} />}
      <Details signed={signed} />
    </Frame>
  )
}

/** The page of this site that says why, and by what it was replaced. */
function OwnPage({ signed }: { signed: Signed }) {
  const path = URL.canParse(signed.id) ? new URL(signed.id).pathname : ''
  if (!/^\/credentials\/\w+$/.test(path)) return null
  return (
    <p className="mt-4">
      <ButtonLink href={path}>See why, and what took its place</ButtonLink>
    </p>
  )
}

function Ask({ hosts, busy, failed, onAsk }: { hosts: string[]; busy: boolean; failed: boolean; onAsk: () => void }) {
  const names = hosts.join(' and ')
  return (
    <div className="mt-4">
      <Button variant="primary" busy={busy} busyText={`Asking ${names}…`} onClick={onAsk} className="max-w-full wrap-anywhere" icon={failed ? <RefreshCw aria-hidden size="1.1em" /> : <Globe aria-hidden size="1.1em" />}>
        {failed ? `Ask ${names} again` : `Ask ${names}`}
      </Button>
      <p className="mt-2 max-w-measure text-small text-soft wrap-anywhere">{`${names} then learns that somebody looks at a credential of that issuer, and from which network address. The file stays here.`}</p>
    </div>
  )
}

const MARKS = { good: { icon: CircleCheck, tone: 'text-good', word: 'Good' }, bad: { icon: CircleAlert, tone: 'text-bad', word: 'Wrong' }, open: { icon: Clock, tone: 'text-warn', word: 'Open' } }

function CheckLine({ check: { state, text, at } }: { check: Check }) {
  const { icon: Icon, tone, word } = MARKS[state]
  return (
    <li className="flex items-start gap-2.5">
      <Icon aria-hidden size="1.15em" className={cx('mt-[0.2em] shrink-0', tone)} />
      <span className="min-w-0 wrap-anywhere">
        <span className="sr-only">{`${word}: `}</span>
        <Dated text={text} at={at} />
      </span>
    </li>
  )
}

function Dated({ text, at }: Pick<Verdict, 'text' | 'at'>) {
  return (
    <>
      <bdi>{text}</bdi>
      {at && (
        <span>
          {' '}
          <Time value={at} />.
        </span>
      )}
    </>
  )
}

/** A link leads to another site, which learns of it only when the reader says so. */
export function Elsewhere({ link, host, away, busy, onFollow }: { link: string; host: string; away: boolean; busy: boolean; onFollow: () => void }) {
  const isSecure = link.startsWith('https:')
  return (
    <Frame tone="open" name="" title={`This link leads to ${host}.`}>
      <p className="mt-3 max-w-measure wrap-anywhere">
        {!isSecure
          ? 'It is no secure address (https), so this page cannot ask there. Open the link, download the certificate or the badge, and choose the file here.'
          : away
            ? `${hostOf(link)} does not answer this page. Open the link, download the certificate or the badge, and choose the file here.`
            : 'This page asks other sites only when you say so.'}
      </p>
      {isSecure && (
        <Button variant="primary" className="mt-4 max-w-full wrap-anywhere" busy={busy} busyText={`Asking ${host}…`} onClick={onFollow} icon={<Globe aria-hidden size="1.1em" />}>
          {away ? `Ask ${host} again` : `Ask ${host} for it`}
        </Button>
      )}
    </Frame>
  )
}
