// `test` with a server for each worker, and with those who are signed in there. `test.use({ demo: true })` serves the demo
// community, `env` sets the server up. `memberTest` and `adminTest` are the same with pages of somebody who is signed in.
import { test as base } from '@playwright/test'
import { demoAccount, firstAdmin, type Account } from './accounts'
import { startServer, type Server } from './server'

type WorkerFixtures = {
  demo: boolean
  env: Record<string, string>
  server: Server
  /** The demo's admin, or the first admin of a new site. */
  admin: Account
  /** A member of the demo who has projects and events. */
  member: Account
  /** A member of the demo who has done nothing yet. */
  newcomer: Account
}

export const test = base.extend<{ closing: void }, WorkerFixtures>({
  // Playwright closes the page that it opens, and leaves those that a test opens until its worker ends: two hundred at last, which
  // all go on drawing.
  closing: [
    async ({ browser }, use) => {
      const before = browser.contexts()
      await use()
      const opened = browser.contexts().filter((context) => !before.includes(context))
      await Promise.all(opened.map((context) => context.close()))
    },
    { auto: true },
  ],
  demo: [false, { option: true, scope: 'worker' }],
  env: [{}, { option: true, scope: 'worker' }],
  server: [
    async ({ demo, env }, use) => {
      const server = await startServer({ demo, env })
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  admin: [async ({ server, demo }, use) => use(await (demo ? demoAccount(server, 'an admin') : firstAdmin(server))), { scope: 'worker' }],
  member: [async ({ server }, use) => use(await demoAccount(server, 'a member')), { scope: 'worker' }],
  newcomer: [async ({ server }, use) => use(await demoAccount(server, 'somebody new')), { scope: 'worker' }],
  baseURL: async ({ server }, use) => use(server.url),
})

export const memberTest = test.extend({ storageState: async ({ member }, use) => use(member.state) })
export const adminTest = test.extend({ storageState: async ({ admin }, use) => use(admin.state) })

/** No captcha, for tests that would otherwise solve many. */
export const NO_CAPTCHA = { COMMUNITY_CAPTCHA__PROVIDER: 'none' }

export { expect } from '@playwright/test'
export { axe } from './quality'
