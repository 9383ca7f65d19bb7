// Pictures of a site on its first day: before it has an admin, and while it is empty.
import { pageOf } from '../e2e/support/accounts'
import { arrive, scrollThrough } from '../e2e/support/pages'
import { setupLink } from '../e2e/support/signIn'
import { test } from '../e2e/support/test'
import { pictures } from './pictures'

test.describe.configure({ mode: 'serial' })

test('fresh: set-up', async ({ browser, server }) => {
  const page = await pageOf(browser, server)
  await arrive(page, await setupLink(server))
  await pictures(page, 'fresh: set-up')
})

for (const [name, address] of [
  ['home', '/'],
  ['projects', '/projects'],
  ['events', '/events'],
  ['dashboard', '/admin'],
  ['events of the admin area', '/admin/events'],
  ['badges of the admin area', '/admin/badges'],
  ['certificates of the admin area', '/admin/certificates'],
] as const)
  test(`fresh: ${name}`, async ({ browser, server, admin }) => {
    const page = await pageOf(browser, server, address.startsWith('/admin') ? admin.state : undefined)
    await arrive(page, address)
    await scrollThrough(page)
    await pictures(page, `fresh: ${name}`)
  })
