// Optional parts of a page: when one fails, the page says so in its place and the rest stays usable.
import type { Page } from '@playwright/test'
import { ask } from './support/accounts'
import { addressOf, PLACES, withoutAnswers } from './support/pages'
import { expect, test } from './support/test'

test.use({ demo: true })

/** Fails every call but those that `needed` matches. */
async function failAllBut(page: Page, needed: RegExp) {
  await withoutAnswers(page)
  await page.route('**/api/**', (route) =>
    needed.test(new URL(route.request().url()).pathname) ? route.continue() : route.fulfill({ status: 500, json: { message: 'no', code: 'internal' } }),
  )
}

/** The page works: no error reached the last boundary, and nothing was thrown. */
async function stands(page: Page, address: string, heading: string | RegExp) {
  const thrown: string[] = []
  page.on('pageerror', (error) => thrown.push(error.message))
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
  expect(thrown).toEqual([])
}

for (const name of ['project', 'event with a partner', 'profile, projects'])
  test(`${name}: stays usable when everything around it fails`, async ({ page, server, admin, member, newcomer }) => {
    const place = PLACES.find((one) => one.name === name)!
    const { pathname } = new URL(await addressOf(place, { server, admin, member, newcomer }), server.url)
    const call = pathname.replace('/profile/', '/users/')
    const { body } = await ask(server, { token: '' }, call)
    await failAllBut(page, new RegExp(`^/api(${call}|/site)$`))
    await stands(page, pathname, body.title ?? body.name)
    await expect(page.getByRole('contentinfo')).toBeVisible()
  })

test('the home page greets and links on when no call is answered', async ({ page }) => {
  await failAllBut(page, /^$/)
  await stands(page, '/', /\S/)
  await page.getByRole('main').getByRole('link', { name: 'Explore Events' }).click()
  await expect(page.getByText('Failed to load events')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Retry' }).first()).toBeVisible()
})
