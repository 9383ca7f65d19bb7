// What a credential says, in words for people, and below it what only programs need.
import { useState, type ReactNode } from 'react'
import { TextField } from '../../kit/fields/TextField'
import { CircleAlert, CircleCheck } from '../../kit/icons'
import { ExternalLink } from '../../kit/Link'
import { Time } from '../../kit/Time'
import { cx } from '../../lib/cx'
import { webLink } from '../../paths'
import { isSame } from '../check/compare'
import type { Identifier, Signed } from '../check/read'

export function Facts({ signed, isTrusted }: { signed: Signed; /** The issuer is who it says. */ isTrusted: boolean }) {
  const { title, achievement, description, issuer, issuerName, recipients, from, until, evidence } = signed
  const shown = recipients.filter(({ hashed }) => !hashed)
  const hidden = recipients.filter(({ hashed }) => hashed)
  return (
    <>
      <dl className="mt-2 grid gap-x-8 gap-y-3 sm:grid-cols-2">
        <Fact label="Recipient">
          {shown.map(({ kind, text }) => (
            <span key={`${kind} ${text}`} className="block">
              <bdi>{text}</bdi>
            </span>
          ))}
          {shown.length === 0 && <span>{hidden.length ? 'Not shown: compare below' : 'Nobody is named'}</span>}
        </Fact>
        <Fact label="Achievement">
          <bdi>{achievement || title || '–'}</bdi>
        </Fact>
        <Fact label="Issued">{Number.isNaN(Date.parse(from)) ? <bdi>{from || '–'}</bdi> : <Time value={from} />}</Fact>
        <Fact label={isTrusted ? 'Issuer' : 'Issuer, as it says itself'}>
          <bdi>{issuerName || issuer}</bdi>
        </Fact>
        {until && <Fact label="Valid until">{Number.isNaN(Date.parse(until)) ? <bdi>{until}</bdi> : <Time value={until} />}</Fact>}
        {description && (
          <Fact label="Description" wide>
            <span dir="auto" className="block font-normal whitespace-pre-line">
              {description}
            </span>
          </Fact>
        )}
        {evidence.length > 0 && (
          <Fact label="Evidence" wide>
            {evidence.map(({ address, name }) => {
              const href = webLink(address)
              const text = <bdi>{name || address}</bdi>
              return (
                <span key={address} className="block font-normal">
                  {href ? <ExternalLink href={href}>{text}</ExternalLink> : text}
                </span>
              )
            })}
          </Fact>
        )}
      </dl>
      {hidden.length > 0 && <Compare identifiers={hidden} />}
    </>
  )
}

function Fact({ label, wide, children }: { label: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={cx('min-w-0', wide && 'sm:col-span-2')}>
      <dt className="text-caption text-faint">{label}</dt>
      <dd className="mt-0.5 font-medium wrap-anywhere">{children}</dd>
    </div>
  )
}

const KINDS: Record<string, string> = { emailAddress: 'e-mail address', name: 'name' }

/** Only whoever knows the address or the name can recognise it. */
function Compare({ identifiers }: { identifiers: Identifier[] }) {
  const [typed, setTyped] = useState('')
  const kinds = [...new Set(identifiers.map(({ kind }) => KINDS[kind] ?? 'name'))].join(' or ')
  const fits = identifiers.some((one) => isSame(one, typed))
  return (
    <div className="no-print outlined mt-5 max-w-140 rounded-md bg-sunken p-4">
      <TextField
        label={`Is it theirs? Type their ${kinds}`}
        hint={`The credential holds the ${kinds} in a form that nobody can read, but that can be compared. What you type stays here.`}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        inputMode={kinds === KINDS.emailAddress ? 'email' : undefined}
      />
      <p role="status" className={cx('flex items-start gap-2 text-small font-medium', typed.trim() && 'mt-2', fits ? 'text-good' : 'text-soft')}>
        {typed.trim() && (
          <>
            {fits ? <CircleCheck aria-hidden size="1.15em" className="mt-[0.15em] shrink-0" /> : <CircleAlert aria-hidden size="1.15em" className="mt-[0.15em] shrink-0" />}
            <span>{fits ? `Yes, this is the ${kinds} of the recipient.` : 'Not the same so far.'}</span>
          </>
        )}
      </p>
    </div>
  )
}

export function Details({ signed }: { signed: Signed }) {
  const rows = [
    ['Credential', signed.id],
    ['Issuer', signed.issuer],
    ['Key', signed.key],
    ['SHA-256', signed.sum],
    ...signed.status.map(({ list, index }) => ['Status', `${list} (${index})`] as const),
  ] as const
  return (
    <details className="mt-6 text-small">
      <summary className="min-h-11 cursor-pointer content-center text-soft md:min-h-8">For programs and experts</summary>
      <dl className="mt-2 space-y-3">
        {rows.map(([label, text]) => (
          <div key={label + text} className="min-w-0">
            <dt className="text-caption text-faint">{label}</dt>
            <dd className="mt-0.5 font-mono wrap-anywhere">
              <bdi>{text || '–'}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
