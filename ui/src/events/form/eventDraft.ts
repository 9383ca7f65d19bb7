// The draft of the event form, the rules that the form checks itself, and the body that it sends.
import { EVENT_FORM, EVENT_INPUT, MAX_MINUTES, MAX_PLACES } from '../../api/forms'
import type { components } from '../../api/schema'
import { addTask, wrongTask, type TaskDraft } from '../adminRules'

type AdminEvent = components['schemas']['AdminEvent']
export type EventInput = components['schemas']['EventInput']

/** The fields of the form, as the API has them. */
type FieldName = Exclude<keyof EventInput & keyof AdminEvent, 'tasks' | 'published' | 'updatedAt'>
type Typed<Value> = [Value] extends [boolean] ? boolean : [Value] extends [string[]] ? string[] : string
type Fields = { [Name in FieldName]: Typed<NonNullable<AdminEvent[Name]>> }

/** The form as typed: numbers are text, and an empty field is ''. */
export type EventDraft = Fields & {
  tasks: TaskDraft[]
  /** The name of a task that is not added yet. */
  newTask: string
}

const { tasks: _, published: __, ...DEFAULTS } = EVENT_FORM
const NAMES = Object.keys(DEFAULTS) as FieldName[]
const asTyped = (value: unknown) => (typeof value === 'number' ? String(value) : (value ?? ''))
const fieldsOf = (form: Partial<Record<FieldName, unknown>>) => Object.fromEntries(NAMES.map((name) => [name, asTyped(form[name])])) as Fields

export const EMPTY: EventDraft = { ...fieldsOf(DEFAULTS), tasks: [], newTask: '' }

export const hasPlace = (mode: string) => mode !== 'Online'

export type TextName = { [Name in keyof EventDraft]: EventDraft[Name] extends string ? Name : never }[keyof EventDraft]

const isBlank = (text: string) => !text.trim()
const isWebAddress = (text: string) => /^https?:\/\/[^\s/.:?#]\S*$/i.test(text.trim())
const isEmail = (text: string) => /^[^\s@,;<>"]+@[^\s@,;<>".][^\s@,;<>"]*\.[^\s@,;<>".]+$/.test(text.trim())
const isWhole = (text: string, most: number) => /^\d+$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= most

/** What is wrong, by field, in the same words as the server's. `half` names fields with an incomplete day or time. */
export function problems(draft: EventDraft, half: readonly string[] = []): Record<string, string> {
  const found: Record<string, string> = {}
  const { date, endDate, registrationDeadline } = draft
  const lastDay = endDate || date
  if (isBlank(draft.title)) found.title = 'Event title is required'
  if (isBlank(draft.description)) found.description = 'Event description is required'
  if (half.includes('date')) found.date = 'Event date must be a day of the calendar'
  else if (!date) found.date = 'Event date is required'
  if (half.includes('endDate')) found.endDate = 'The last day must be a day of the calendar'
  else if (endDate && date && endDate < date) found.endDate = 'The last day must not be before the first'
  if (half.includes('time')) found.time = 'Event time must be a time such as 18:30'
  else if (!draft.time) found.time = 'Event time is required'
  if (draft.duration && !isWhole(draft.duration, MAX_MINUTES)) found.duration = `Duration must be a whole number of minutes, from 1 to ${MAX_MINUTES.toLocaleString('en')}`
  if (draft.maxParticipants && !isWhole(draft.maxParticipants, MAX_PLACES)) found.maxParticipants = `Maximum participants must be a whole number, from 1 to ${MAX_PLACES.toLocaleString('en')}`
  if (half.includes('registrationDeadline')) found.registrationDeadline = 'The registration deadline must be a day and a time'
  else if (registrationDeadline && lastDay && registrationDeadline.slice(0, 10) > lastDay) found.registrationDeadline = 'The registration deadline must not be after the last day'
  const picture = (name: 'bannerImage' | 'organizationLogo', label: string) => {
    if (!isBlank(draft[name]) && !isStored(draft[name]) && !(isWebAddress(draft[name]) && /^\s*https:/i.test(draft[name]))) found[name] = `${label} must be a web address that begins with https://, because browsers show no others`
  }
  const { organizationWebsite: website } = draft
  picture('bannerImage', 'Banner image')
  if (draft.isCollaborative) {
    if (isBlank(draft.organizationName)) found.organizationName = 'Organization name is required'
    picture('organizationLogo', 'Organization logo')
    if (!isBlank(website) && !isWebAddress(website)) found.organizationWebsite = 'Organization website must be a web address that begins with https:// or http://'
    if (!isBlank(draft.organizationContact) && !isEmail(draft.organizationContact)) found.organizationContact = 'Organization contact must be an e-mail address'
  }
  if (draft.tags.length > EVENT_INPUT.tags) found.tags = `An event can have at most ${EVENT_INPUT.tags} tags`
  const wrong = wrongTask(draft.tasks)
  if (wrong) found.tasks = wrong.sentence
  return found
}

/** Whether a picture is one of this site, which was stored for the event. */
export const isStored = (address: string) => address.startsWith('/media/')

/** The draft with a task that was typed but not added: the admin means it to be there. */
export const withNewTask = (draft: EventDraft): EventDraft => ({ ...draft, tasks: addTask(draft.tasks, draft.newTask), newTask: '' })

const PARTNER = ['organizationName', 'organizationLogo', 'organizationWebsite', 'organizationContact', 'partnershipType'] as const
const number = (text: string) => (isBlank(text) ? null : Number(text))

/** The whole form as a body. Hidden fields are left out, such as those of a partner when there is none. */
export function toInput(draft: EventDraft): EventInput {
  const { newTask: _new, ...fields } = draft
  const input: EventInput = {
    ...fields,
    endDate: draft.endDate || null,
    duration: number(draft.duration),
    location: hasPlace(draft.mode) ? draft.location : '',
    maxParticipants: number(draft.maxParticipants),
    registrationDeadline: draft.registrationDeadline || null,
    tasks: draft.tasks.map(({ _id, name, description, required }) => ({ _id, name, description, required })),
  }
  if (!draft.isCollaborative) for (const name of PARTNER) delete input[name]
  return input
}

const differing = <T extends object>(before: T, after: T) =>
  Object.fromEntries(Object.entries(after).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof T]))) as Partial<T>

/** The body of an edit: only changed fields, so that it overwrites nothing else. */
export const changes = (before: EventDraft, draft: EventDraft): EventInput => differing(toInput(before), toInput(draft))

export const fromEvent = (event: AdminEvent): EventDraft => ({
  ...fieldsOf(event),
  endDate: event.endDate === event.date ? '' : event.endDate,
  tasks: event.tasks.map(({ _id, name, description, required, completedCount }) => ({ key: _id, _id, name, description, required, done: completedCount })),
  newTask: '',
})

const words = (name: string) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace(/^./, (letter) => letter.toUpperCase())

function shown(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  const text = Array.isArray(value) ? value.map((one: string | { name: string }) => (typeof one === 'string' ? one : one.name)).join(', ') : String(value ?? '')
  return text.length > 100 ? `${text.slice(0, 100)}…` : text || 'empty'
}

/** The fields in which two states of an event differ, with the later value as a text. */
export const changedFields = (before: AdminEvent, after: AdminEvent) =>
  Object.entries(differing(toInput(fromEvent(before)), toInput(fromEvent(after)))).map(([name, value]) => ({ name: words(name), value: shown(value) }))

const DAY = 24 * 60

/** The last day that date, time and duration give by themselves: a later one when the event runs past midnight, '' when it does not. */
export function reachedDay({ date, time, duration }: Pick<EventDraft, 'date' | 'time' | 'duration'>): string {
  const clock = /^(\d\d):(\d\d)$/.exec(time)
  const begins = Date.parse(`${date}T00:00:00Z`)
  if (!clock || Number.isNaN(begins) || !isWhole(duration, MAX_MINUTES)) return ''
  const midnights = Math.floor((Number(clock[1]) * 60 + Number(clock[2]) + Number(duration) - 1) / DAY)
  return midnights > 0 ? new Date(begins + midnights * DAY * 60_000).toISOString().slice(0, 10) : ''
}

/** The patch with the last day that it implies, unless somebody chose another one. */
export function withReachedDay(draft: EventDraft, patch: Partial<EventDraft>): Partial<EventDraft> {
  const next = { ...draft, ...patch }
  const proposed = reachedDay(draft)
  if ('endDate' in patch || (draft.endDate !== '' && draft.endDate !== proposed)) return patch
  const proposal = reachedDay(next)
  return proposal === draft.endDate ? patch : { ...patch, endDate: proposal }
}

/** An event without a duration takes two hours in calendars. */
const minutes = (draft: EventDraft) => number(draft.duration) ?? 120
const when = (draft: EventDraft) => [draft.date, draft.endDate || draft.date, draft.time, minutes(draft), draft.mode, toInput(draft).location?.trim()].join('\n')

/** Whether an edit changes the place or the time for participants. */
export const isMoved = (before: EventDraft, draft: EventDraft) => when(before) !== when(draft)
