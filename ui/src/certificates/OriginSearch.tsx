// Finds the event or the project that a certificate or a badge is for, by its title. Enter takes the first match.
import { useDeferredValue, useId, useState } from 'react'
import { LIST_PROJECTS } from '../api/rules'
import { Chip } from '../kit/Chip'
import { TextField } from '../kit/fields/TextField'
import { Plus } from '../kit/icons'
import { useOrigins } from './adminQueries'
import type { Origin, OriginKind } from './adminRules'

type OriginSearchProps = { kind: OriginKind; error?: string; optional?: boolean; onPick: (origin: Origin) => void }

export function OriginSearch({ kind, error, optional, onPick }: OriginSearchProps) {
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed.trim())
  const results = useId()
  const { data, isPlaceholderData } = useOrigins(kind, search)
  const found = search && data ? data : []
  return (
    <>
      <TextField
        label={kind === 'event' ? 'Find an event' : 'Find a project'}
        hint={kind === 'event' ? 'By words in its title.' : 'By words in its title. Only approved projects are found.'}
        error={error}
        optional={optional}
        value={typed}
        maxLength={LIST_PROJECTS.search}
        autoComplete="off"
        aria-controls={results}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          event.preventDefault()
          if (found[0] && !isPlaceholderData) onPick(found[0])
        }}
      />
      <ul id={results} aria-label={kind === 'event' ? 'Found events' : 'Found projects'} className={found.length ? 'mt-2 divide-y divide-line rounded-md border border-line bg-raised' : undefined}>
        {found.map((origin) => (
          <li key={origin._id}>
            <button type="button" onClick={() => onPick(origin)} className="flex min-h-11 w-full items-center gap-3 px-3 py-1.5 text-start hover:bg-quiet">
              <bdi className="min-w-0 flex-1 wrap-anywhere">{origin.title}</bdi>
              {origin.cancelled && <Chip tone="bad">Cancelled</Chip>}
              <Plus aria-hidden size="1.1rem" className="text-faint" />
            </button>
          </li>
        ))}
      </ul>
      <p role="status" className={search && data?.length === 0 ? 'mt-2 text-small text-soft' : 'sr-only'}>
        {search && data ? (data.length === 0 ? 'Nothing has that title.' : `${data.length} found`) : ''}
      </p>
    </>
  )
}
