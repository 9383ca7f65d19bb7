// The head of the log, with its signature checked.
import { Card } from '../../kit/Card'
import { CopyButton } from '../../kit/CopyButton'
import { Time } from '../../kit/Time'
import { Said } from './Said'
import { isSigned, type Head } from './tree'

export function HeadFacts({ head, keys }: { head: Head; keys: string[] }) {
  const isRight = keys.includes(head.key) && isSigned(head)
  return (
    <Card>
      <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-[auto_1fr]">
        <div>
          <dt className="text-caption text-faint">Entries</dt>
          <dd className="mt-0.5 font-medium">{head.size.toLocaleString()}</dd>
        </div>
        <div>
          <dt className="text-caption text-faint">Signed</dt>
          <dd className="mt-0.5 font-medium">
            <Time value={head.at} shape="dateTime" zoned />
          </dd>
        </div>
        <div className="min-w-0 sm:col-span-2">
          <dt className="text-caption text-faint">Head</dt>
          <dd className="mt-0.5 font-mono text-small wrap-anywhere">
            <bdi>{head.root}</bdi>
          </dd>
        </div>
      </dl>
      <div className="mt-4">
        {isRight ? <Said tone="good">The signature of the head is right: this community’s key made it.</Said> : <Said tone="bad">The signature of the head is wrong. Do not rely on this log.</Said>}
      </div>
      <div className="mt-4">
        <CopyButton size="sm" text={`${head.text}${head.signature}\n`} label="Copy the signed head" />
      </div>
    </Card>
  )
}
