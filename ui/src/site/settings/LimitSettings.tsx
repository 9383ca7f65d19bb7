// How often one member may do something.
import { LIMITS } from '../../api/forms'
import { TextField } from '../../kit/fields/TextField'
import type { Settings } from './queries'
import { SectionForm } from './SectionForm'
import { useSection } from './useSection'

const FIELDS = [
  ['commentsPerMinute', 'Comments of a member in a minute'],
  ['submissionsPerHour', 'Projects that a member submits in an hour'],
  ['picturesPerHour', 'Pictures that a member sends in an hour'],
  ['invitationsPerDay', 'People whom an admin invites in 24 hours'],
] as const

export function LimitSettings({ settings }: { settings: Settings }) {
  const form = useSection('limits', settings, FIELDS.map(([name]) => name))
  return (
    <SectionForm form={form} label="Limits">
      <p className="text-soft">They keep one person, or a program, from filling the site. Whoever reaches one is told when to go on. Raise them before a hackathon; lower them while somebody misuses the site.</p>
      {FIELDS.map(([name, label]) => {
        const [least, most] = LIMITS[name]
        return (
          <TextField
            key={name}
            name={name}
            label={label}
            hint={`${least.toLocaleString()} to ${most.toLocaleString()}`}
            inputMode="numeric"
            autoComplete="off"
            className="max-w-80"
            error={form.errors[name]}
            value={form.values[name]}
            onChange={({ target }) => form.set({ [name]: Number(target.value.replace(/\D/g, '').slice(0, 5)) })}
          />
        )
      })}
    </SectionForm>
  )
}
