// Mails over real SMTP, to a mail server that is run here: sign-in links, letters to participants, and a server that refuses.
import { expect } from '@playwright/test'
import type { components } from '../src/api/schema'
import { firstAdmin, pageOf } from './support/accounts'
import { linkIn, memberByMail, test } from './support/mailbox'
import { examine } from './support/quality'
import { giveName } from './support/signIn'

test('a sign-in link arrives over SMTP and signs in', async ({ page, server, mailbox }) => {
  await page.goto('/login?returnTo=%2Fprojects%3Fsort%3Dpopular')
  await page.getByLabel('E-mail address').fill('ada.lovelace@example.org')
  await page.getByRole('button', { name: 'Email me a sign-in link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeVisible()
  await expect.poll(() => mailbox.mails.length).toBe(1)

  const mail = mailbox.mails[0]!
  expect(mail.recipients).toEqual(['ada.lovelace@example.org'])
  expect(mail.from?.text).toContain('hello@village.example')
  expect(mail.messageId).toBeTruthy()
  const link = linkIn(mail.text)!
  expect(link).toContain(`${server.url}/login#token=`)
  expect((mail.html || '').replaceAll('&amp;', '&')).toContain(link)
  // With a mail server, links are not printed on the console.
  expect(server.output()).not.toContain('/login#token=')

  await page.goto(link)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await giveName(page, 'Ada Lovelace')
  await expect(page).toHaveURL('/projects?sort=popular')
})

test('an admin reads why no mail leaves and has all of them tried at once', async ({ browser, server, mailbox }) => {
  mailbox.refuses = true
  const admin = await firstAdmin(server)
  const page = await pageOf(browser, server, admin.state)
  await page.goto('/admin/events')
  const notice = page.getByRole('status', { name: 'Mail' })
  await expect(notice).toContainText('1 mail waits to be sent')
  await expect(notice).toContainText('Look at mail.from')
  await examine(page)

  // The server still refuses: what is said stays true.
  await notice.getByRole('button', { name: 'Try again now' }).click()
  await expect(page.getByText('All waiting mails are being retried.')).toBeVisible()
  await expect(notice).toContainText('Look at mail.from')

  mailbox.refuses = false
  await notice.getByRole('button', { name: 'Try again now' }).click()
  await expect(notice).toBeHidden()
  await expect.poll(() => mailbox.mails.map((mail) => mail.subject)).toEqual(['Welcome to Build Village'])
})

test('a letter is previewed, tried out, sent, and stays listed with what became of it', async ({ browser, server, mailbox }) => {
  test.setTimeout(60_000)
  const admin = await firstAdmin(server)
  const input = { title: 'Evening of Rust', description: 'We meet.', date: '2031-03-12', time: '18:30', mode: 'Online', maxParticipants: 1 }
  const { event } = await admin.ask<components['schemas']['EventSaved']>('POST', '/admin/events', input)
  const [here, waiting] = [await memberByMail(server, mailbox, 'ben@example.org'), await memberByMail(server, mailbox, 'eve@example.org')]
  await here.ask('POST', `/events/${event._id}/register`, { captchaToken: '' })
  await waiting.ask('POST', `/events/${event._id}/register`, { captchaToken: '', waitingList: true })

  const page = await pageOf(browser, server, admin.state)
  await page.goto(`/admin/events/view/${event._id}?tab=messages&write=true`)
  const form = page.locator('form').filter({ has: page.getByLabel('Subject') })
  await form.getByLabel('Subject').fill('See you tomorrow')
  await form.getByLabel('Message').fill('Bring a laptop.\n\nAda')
  await form.getByLabel('Replies go to').fill('nobody')
  await form.getByRole('button', { name: 'Preview' }).click()
  await expect(form.getByLabel('Replies go to')).toHaveAttribute('aria-invalid', 'true')
  await form.getByLabel('Replies go to').fill('ada@village.example')
  await form.getByRole('button', { name: 'Preview' }).click()
  const preview = form.getByRole('region', { name: 'Preview' })
  await expect(preview).toContainText(`Hello ${here.name},`)
  await expect(preview).toContainText('Bring a laptop.')
  await examine(page)

  // What is typed afterwards is not what the preview shows.
  await form.getByLabel('Message').fill('Bring a laptop and a friend.\n\nAda')
  await expect(preview).toBeHidden()
  const mailed = (email: string) => mailbox.mails.filter((mail) => mail.recipients.includes(email) && mail.subject === 'See you tomorrow')
  await form.getByRole('button', { name: 'Send a test to me' }).click()
  await expect(page.getByText('A test is on its way to you.')).toBeVisible()
  await expect.poll(() => mailed('ada@example.org').length).toBe(1)
  expect(mailed('ada@example.org')[0]!.replyTo?.text).toBe('ada@village.example')
  await expect(page.getByRole('heading', { name: 'Sent emails' })).toBeHidden()

  await form.getByRole('button', { name: 'Send Email' }).click()
  await expect(page.getByText('Email sent successfully to all participants!')).toBeVisible()
  await expect.poll(() => mailed('ben@example.org').length).toBe(1)
  expect(mailed('ben@example.org')[0]!.text).toContain('Bring a laptop and a friend.')
  expect(mailed('eve@example.org')).toEqual([])
  const sent = page.getByRole('listitem').filter({ hasText: 'See you tomorrow' })
  await expect(sent).toContainText('1 sent')
  await sent.getByText('See you tomorrow').click()
  await expect(sent).toContainText('Bring a laptop and a friend.')
  await expect(sent).toContainText('Answers go to ada@village.example.')

  await page.getByRole('button', { name: 'Write an email' }).click()
  await form.getByLabel('To', { exact: true }).selectOption({ label: 'Waiting list (1)' })
  await form.getByLabel('Subject').fill('See you tomorrow')
  await form.getByLabel('Message').fill('You are the next.')
  await form.getByRole('button', { name: 'Send Email' }).click()
  await expect.poll(() => mailed('eve@example.org').length).toBe(1)
  expect(mailed('ben@example.org').length).toBe(1)
  await expect(page.getByRole('listitem').filter({ hasText: 'You are the next.' })).toContainText('1 sent')
})
