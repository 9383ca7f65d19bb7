// Rules of the pages about mail: the message and what is wrong with it, the lists' queries, and outcomes in words. Pure.
import { EMAIL_TEMPLATES } from '../api/forms'
import type { Origin } from '../certificates/adminRules'
import type { FormErrors } from '../kit/fields/useForm'
import type { Tone } from '../kit/Chip'
import { LAST_PAGE, PAGE_SIZE, pageNumber } from '../lib/paging'

export type Email = { template: string; subject: string; message: string; kind: string; event: Origin | null; all: boolean; recipients: string[] }
export const EMPTY_EMAIL: Email = { template: '', subject: '', message: '', kind: 'news', event: null, all: false, recipients: [] }

export const KINDS = [
  { value: 'news', label: 'News from the community' },
  { value: 'events', label: 'Announcement of an event' },
]

/** The message that begins with a template; another event stays chosen. */
export function withTemplate(value: string): Partial<Email> {
  const template = EMAIL_TEMPLATES.find((one) => one.value === value)
  if (!template) return { template: '' }
  return { template: template.value, subject: template.subject, message: template.message, kind: template.kind }
}

/** Whether the text is still that of its template, so that another one may take its place without a question. */
export function isUntouched({ template, subject, message }: Email): boolean {
  const of = EMAIL_TEMPLATES.find((one) => one.value === template)
  return (subject === '' && message === '') || (of !== undefined && subject === of.subject && message === of.message)
}

const OF_EVENTS = /\{\{\s*(?:event|date|time|place|link)\s*\}\}/

/** Whether the message has a placeholder that only an event fills. */
export const needsEvent = ({ subject, message, kind }: Email) => kind === 'events' || OF_EVENTS.test(subject + message)

/** What is wrong with the text, in the server's words. */
export function textFaults({ subject, message, event }: Email): FormErrors {
  const faults: FormErrors = {}
  if (!subject.trim()) faults.subject = 'Subject is required'
  if (!message.trim()) faults.message = 'Message is required'
  if (!event && OF_EVENTS.test(subject + message)) faults.event = 'Choose the event that the message is about'
  return faults
}

export const NOBODY = 'Please select at least one recipient or choose to send to all users'

export function emailFaults(email: Email): FormErrors {
  const faults = textFaults(email)
  if (!email.all && email.recipients.length === 0) faults.recipients = NOBODY
  return faults
}

/** What the server is sent. */
export const inputOf = ({ subject, message, kind, event, all, recipients }: Email) => ({
  subject: subject.trim(),
  message,
  kind,
  event: event?._id ?? '',
  all,
  role: '',
  participantsOf: '',
  recipients: all ? [] : recipients,
})

/** The same for a preview while somebody types: to one reader, whoever is chosen. */
export const previewOf = (email: Email) => ({ ...inputOf(email), all: email.all || email.recipients.length === 0, recipients: email.all ? [] : email.recipients.slice(0, 1) })

export const membersText = (count: number) => (count === 1 ? '1 member' : `${count.toLocaleString()} members`)

/** Who else was chosen, and gets nothing; nothing when all get it. */
export function leftOutText({ unsubscribed, unknown }: { unsubscribed: number; unknown: readonly string[] }): string[] {
  const said = []
  if (unsubscribed > 0) said.push(`${membersText(unsubscribed)} ${unsubscribed === 1 ? 'has' : 'have'} unsubscribed from such mails.`)
  if (unknown.length > 0) said.push(`Nobody here has the address ${unknown.join(', ')}.`)
  return said
}

type Progress = { total: number; sent: number; waiting: number; failed: number; unsubscribed: number; skipped: number; paused: boolean }

/** "12 sent, 3 waiting, 1 failed", without zeros. */
export function progressText({ sent, waiting, failed, unsubscribed, skipped, paused }: Progress): string {
  const parts = [`${sent.toLocaleString()} sent`]
  const add = (count: number, word: string) => count > 0 && parts.push(`${count.toLocaleString()} ${word}`)
  add(waiting, paused ? 'paused' : 'waiting')
  add(failed, 'refused')
  add(unsubscribed, 'unsubscribed')
  add(skipped, 'not sent')
  return parts.join(', ')
}

export const audienceText = (audience: string) =>
  audience === 'all' ? 'all members' : audience === 'participants' ? 'the participants of an event' : audience.startsWith('role:') ? `the role ${audience.slice(5)}` : 'chosen members'

export const OUTCOMES = [
  { value: 'waiting', label: 'Waiting' },
  { value: 'failed', label: 'Refused' },
  { value: 'sent', label: 'Sent' },
  { value: 'unsubscribed', label: 'Unsubscribed' },
  { value: 'pointless', label: 'No longer needed' },
  { value: 'dropped', label: 'Dropped' },
] as const

export const outcomeText = (outcome: string) => OUTCOMES.find(({ value }) => value === outcome)?.label ?? outcome
export const outcomeTone = (outcome: string): Tone => (outcome === 'sent' ? 'good' : outcome === 'failed' ? 'bad' : outcome === 'waiting' ? 'info' : 'neutral')

/** The parameters of the outbox's address, with their defaults. */
export const OUTBOX_DEFAULTS = { outcome: 'waiting', sort: 'recent', page: '1' }
/** The parameters of the Email System's address: the message whose mails are shown. */
export const EMAILS_DEFAULTS = { message: '', outcome: '', page: '1', sent: '1' }

export const pageQuery = (page: number) => ({ limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE || undefined })
export const readPage = (value: string) => Math.min(pageNumber(value), LAST_PAGE)
export const readOutcome = (value: string) => OUTCOMES.find((one) => one.value === value)?.value

/** The subject of a sent message as people read it: what stood for all readers in words, what each had of their own in brackets. */
export function subjectText({ subject, event, sentAt }: { subject: string; event?: string; sentAt: string }, community: string): string {
  const known: Record<string, string | undefined> = { community, event, month: new Date(sentAt).toLocaleDateString(undefined, { month: 'long', year: 'numeric' }) }
  return subject.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => known[name] ?? `[${name}]`)
}
