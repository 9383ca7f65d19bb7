// The team of a project: a search for members by name, and the chosen members.
import { useState } from 'react'
import { PROJECT_INPUT } from '../../api/forms'
import { Avatar } from '../../kit/Avatar'
import { FieldError } from '../../kit/fields/Field'
import { X } from '../../kit/icons'
import { MemberSearch } from '../../members/MemberSearch'
import type { Member } from './draft'

type TeamPickerProps = { value: Member[]; error?: string; onChange: (team: Member[]) => void }

const MOST = PROJECT_INPUT.team

export function TeamPicker({ value, error, onChange }: TeamPickerProps) {
  const [said, setSaid] = useState('')
  const add = (member: Member) => {
    onChange([...value, member])
    setSaid(`${member.name} added`)
  }
  const remove = (member: Member) => {
    onChange(value.filter((chosen) => chosen._id !== member._id))
    setSaid(`${member.name} removed`)
  }
  return (
    <div>
      <MemberSearch
        label="Team Members"
        optional
        hint={value.length >= MOST ? `A team can have at most ${MOST} members besides you.` : undefined}
        disabled={value.length >= MOST}
        without={value}
        onPick={add}
        said={said}
      />
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
      <FieldError error={error} />
    </div>
  )
}
