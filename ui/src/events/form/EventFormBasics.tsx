// Title, text, kind; when, where, for how many.
import { EVENT_INPUT, MAX_MINUTES, MAX_PLACES, MODES } from '../../api/forms'
import { DIFFICULTIES, EVENT_TYPES } from '../../api/rules'
import { durationText } from '../rules'
import { SelectField } from '../../kit/fields/SelectField'
import { DateField, DateTimeField, TextField, TimeField } from '../../kit/fields/TextField'
import { Time, useZone } from '../../kit/Time'
import { clocksDiffer, formatDate, localZone, zoneName } from '../../lib/dates'
import { DescriptionField } from '../../projects/edit/DescriptionField'
import { hasPlace, reachedDay, withReachedDay, type EventDraft } from './eventDraft'
import { textOf, type EventPartProps } from './formFields'
import { instantIn } from '../adminRules'

/** The latest date; it keeps the year at four digits. */
const LAST_DAY = '2199-12-31'
const WIDE = 'max-w-none!'
const PAIR = 'grid gap-x-5 gap-y-6 sm:grid-cols-2'

export function EventFormBasics({ waiting = 0, ...given }: EventPartProps & { waiting?: number }) {
  const { draft, errors, onChange } = given
  const part = { ...given, onChange: (patch: Partial<EventDraft>) => onChange(withReachedDay(draft, patch)) }
  const reached = reachedDay(draft)
  const text = textOf(part)
  const lasts = Number(draft.duration)
  return (
    <>
      <TextField label="Title" maxLength={EVENT_INPUT.title} required {...text('title')} />
      <DescriptionField rows={4} value={draft.description} error={errors.description} onChange={(description) => onChange({ description })} />
      <div className={PAIR}>
        <SelectField label="Type" options={EVENT_TYPES} {...text('eventType')} />
        <SelectField label="Difficulty" options={DIFFICULTIES} {...text('difficulty')} />
      </div>
      <div className={PAIR}>
        <DateField label="Date" required className={WIDE} max={LAST_DAY} {...text('date')} />
        <DateField label="Last Day" optional className={WIDE} min={draft.date || undefined} max={LAST_DAY} hint={reached && draft.endDate === reached ? `It runs past midnight, so it ends on ${formatDate(reached, 'longDay')}.` : 'For an event of several days.'} {...text('endDate')} />
        <TimeField label="Time" required className={WIDE} hint={<Zone draft={draft} />} {...text('time')} />
        <TextField
          label="Duration in Minutes"
          optional
          inputMode="numeric"
          maxLength={String(MAX_MINUTES).length + 1}
          hint={Number.isInteger(lasts) && lasts > 0 ? `${durationText(lasts)} on each day.` : 'On each day. Empty: calendars show two hours.'}
          {...text('duration')}
        />
      </div>
      <Begins draft={draft} />
      <div className={PAIR}>
        <SelectField label="Mode" options={MODES} {...text('mode')} />
        {hasPlace(draft.mode) && <TextField label="Location" optional maxLength={EVENT_INPUT.location} autoComplete="off" placeholder="Street, house, room" {...text('location')} />}
      </div>
      <div className={PAIR}>
        <TextField
          label="Maximum Participants"
          optional
          inputMode="numeric"
          maxLength={String(MAX_PLACES).length + 1}
          hint={waiting > 0 ? `${waiting.toLocaleString()} wait for a place: more places go to them. Empty: no limit.` : 'Empty: no limit.'}
          {...text('maxParticipants')}
        />
        <DateTimeField label="Registration Deadline" optional className={WIDE} max={`${LAST_DAY}T23:59`} hint={<Zone draft={draft} />} {...text('registrationDeadline')} />
      </div>
    </>
  )
}

/** Names the time zone of the form. */
function Zone({ draft: { date, time } }: Pick<EventPartProps, 'draft'>) {
  const zone = useZone()
  if (!zone) return 'In the community’s time zone.'
  const begins = instantIn(zone, date, time)
  return `The community’s time: ${zone.replaceAll('_', ' ')}${begins ? ` (${zoneName(begins, zone)})` : ''}.`
}

/** The start in the admin's own zone, where it differs. */
function Begins({ draft: { date, time } }: Pick<EventPartProps, 'draft'>) {
  const zone = useZone()
  const begins = zone && instantIn(zone, date, time)
  if (!begins || !clocksDiffer(begins, zone, localZone())) return null
  return (
    <p className="text-small text-soft">
      Begins <Time value={begins} shape="dateTime" zoned />
    </p>
  )
}
