// `test` with a mail server that really speaks SMTP beside the site; what it received is in `mailbox.mails`.
import { expect } from '@playwright/test'
import { simpleParser, type ParsedMail } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import { ask, redeem, type Account } from './accounts'
import { test as base } from './fresh'
import type { Server } from './server'

export type Mailbox = {
  port: number
  mails: (ParsedMail & { recipients: string[]; sender: string })[]
  /** Refuses every sender while it is set. */
  refuses: boolean
}

async function startMailServer(): Promise<Mailbox & { stop: () => Promise<void> }> {
  const mailbox: Mailbox = { port: 0, mails: [], refuses: false }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onMailFrom: (_address, _session, done) => (mailbox.refuses ? done(Object.assign(new Error('not your address'), { responseCode: 550 })) : done()),
    onData(stream, session, done) {
      simpleParser(stream).then((mail) => {
        const { mailFrom, rcptTo } = session.envelope
        mailbox.mails.push(Object.assign(mail, { recipients: rcptTo.map(({ address }) => address), sender: mailFrom ? mailFrom.address : '' }))
        done()
      }, done)
    },
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const address = server.server.address()
  if (!address || typeof address !== 'object') throw new Error('no port')
  return Object.assign(mailbox, { port: address.port, stop: () => new Promise<void>((done) => server.close(() => done())) })
}

export const test = base.extend<{ mailbox: Mailbox }>({
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

/** The first sign-in link in a text. */
export const linkIn = (text: string | undefined) => /http\S+\/login#token=[^\s"<>)]+/.exec(text ?? '')?.[0]

/** Somebody new, by a link that came by mail. */
export async function memberByMail(server: Server, mailbox: Mailbox, email: string): Promise<Account> {
  const before = mailbox.mails.length
  const link = () => linkIn(mailbox.mails.slice(before).find((mail) => mail.recipients.includes(email))?.text)
  await ask(server, { token: '' }, '/auth/email', { method: 'POST', body: { email, captchaToken: '' } })
  await expect.poll(link).toBeTruthy()
  return redeem(server, link()!)
}
