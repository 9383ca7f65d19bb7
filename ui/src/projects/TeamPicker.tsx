// Who made it together: a search over members by name, and the chosen ones.
import { useDeferredValue, useId, useState } from 'react'
import { $api } from '../api/query'
import { Avatar } from '../kit/Avatar'
import { FieldError } from '../kit/Field'
import { Plus, X } from '../kit/icons'
import { TextField } from '../kit/TextField'
import type { Member } from './draft'

type TeamPickerProps = { value: Member[]; error?: string; onChange: (team: Member[]) => void }

const MOST = 10

export function TeamPicker({ value, error, onChange }: TeamPickerProps) {
  const [typed, setTyped] = useState('')
  const [said, setSaid] = useState('')
  const q = useDeferredValue(typed.trim())
  const results = useId()
  const { data } = $api.useQuery('get', '/api/users/search', { params: { query: { q } } }, { enabled: Array.from(q).length >= 2 })
  const found = Array.from(q).length >= 2 ? (data ?? []).filter((member) => !value.some((chosen) => chosen._id === member._id)) : []
  const add = (member: Member) => {
    onChange([...value, member])
    setSaid(`${member.name} added`)
    setTyped('')
  }
  const remove = (member: Member) => {
    onChange(value.filter((chosen) => chosen._id !== member._id))
    setSaid(`${member.name} removed`)
  }
  return (
    <div>
      <TextField
        label="Team Members"
        optional
        hint={value.length >= MOST ? `A team can have at most ${MOST} members besides you.` : 'Search by name.'}
        value={typed}
        maxLength={100}
        autoComplete="off"
        disabled={value.length >= MOST}
        aria-controls={results}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          event.preventDefault()
          if (found[0]) add(found[0])
        }}
      />
      <ul id={results} aria-label="Found members" className={found.length ? 'mt-2 divide-y divide-line rounded-md border border-line bg-raised' : undefined}>
        {found.map((member) => (
          <li key={member._id}>
            <button type="button" onClick={() => add(member)} className="flex min-h-11 w-full items-center gap-3 px-3 py-1.5 text-start hover:bg-quiet">
              <Avatar name={member.name} src={member.profilePicture} size={32} />
              <bdi className="min-w-0 flex-1">{member.name}</bdi>
              <Plus aria-hidden size="1.1rem" className="text-faint" />
            </button>
          </li>
        ))}
      </ul>
      {value.length > 0 && (
        <ul aria-label="Team" className="mt-2 flex flex-wrap gap-2">
          {value.map((member) => (
            <li key={member._id} className="inline-flex min-h-11 max-w-full items-center gap-2 rounded-md bg-quiet ps-2 text-small">
              <Avatar name={member.name} src={member.profilePicture} size={28} />
              <bdi className="min-w-0">{member.name}</bdi>
              <button type="button" aria-label={`Remove ${member.name}`} onClick={() => remove(member)} className="grid min-h-11 min-w-11 place-items-center rounded-md text-faint hover:text-ink">
                <X aria-hidden size="1rem" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <span role="status" className="sr-only">
        {said || (q.length >= 2 && data ? `${found.length} found` : '')}
      </span>
      <FieldError error={error} />
    </div>
  )
}
