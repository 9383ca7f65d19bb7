// Badges: an admin gives one to everybody who attended an event, and each has a page that everybody can open.
import type { components } from '../src/api/schema'
import { ask, pageOf } from './support/accounts'
import { expect, test } from './support/test'

type Schemas = components['schemas']

test.use({ demo: true })

test('an admin gives a badge to all who attended an event, and its page says what it is for', async ({ browser, server, page: guest, admin }) => {
  test.slow()
  const attended = (id: string) => Promise.all(['Attended', 'Completed'].map(async (status) => (await ask(server, admin, `/admin/events/${id}/participants?status=${status}&limit=1`)).total))
  let event: { title: string; count: number } | undefined
  for (const { _id, title } of await admin.ask<Schemas['AdminEventSummary'][]>('GET', '/admin/events?status=past&limit=50')) {
    const count = (await attended(_id)).reduce((sum, one) => sum + one, 0)
    if (count > 25 && count < 100) event = { title, count }
    if (event) break
  }
  const { title, count } = event!

  const page = await pageOf(browser, server, admin.state)
  await page.goto('/admin')
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Badges' }).click()
  await page.getByRole('button', { name: 'Create New Badge' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Type')).toHaveValue('achievement')
  await expect(dialog.getByLabel('Find an event')).toBeHidden()
  await dialog.getByRole('button', { name: 'Create Badge' }).click()
  for (const message of ['Badge name is required', 'Description is required', 'User is required']) await expect(dialog.getByText(message)).toBeVisible()

  await dialog.getByLabel('Type').selectOption('project')
  await expect(dialog.getByLabel('Find a project')).toBeVisible()
  await dialog.getByLabel('Type').selectOption('event')
  await dialog.getByLabel('Level').selectOption('mesosphere')
  await dialog.getByLabel('Name', { exact: true }).fill('Night Owl')
  await dialog.getByLabel('Description').fill('Stayed until the very end.')
  await dialog.getByLabel('Find an event').fill(title)
  await dialog.getByRole('list', { name: 'Found events' }).getByRole('button', { name: title }).first().click()
  await dialog.getByRole('button', { name: 'Add all who attended it' }).click()
  await expect(dialog.getByRole('list', { name: 'Members who get the badge' }).getByRole('listitem')).toHaveCount(count)
  await dialog.getByRole('button', { name: `Give to ${count} members` }).click()

  await expect(dialog.getByText(`${count} members got the badge.`)).toBeVisible()
  const outcomes = dialog.getByRole('list', { name: 'What became of each' })
  await expect(outcomes.getByRole('link', { name: /^Given/ })).toHaveCount(count)
  const name = (await outcomes.getByRole('listitem').first().locator('bdi').textContent())!
  const address = (await outcomes.getByRole('link').first().getAttribute('href'))!
  await dialog.getByRole('button', { name: 'Close' }).last().click()

  // It is found by its name and its recipient's, and its dialog has the link to share.
  await page.getByRole('searchbox', { name: 'Search badges' }).fill(`owl ${name}`)
  await expect(page.getByText('Showing 1 of 1 badges')).toBeVisible()
  await page.getByRole('button', { name: 'Night Owl' }).first().click()
  await expect(dialog.getByLabel('Shareable link')).toHaveValue(new RegExp(`${address}$`))
  await expect(dialog.getByRole('img', { name: 'Event Badge, level 3: a ticket among falling meteors' })).toBeVisible()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await dialog.getByRole('button', { name: 'Copy Link' }).click()
  await expect(dialog.getByText('Link copied to clipboard!')).toBeVisible()

  await guest.goto(address)
  await expect(guest.getByRole('heading', { level: 1, name: 'Night Owl' })).toBeVisible()
  for (const fact of [name, title, 'Given by an admin of the community.']) await expect(guest.getByRole('definition').filter({ hasText: fact })).toBeVisible()
  const picture = guest.getByRole('img', { name: 'Event Badge, level 3: a ticket among falling meteors' })
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.currentSrc.endsWith('.svg') && image.naturalWidth > 0)).toBe(true)
  await guest.getByRole('link', { name, exact: false }).first().click()
  await guest.getByRole('tab', { name: /^Badges/ }).click()
  await guest.getByRole('tabpanel').getByRole('link', { name: 'Night Owl' }).click()
  await expect(guest).toHaveURL(address)
})
