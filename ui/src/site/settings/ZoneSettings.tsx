// The time zone, and what moves with it.
import { useState } from 'react'
import { SETTINGS_INPUT } from '../../api/forms'
import { TextField } from '../../kit/fields/TextField'
import { clockIn, minutesAhead, zoneNames } from '../zones'
import type { Settings } from './queries'
import { SectionForm } from './SectionForm'
import { useSection } from './useSection'

export function ZoneSettings({ settings }: { settings: Settings }) {
  const form = useSection('zone', settings, ['timeZone'])
  const [zones] = useState(zoneNames)
  const [now] = useState(() => new Date())
  const typed = form.values.timeZone.trim()
  const clock = clockIn(typed, now)
  return (
    <SectionForm form={form} label="Time zone">
      <div>
        <TextField
          label="Time zone"
          hint={clock ? `The dates of events follow it. It is ${clock} there now.` : 'Type a city, for example Berlin, and choose.'}
          list="time-zones"
          autoComplete="off"
          spellCheck={false}
          maxLength={SETTINGS_INPUT.timeZone}
          required
          {...form.text('timeZone')}
        />
        <datalist id="time-zones">
          {zones.map((zone) => (
            <option key={zone} value={zone} />
          ))}
        </datalist>
      </div>
      <div role="status">{clock && typed !== settings.timeZone && <Moves settings={settings} to={typed} now={now} />}</div>
    </SectionForm>
  )
}

function Moves({ settings: { timeZone, eventsAhead }, to, now }: { settings: Settings; to: string; now: Date }) {
  const minutes = minutesAhead(timeZone, to, now) ?? 0
  const events = eventsAhead === 1 ? '1 upcoming event keeps its date and time' : `${eventsAhead.toLocaleString()} upcoming events keep their date and time`
  return (
    <div className="rounded-md bg-warn-tint px-4 py-3 text-small text-warn">
      <p className="font-medium">{`What moves from ${timeZone} to ${to}`}</p>
      <ul className="mt-1 list-disc space-y-1 ps-5">
        <li>{`${events}: what is at 18:30 stays at 18:30, but in ${to}. ${moved(minutes)}`}</li>
        <li>Deadlines and reminders move with their events, and so do the calendars that members subscribe to.</li>
        <li>What is over keeps the date and time that it shows. Nobody gets a mail about the change.</li>
      </ul>
    </div>
  )
}

function moved(minutes: number): string {
  if (minutes === 0) return 'With the offsets of today, that is the same moment.'
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  const words = [hours > 0 && (hours === 1 ? '1 hour' : `${hours} hours`), rest > 0 && `${rest} minutes`].filter(Boolean).join(' and ')
  // Clocks that are ahead reach 18:30 earlier.
  return `With the offsets of today, that is ${words} ${minutes > 0 ? 'earlier' : 'later'} than before.`
}
