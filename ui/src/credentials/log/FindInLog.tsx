// Looks a credential up in the log, by its file or by its fingerprint.
import { useState } from 'react'
import { Button } from '../../kit/Button'
import { TextField } from '../../kit/fields/TextField'
import { Time } from '../../kit/Time'
import { readError } from '../../lib/errors'
import { useQueryState } from '../../lib/queryState'
import { ChooseFile } from '../ChooseFile'
import { FILE_BYTES } from '../check/limits'
import { useFound } from './queries'
import { Failed, Said, Working } from './Said'

const DEFAULTS = { credential: '' }
const isSum = (text: string) => /^[0-9a-f]{64}$/i.test(text)
const NO_SUM = 'A fingerprint is a SHA-256: 64 digits and letters from a to f.'

export function FindInLog() {
  const [{ credential }, set] = useQueryState(DEFAULTS)
  const [typed, setTyped] = useState(credential)
  const [seen, setSeen] = useState(credential)
  const [wrong, setWrong] = useState<string>()
  if (seen !== credential) {
    setSeen(credential)
    setTyped(credential)
  }
  const look = (sum: string) => {
    const trimmed = sum.trim().toLowerCase()
    setWrong(isSum(trimmed) ? undefined : NO_SUM)
    if (isSum(trimmed)) set({ credential: trimmed })
  }
  const choose = async (chosen: File) => {
    try {
      const { sumOf } = await import('../check')
      const found = await sumOf(new Uint8Array(await chosen.slice(0, FILE_BYTES + 1).arrayBuffer()))
      if (found) look(found)
      else setWrong('There is no credential in this file.')
    } catch {
      setWrong('A part of this page did not load. Please try again.')
    }
  }
  return (
    <div className="space-y-4">
      <form
        noValidate
        className="flex flex-wrap items-start gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          look(typed)
        }}
      >
        <ChooseFile className="sm:mt-7" onFile={(chosen) => void choose(chosen)} />
        <TextField label="Or its fingerprint (SHA-256)" className="min-w-0 flex-1 basis-64" value={typed} error={wrong} autoComplete="off" autoCapitalize="off" spellCheck={false} onChange={(event) => setTyped(event.target.value)} />
        <Button type="submit" className="sm:mt-7">
          Look it up
        </Button>
      </form>
      <div aria-live="polite">{isSum(credential) && <Result credential={credential} />}</div>
    </div>
  )
}

const EVENTS: Record<string, string> = { issued: 'Issued and written into the log on', revoked: 'Revoked on' }

function Result({ credential }: { credential: string }) {
  const { data, error, isFetching, refetch } = useFound(credential)
  if (error) {
    const { status, message } = readError(error)
    return status === 404 ? (
      <Said tone="bad">This log does not know it. Either this community did not issue it, or it was changed.</Said>
    ) : (
      <Failed message={message} onRetry={() => void refetch()} retrying={isFetching} />
    )
  }
  if (!data) return <Working>Looking…</Working>
  return (
    <ul className="space-y-2">
      {data.entries.map(({ place, at, event, isProven }) => (
        <li key={place}>
          <Said tone={isProven ? (event === 'revoked' ? 'bad' : 'good') : 'bad'}>
            {isProven ? (
              <>
                <span>{`${EVENTS[event] ?? 'Something happened on'} `}</span>
                <Time value={at} shape="dateTime" zoned />
                <span>{`. Proven: entry ${(place + 1).toLocaleString()} of the ${data.head.size.toLocaleString()} under today’s head.`}</span>
              </>
            ) : (
              'The server says that it is in the log, but its proof is wrong. Do not rely on this log.'
            )}
          </Said>
        </li>
      ))}
    </ul>
  )
}
