// Finds members by name, and admins also by address: a field with the matches below. Enter takes the first match.
import { useDeferredValue, useId, useState } from 'react'
import { SEARCH_MEMBERS } from '../api/rules'
import { $api } from '../api/query'
import type { components } from '../api/schema'
import { Avatar } from '../kit/Avatar'
import { Plus } from '../kit/icons'
import { TextField } from '../kit/fields/TextField'
import { useSession } from '../sessions/SessionProvider'

export type Member = components['schemas']['FoundMember']

type MemberSearchProps = {
  label: string
  hint?: string
  error?: string
  optional?: boolean
  disabled?: boolean
  /** Gives the field the focus when a dialog opens. */
  autoFocus?: boolean
  /** Members to leave out of the matches. */
  without?: readonly { _id: string }[]
  onPick: (member: Member) => void
  /** The last event, for screen readers; otherwise they hear the number of matches. */
  said?: string
}

export function MemberSearch({ label, hint, error, optional, disabled, autoFocus, without = [], onPick, said }: MemberSearchProps) {
  const { isAdmin } = useSession()
  const [typed, setTyped] = useState('')
  const q = useDeferredValue(typed.trim())
  const results = useId()
  const asks = Array.from(q).length >= 2
  const { data } = $api.useQuery('get', '/api/users/search', { params: { query: { q } } }, { enabled: asks })
  const found = asks ? (data ?? []).filter((member) => !without.some((one) => one._id === member._id)) : []
  const pick = (member: Member) => {
    onPick(member)
    setTyped('')
  }
  return (
    <>
      <TextField
        label={label}
        hint={hint ?? (isAdmin ? 'By a part of the name or of the e-mail address.' : 'By a part of the name.')}
        error={error}
        optional={optional}
        disabled={disabled}
        autoFocus={autoFocus}
        data-autofocus={autoFocus}
        value={typed}
        maxLength={SEARCH_MEMBERS.q}
        autoComplete="off"
        aria-controls={results}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          event.preventDefault()
          if (found[0]) pick(found[0])
        }}
      />
      <ul id={results} aria-label="Found members" className={found.length ? 'mt-2 divide-y divide-line rounded-md border border-line bg-raised' : undefined}>
        {found.map((member) => (
          <li key={member._id}>
            <button type="button" onClick={() => pick(member)} className="flex min-h-11 w-full items-center gap-3 px-3 py-1.5 text-start hover:bg-quiet">
              <Avatar name={member.name} src={member.profilePicture} size={32} />
              <span className="min-w-0 flex-1">
                <span className="block"><bdi>{member.name}</bdi></span>
                {member.email && <span className="block truncate text-caption text-faint">{member.email}</span>}
              </span>
              <Plus aria-hidden size="1.1rem" className="text-faint" />
            </button>
          </li>
        ))}
      </ul>
      {asks && data?.length === 0 && <p className="mt-2 text-small text-soft">{isAdmin ? 'Nobody has that name or address.' : 'Nobody has that name.'}</p>}
      <span role="status" className="sr-only">
        {said || (asks && data ? `${found.length} found` : '')}
      </span>
    </>
  )
}
