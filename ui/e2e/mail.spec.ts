// Sign-in links over real SMTP: a mail server run here receives them.
import { expect } from '@playwright/test'
import { simpleParser, type ParsedMail } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import { test as base } from './support/fresh'

type Mailbox = { port: number; mails: (ParsedMail & { recipients: string[]; sender: string })[] }

async function startMailServer(): Promise<Mailbox & { stop: () => Promise<void> }> {
  const mails: Mailbox['mails'] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, done) {
      simpleParser(stream).then((mail) => {
        const { mailFrom, rcptTo } = session.envelope
        mails.push(Object.assign(mail, { recipients: rcptTo.map(({ address }) => address), sender: mailFrom ? mailFrom.address : '' }))
        done()
      }, done)
    },
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const address = server.server.address()
  if (!address || typeof address !== 'object') throw new Error('no port')
  return { port: address.port, mails, stop: () => new Promise((done) => server.close(() => done())) }
}

const test = base.extend<{ mailbox: Mailbox }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the pattern
  mailbox: async ({}, use) => {
    const mailbox = await startMailServer()
    await use(mailbox)
    await mailbox.stop()
  },
  env: async ({ mailbox }, use) =>
    use({
      COMMUNITY_CAPTCHA__PROVIDER: 'none',
      COMMUNITY_MAIL__HOST: '127.0.0.1',
      COMMUNITY_MAIL__PORT: String(mailbox.port),
      COMMUNITY_MAIL__TLS: 'none',
      COMMUNITY_MAIL__FROM: 'Build Village <hello@village.example>',
    }),
})

const linkIn = (text: string | undefined) => /http\S+\/login\?token=[^\s"<>)]+/.exec(text ?? '')?.[0]

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
  expect(link).toContain(`${server.url}/login?token=`)
  expect((mail.html || '').replaceAll('&amp;', '&')).toContain(link)
  // With a mail server, links are no business of the console.
  expect(server.output()).not.toContain('/login?token=')

  await page.goto(link)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/projects?sort=popular')
  await expect(page.getByText('Signed in as Ada Lovelace.')).toBeVisible()
})
