// The life of one event: announced, filled, a place passed on, links sent, tickets scanned, tasks done, completed, and its
// certificate mailed, verified, revoked.
import { expect, type Page } from '@playwright/test'
import type { components } from '../../src/api/schema'
import { firstAdmin, pageOf } from '../support/accounts'
import { memberByMail, test, type Mailbox } from '../support/mailbox'

const TITLE = 'Löten & 焊接'
const TASKS = ['Löten 50 % / 焊接', 'Показать']

const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
const side = (page: Page) => page.getByRole('complementary', { name: 'Registration' })
const mailsTo = (mailbox: Mailbox, email: string) => mailbox.mails.filter((mail) => mail.recipients.includes(email))

/** The number on the ticket that the page shows. */
async function ticketOf(page: Page, eventId: string): Promise<string> {
  const token = await page.evaluate(() => localStorage.getItem('token'))
  const answer = await page.request.get(`/api/events/${eventId}/ticket`, { headers: { Authorization: `Bearer ${token}` } })
  return ((await answer.json()) as components['schemas']['Ticket']).ticket
}

test('an event is created, filled, passed on, held and completed', async ({ browser, server, mailbox }) => {
  test.setTimeout(240_000)
  const admin = await pageOf(browser, server, (await firstAdmin(server)).state)

  // The admin announces it.
  await admin.goto('/admin/events')
  await admin.getByRole('link', { name: 'Create Event' }).first().click()
  await admin.getByLabel('Title', { exact: true }).fill(TITLE)
  await admin.getByLabel('Description', { exact: true }).first().fill('We join **metal**.')
  await admin.getByLabel('Date', { exact: true }).fill(tomorrow())
  await admin.getByLabel('Time', { exact: true }).fill('18:30')
  await admin.getByLabel('Mode', { exact: true }).selectOption({ label: 'Hybrid' })
  await admin.getByLabel(/^Location/).fill('The Shed')
  await admin.getByLabel(/^Maximum Participants/).fill('2')
  await admin.getByRole('switch', { name: 'This is a collaborative event' }).click()
  await admin.getByLabel('Organization Name', { exact: true }).fill('Metal Guild')
  await admin.getByRole('switch', { name: 'Certificates offered' }).click()
  for (const task of TASKS) {
    await admin.getByLabel(/^(First|Another) Task/).fill(task)
    await admin.keyboard.press('Enter')
  }
  await admin.getByRole('button', { name: 'Create Event', exact: true }).click()
  await expect(admin.getByText('Event created successfully!')).toBeVisible()
  await expect(admin).toHaveURL('/admin')

  // Two members register, and a third waits.
  const join = async (name: string) => pageOf(browser, server, (await memberByMail(server, mailbox, `${name}@example.org`)).state)
  const [mira, noor, olga] = [await join('mira'), await join('noor'), await join('olga')]
  await mira.goto('/events')
  await mira.getByRole('article').filter({ hasText: TITLE }).getByRole('link', { name: 'Register' }).click()
  await expect(mira.getByRole('heading', { level: 1, name: TITLE })).toBeVisible()
  await expect(mira.getByText('Metal Guild', { exact: true })).toBeVisible()
  const address = new URL(mira.url()).pathname
  const eventId = address.split('/').at(-1)!
  for (const member of [mira, noor]) {
    await member.goto(address)
    await side(member).getByRole('button', { name: 'Register' }).click()
    await expect(member.getByText('You have successfully registered for this event!')).toBeVisible()
  }
  await olga.goto(address)
  await expect(side(olga).getByText('Registration Full')).toBeVisible()
  await side(olga).getByRole('button', { name: 'Join the Waiting List' }).click()
  await expect(side(olga).getByText('of 1 in the list')).toBeVisible()

  // The confirmation brings the calendar and the ticket.
  const confirmation = () => mailsTo(mailbox, 'mira@example.org').find((mail) => mail.subject?.includes(TITLE))
  await expect.poll(confirmation).toBeTruthy()
  expect(confirmation()!.attachments.map((one) => one.contentType.split(';')[0])).toEqual(expect.arrayContaining(['text/calendar', 'image/png']))

  // One cancels; the place goes to the waiting member, who gets a mail.
  const before = mailsTo(mailbox, 'olga@example.org').length
  await side(mira).getByRole('button', { name: 'Cancel registration' }).click()
  await mira.getByRole('dialog').getByRole('button', { name: 'Cancel registration' }).click()
  await expect(mira.getByText('Your registration has been cancelled.')).toBeVisible()
  await expect.poll(() => mailsTo(mailbox, 'olga@example.org').slice(before).map((mail) => mail.subject ?? '')).toEqual([expect.stringContaining(TITLE)])
  await olga.reload()
  await expect(side(olga).getByRole('heading', { name: 'Your Status' })).toBeVisible()
  await expect(side(olga).getByText('Registered', { exact: true })).toBeVisible()

  // The links go to the participants and to nobody else.
  await admin.goto(`/admin/events/view/${eventId}?tab=messages`)
  await admin.getByRole('button', { name: 'Send Links' }).click()
  await expect(admin.getByText('Please provide at least one link to send').first()).toBeVisible()
  await admin.getByLabel('Meeting link').fill('https://meet.example.org/shed')
  await admin.getByRole('button', { name: 'Send Links' }).click()
  await expect(admin.getByText('Links sent successfully to all participants!')).toBeVisible()
  for (const email of ['noor@example.org', 'olga@example.org']) await expect.poll(() => mailsTo(mailbox, email).some((mail) => mail.text?.includes('https://meet.example.org/shed'))).toBe(true)
  expect(mailsTo(mailbox, 'mira@example.org').some((mail) => mail.text?.includes('meet.example.org'))).toBe(false)
  await noor.reload()
  await expect(side(noor).getByRole('link', { name: 'Join the meeting' })).toHaveAttribute('href', 'https://meet.example.org/shed')
  await mira.reload()
  await expect(side(mira).getByRole('button', { name: 'Register' }).or(side(mira).getByRole('button', { name: 'Join the Waiting List' }))).toBeVisible()
  await expect(mira.getByRole('link', { name: 'Join the meeting' })).toHaveCount(0)

  // At the door.
  await admin.goto(`/admin/events/view/${eventId}`)
  await admin.getByRole('link', { name: 'Check-in' }).click()
  await expect(admin.getByText('0 of 2 checked in')).toBeVisible()
  const number = admin.getByLabel('Name, e-mail address or ticket number')
  for (const [member, name] of [[noor, 'noor'], [olga, 'olga']] as const) {
    await number.fill(await ticketOf(member, eventId))
    await number.press('Enter')
    await expect(admin.getByText(new RegExp(`Welcome, ${name}`, 'i'))).toBeVisible()
  }
  await expect(admin.getByText('2 of 2 checked in')).toBeVisible()

  // A participant does the tasks.
  await noor.reload()
  await expect(side(noor).getByText('Attended', { exact: true })).toBeVisible()
  for (const task of TASKS) {
    await noor.getByRole('listitem').filter({ hasText: task }).getByRole('button', { name: /^Mark as Completed/ }).click()
    await expect(noor.getByText(`Task "${task}" marked as completed!`)).toBeVisible()
  }
  await expect(side(noor).getByText('2 of 2 tasks completed')).toBeVisible()

  // The admin sees it and marks them as completed.
  await admin.goto(`/admin/events/view/${eventId}`)
  await expect(admin.getByRole('region', { name: 'Tasks & Completion' }).getByRole('listitem')).toHaveText([/1 of 2/, /1 of 2/])
  const status = admin.getByRole('combobox', { name: /^Status of noor$/i })
  await expect(status).toHaveValue(/attended/i)
  await status.selectOption({ label: 'Completed' })
  await expect.poll(async () => (await noor.reload(), side(noor).getByText('Completed', { exact: true }).isVisible())).toBe(true)

  // Which brings a certificate. The partner signs first, so it is held; its release brings it by mail, as a PDF.
  await admin.goto('/admin/certificates')
  const row = admin.getByRole('row').filter({ hasText: TITLE })
  await expect(row).toHaveCount(1)
  const id = (await row.getByRole('rowheader').textContent())!
  const guest = await pageOf(browser, server)
  const result = guest.getByRole('region', { name: 'Result' })
  await guest.goto(`/verify-certificate?id=${id}`)
  await expect(result.getByRole('heading', { name: 'This certificate is not valid yet.' })).toBeVisible()
  const awards = () => mailsTo(mailbox, 'noor@example.org').flatMap(({ attachments }) => attachments.filter(({ contentType }) => contentType === 'application/pdf'))
  expect(awards()).toEqual([])
  await row.getByRole('button', { name: `Release ${id}` }).click()
  await admin.getByRole('dialog').getByRole('button', { name: /^Release/ }).click()
  await expect(admin.getByRole('dialog')).toBeHidden()
  await expect.poll(() => awards().length, { timeout: 30_000 }).toBe(1)
  expect(awards()[0]!.content.subarray(0, 5).toString()).toBe('%PDF-')
  expect(awards()[0]!.filename).toContain(id)

  // A guest verifies it, until it is revoked.
  await guest.reload()
  await expect(result.getByRole('heading', { name: 'This certificate is valid.' })).toBeVisible()
  await expect(result.getByRole('definition').first()).toHaveText(/^noor$/i)
  await row.getByRole('button', { name: `Revoke ${id}` }).click()
  await admin.getByRole('dialog').getByLabel('Reason').fill('It was for another person.')
  await admin.getByRole('dialog').getByRole('button', { name: 'Revoke certificate' }).click()
  await expect(admin.getByText('Certificate revoked.')).toBeVisible()
  await guest.reload()
  await expect(result.getByText(/revoked on/)).toBeVisible()
  await expect(result.getByText('It was for another person.')).toBeVisible()
})
