// Sign-in links over real SMTP: a mail server run here receives them.
import { expect } from '@playwright/test'
import { linkIn, test } from './support/mailbox'
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
