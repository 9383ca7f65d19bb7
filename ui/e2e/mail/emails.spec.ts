// Messages to members over real SMTP: written, previewed, confirmed, sent once, and unsubscribed from; the outbox beside it.
import { expect } from '@playwright/test'
import { firstAdmin, pageOf } from '../support/accounts'
import { memberByMail, test } from '../support/mailbox'
import { examine } from '../support/quality'

test('an admin writes to the members, and one of them unsubscribes', async ({ browser, server, mailbox, page: visitor }) => {
  test.setTimeout(90_000)
  const admin = await firstAdmin(server)
  await memberByMail(server, mailbox, 'ben@example.org')
  await memberByMail(server, mailbox, 'eve@example.org')
  const page = await pageOf(browser, server, admin.state)
  await page.goto('/admin/emails')
  const send = page.getByRole('button', { name: 'Send Email' })
  await send.click()
  for (const sentence of ['Subject is required', 'Message is required', 'Please select at least one recipient or choose to send to all users']) await expect(page.getByText(sentence)).toBeVisible()

  await page.getByLabel('Template').selectOption('Monthly Newsletter')
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveAttribute('rows', '12')
  await page.getByLabel('Subject').fill('News for {{name}}')
  await expect(page.frameLocator('iframe[title="The email as HTML"]').getByRole('paragraph').filter({ hasText: 'this is what happened at Build Village' })).toBeVisible()
  await page.getByRole('tab', { name: 'Text' }).click()
  await expect(page.getByRole('tabpanel')).toContainText('Unsubscribe: ')

  const members = page.getByRole('list', { name: 'Members' })
  await page.getByRole('button', { name: 'Select All', exact: true }).click()
  await expect(page.getByText('Selected 3 / 3')).toBeVisible()
  await page.getByLabel('Search members').fill('eve@')
  await expect(members.getByRole('checkbox')).toHaveCount(1)
  await members.getByRole('checkbox').uncheck()
  await expect(page.getByText('Selected 2 / 3')).toBeVisible()
  await page.getByLabel('Send to all users (3)').check()
  await expect(members.getByRole('checkbox')).toBeDisabled()

  const mailed = (subject: RegExp) => mailbox.mails.filter((mail) => subject.test(mail.subject ?? ''))
  await page.getByRole('button', { name: 'Send a test to me' }).click()
  await expect.poll(() => mailed(/^News for/).map((mail) => mail.recipients[0])).toEqual(['ada@example.org'])
  await send.click()
  const question = page.getByRole('dialog', { name: 'Send to 3 members?' })
  await question.getByRole('button', { name: 'Send' }).dblclick()
  await expect(page.getByText('Email sent successfully to 3 recipient(s)')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'News for [name]' })).toContainText('3 sent', { timeout: 15_000 })
  const ben = mailed(/^News for/).find((mail) => mail.recipients[0] === 'ben@example.org')!
  expect(mailed(/^News for/)).toHaveLength(4)
  expect(ben.headers.get('list')).toMatchObject({ 'unsubscribe-post': { name: 'List-Unsubscribe=One-Click' } })

  // Opening the link changes nothing; its button does.
  const link = /Unsubscribe: (\S+)/.exec(ben.text ?? '')![1]!
  await visitor.goto(link)
  await expect(visitor.getByText('News from the community')).toBeVisible()
  await examine(visitor)
  await visitor.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(visitor.getByRole('heading', { name: 'You are unsubscribed' })).toBeVisible()

  await page.getByLabel('Subject').fill('Again')
  await page.getByRole('textbox', { name: 'Message' }).fill('<p>Hi</p>')
  await page.getByLabel('Send to all users (3)').check()
  await send.click()
  await page.getByRole('dialog', { name: 'Send to 2 members?' }).getByRole('button', { name: 'Send' }).click()
  await page.getByRole('link', { name: 'Recipients of Again' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'ben@example.org' })).toContainText('the member has unsubscribed', { timeout: 15_000 })
  await examine(page)
})

test('the outbox says why a mail did not leave, tries it again, and tests the server', async ({ browser, server, mailbox }) => {
  const admin = await firstAdmin(server)
  const page = await pageOf(browser, server, admin.state)
  await page.goto('/admin/outbox')
  await page.getByRole('button', { name: 'Test the server' }).click()
  await expect(page.getByText('The mail server took a test mail to ada@example.org.')).toBeVisible()
  mailbox.refuses = true
  await page.getByRole('button', { name: 'Test the server' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'not your address' }).first()).toBeVisible()
  await admin.ask('POST', '/admin/send-email', { all: true, subject: 'News', message: 'B' })
  const row = page.getByRole('row').filter({ hasText: 'News' })
  // The server is left alone for a while after a refusal.
  await page.getByRole('button', { name: 'Try all now' }).click()
  await expect(row).toContainText('not your address', { timeout: 15_000 })
  await examine(page)
  mailbox.refuses = false
  await row.getByRole('button', { name: /^Try again/ }).click()
  await expect.poll(() => mailbox.mails.some((mail) => mail.subject === 'News')).toBe(true)
  await page.getByRole('link', { name: 'Sent', exact: true }).click()
  await expect(row).toContainText('Sent')

  await page.getByLabel('Bulk mails per minute').fill('x')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('A whole number up to 10,000; 0 for no limit')).toBeVisible()
  await page.getByLabel('Bulk mails per minute').fill('30')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('At most 30 mails leave in a minute.')).toBeVisible()
})
