// Whether the log of one head begins with that of an older one.
import { useState } from 'react'
import { Button } from '../../kit/Button'
import { TextArea } from '../../kit/fields/TextArea'
import { TextField } from '../../kit/fields/TextField'
import { Link } from '../../kit/Link'
import { Time } from '../../kit/Time'
import { readError } from '../../lib/errors'
import { useQueryLink, useQueryState } from '../../lib/queryState'
import { useGrowth, useHeads } from './queries'
import { isRoot, readHead, readSize } from './rules'
import { Failed, Said, Working } from './Said'

const DEFAULTS = { from: '', to: '', root: '' }
/** Heads that are offered. */
const OFFERED = 8

export function Growth({ last }: { last: number }) {
  const [asked, set] = useQueryState(DEFAULTS)
  const address = JSON.stringify(asked)
  const [typed, setTyped] = useState({ ...asked, to: asked.to || String(last) })
  const [seen, setSeen] = useState(address)
  const [wrong, setWrong] = useState<Partial<Record<keyof typeof DEFAULTS, string>>>({})
  if (seen !== address) {
    setSeen(address)
    setTyped({ ...asked, to: asked.to || String(last) })
  }
  /** A head that was kept names its size itself. */
  const keep = (text: string) => {
    const size = readHead(text)?.size
    setTyped({ ...typed, root: text, ...(size !== undefined && { from: String(size) }) })
  }
  const field = (name: keyof typeof DEFAULTS) => ({
    value: typed[name],
    error: wrong[name],
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => setTyped({ ...typed, [name]: event.target.value }),
  })
  const from = readSize(asked.from)
  const to = readSize(asked.to || String(last))
  const send = () => {
    const [first, second] = [readSize(typed.from), readSize(typed.to)]
    const root = typed.root.trim() && readHead(typed.root)?.root
    const found = {
      from: first === undefined ? 'Type a whole number.' : second !== undefined && first > second ? 'This must not be larger than the other.' : undefined,
      to: second === undefined ? 'Type a whole number.' : second > last ? `The log has ${last} entries.` : undefined,
      root: root !== undefined ? undefined : 'A head has 64 digits and letters from a to f.',
    }
    setWrong(found)
    if (!Object.values(found).some(Boolean)) set({ from: String(first), to: String(second), root })
  }
  return (
    <div className="space-y-5">
      <form
        noValidate
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label="Entries of the older head" inputMode="numeric" {...field('from')} />
          <TextField label="Entries of the newer head" inputMode="numeric" {...field('to')} />
        </div>
        <TextArea
          label="The older head, if you kept one"
          optional
          hint="Every mail with a certificate holds one, “Head of the log”. Without it, the head that the server has kept is used."
          rows={2}
          spellCheck={false}
          autoCapitalize="off"
          {...field('root')}
          onChange={(event) => keep(event.target.value)}
        />
        <Button type="submit">Check the proof</Button>
      </form>
      <div aria-live="polite" className={asked.from && 'min-h-14'}>{from !== undefined && to !== undefined && from <= to && to <= last && (asked.root === '' || isRoot(asked.root)) && <Result from={from} to={to} root={asked.root} />}</div>
      <Heads last={last} />
    </div>
  )
}

function Result({ from, to, root }: { from: number; to: number; root: string }) {
  const { data, error, isFetching, refetch } = useGrowth(from, to, root, true)
  const link = useQueryLink()
  if (error) return <Failed message={readError(error).message} onRetry={() => void refetch()} retrying={isFetching} />
  if (!data) return <Working>Checking…</Working>
  if (data.state === 'missing')
    return (
      <Said tone="open">
        <span>{`There is no head of ${data.size === 1 ? '1 entry' : `${data.size} entries`}: heads are signed whenever something was issued or revoked, often several at once. `}</span>
        {data.near !== undefined && <Link to={link({ [data.size === from ? 'from' : 'to']: String(data.near) })}>{`Take the one of ${data.near}`}</Link>}
      </Said>
    )
  if (data.state === 'bent')
    return (
      <Said tone="bad">
        {root ? 'The head that you kept does not fit: what is under it was changed, or it belongs to another size or another log.' : 'The proof is wrong: what was under the older head was changed. Do not rely on this log.'}
      </Said>
    )
  return (
    <Said tone="good">
      <span>Proven: the log only grew. All </span>
      <span>{`${from.toLocaleString()} entries of `}</span>
      <Time value={data.from.at} shape="dateTime" zoned />
      <span>{` are the first of the ${to.toLocaleString()} of `}</span>
      <Time value={data.to.at} shape="dateTime" zoned />
      <span>.</span>
    </Said>
  )
}

function Heads({ last }: { last: number }) {
  const { data } = useHeads(OFFERED)
  const link = useQueryLink()
  const older = data?.filter(({ size }) => size < last) ?? []
  if (older.length === 0) return null
  return (
    <div>
      <h3 className="text-h4">The heads before this one</h3>
      <ul className="mt-2 divide-y divide-line border-y border-line">
        {older.map(({ size, at }) => (
          <li key={size} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-2.5">
            <span className="min-w-0">
              <span className="font-medium">{size === 1 ? '1 entry' : `${size.toLocaleString()} entries`}</span>
              <span className="text-soft">
                {', '}
                <Time value={at} shape="dateTime" />
              </span>
            </span>
            <Link to={link({ from: String(size), to: String(last), root: undefined })} className="inline-flex min-h-11 items-center md:min-h-6">
              Compare with today
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
