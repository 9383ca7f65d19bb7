// `test` with a `server` for each worker; `test.use({ demo: true })` serves the demo community.
import AxeBuilder from '@axe-core/playwright'
import { test as base, type Page } from '@playwright/test'
import { startServer, type Server } from './server'

type WorkerFixtures = { demo: boolean; server: Server }

export const test = base.extend<object, WorkerFixtures>({
  demo: [false, { option: true, scope: 'worker' }],
  server: [
    async ({ demo }, use) => {
      const server = await startServer({ demo })
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ server }, use) => use(server.url),
})

export { expect } from '@playwright/test'

/** What axe finds on the page, in words; empty when all is well. */
export async function axe(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).analyze()
  return violations.flatMap(({ id, help, nodes }) => nodes.map((node) => `${id}: ${help} (${node.target.join(' ')})`))
}
