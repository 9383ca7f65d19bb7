import { expect, test } from 'vitest'
import { EMPTY_EMAIL, emailFaults, inputOf, isUntouched, leftOutText, NOBODY, previewOf, progressText, subjectText, withTemplate } from './mailRules'

const event = { _id: '1', title: 'Rust' }

test('what is missing is told in the words of the server', () => {
  expect(emailFaults(EMPTY_EMAIL)).toEqual({ subject: 'Subject is required', message: 'Message is required', recipients: NOBODY })
  expect(emailFaults({ ...EMPTY_EMAIL, subject: '{{ event }}', message: 'B', all: true })).toEqual({ event: 'Choose the event that the message is about' })
  expect(emailFaults({ ...EMPTY_EMAIL, subject: '{{event}}', message: 'B', all: true, event })).toEqual({})
})

test('a template fills the form, and only an untouched text is replaced without a word', () => {
  const filled = { ...EMPTY_EMAIL, ...withTemplate('event') }
  expect(filled).toMatchObject({ kind: 'events', subject: 'New event: {{event}}' })
  expect([isUntouched(EMPTY_EMAIL), isUntouched(filled), isUntouched({ ...filled, subject: 'x' })]).toEqual([true, true, false])
})

test('all members means no list, and a preview has one reader', () => {
  const email = { ...EMPTY_EMAIL, subject: ' A ', message: 'B', recipients: ['a@x.y', 'b@x.y'] }
  expect(inputOf({ ...email, all: true })).toMatchObject({ subject: 'A', all: true, recipients: [] })
  expect(previewOf(email)).toMatchObject({ all: false, recipients: ['a@x.y'] })
  expect(previewOf({ ...email, recipients: [] })).toMatchObject({ all: true })
})

test('the subject of a sent message is read without placeholders', () => {
  const sent = { subject: '{{ name }}, this is {{community}} in {{month}}: {{event}}', event: 'Rust', sentAt: '2026-11-15T12:00:00Z' }
  expect(subjectText(sent, 'Build Village')).toBe('[name], this is Build Village in November 2026: Rust')
  expect(subjectText({ ...sent, event: undefined }, 'Build Village')).toContain('[event]')
})

test('progress and those who are left out are sentences without zeros', () => {
  const none = { total: 3, sent: 3, waiting: 0, failed: 0, unsubscribed: 0, skipped: 0, paused: false }
  expect(progressText(none)).toBe('3 sent')
  expect(progressText({ ...none, waiting: 1000, failed: 1, unsubscribed: 2, skipped: 4, paused: true })).toBe('3 sent, 1,000 paused, 1 refused, 2 unsubscribed, 4 not sent')
  expect(leftOutText({ unsubscribed: 0, unknown: [] })).toEqual([])
  expect(leftOutText({ unsubscribed: 1, unknown: ['a@x.y'] })).toEqual(['1 member has unsubscribed from such mails.', 'Nobody here has the address a@x.y.'])
})
