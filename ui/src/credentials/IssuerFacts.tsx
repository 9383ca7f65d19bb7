// What stands for the community when somebody checks a certificate or a badge: its id, its keys, the head of the log.
import type { ReactNode } from 'react'
import type { components } from '../api/schema'
import { CopyButton } from '../kit/CopyButton'
import { Time } from '../kit/Time'

type Schemas = components['schemas']
type Facts = { issuer: string; keys: Schemas['IssuerKey'][]; head?: Schemas['Head'] }

export function IssuerFacts({ issuer, keys, head }: Facts) {
  return (
    <dl className="space-y-5">
      <Fact label="Issuer">
        <Code text={issuer} />
      </Fact>
      {keys.map(({ multikey, since, until }) => (
        <Fact key={multikey} label={until ? 'Earlier key' : 'Key'}>
          <Code text={multikey} />
          <p className="mt-1.5 text-small text-soft">
            {until ? (
              <span>
                From <Time value={since} /> to <Time value={until} />. What it signed stays valid.
              </span>
            ) : (
              <span>
                Since <Time value={since} />
              </span>
            )}
          </p>
        </Fact>
      ))}
      <Fact label="Head of the log">
        {head ? (
          <>
            <Code text={head.root} />
            <p className="mt-1.5 text-small text-soft">
              <span>{head.size === 1 ? '1 entry, signed on ' : `${head.size} entries, signed on `}</span>
              <Time value={head.at} />
            </p>
          </>
        ) : (
          'Nothing has been issued yet.'
        )}
      </Fact>
    </dl>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-caption text-faint">{label}</dt>
      <dd className="mt-0.5">{children}</dd>
    </div>
  )
}

function Code({ text }: { text: string }) {
  return (
    <p className="flex flex-wrap items-center gap-2">
      <span className="font-mono text-small wrap-anywhere">{text}</span>
      <CopyButton text={text} size="sm" label="Copy" />
    </p>
  )
}
