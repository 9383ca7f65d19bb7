// `test` with a server for each test, for tests that use something up, such as the set-up link or the allowed attempts.
import { test as base } from '@playwright/test'
import { startServer, type Server } from './server'

type Fixtures = { env: Record<string, string>; server: Server }

export const test = base.extend<Fixtures>({
  env: [{}, { option: true }],
  server: [
    async ({ env }, use) => {
      const server = await startServer({ env })
      await use(server)
      await server.stop()
    },
    { timeout: 60_000 },
  ],
  baseURL: async ({ server }, use) => use(server.url),
})
