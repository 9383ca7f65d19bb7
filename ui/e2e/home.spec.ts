import type { Page } from '@playwright/test'
import { withoutAnswers } from './support/pages'
import { axe, expect, memberTest, test } from './support/test'

test.use({ demo: true })

/** Opens the home page and scrolls to what loads on approach. */
async function open(page: Page) {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 15_000 })
  await page.mouse.wheel(0, 1200)
  await expect(page.getByRole('heading', { name: 'Featured Projects', exact: true })).toBeVisible({ timeout: 15_000 })
}

const LEVELS = ['Troposphere', 'Stratosphere', 'Mesosphere', 'Thermosphere', 'Exosphere']

test('links to events and projects, and shows the totals', async ({ page, request }) => {
  const stats = await (await request.get('/api/admin/stats')).json()
  const site = await (await request.get('/api/site')).json()
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(site.tagline)
  await expect(page).toHaveTitle(site.name)
  const band = page.getByRole('region', { name: 'Community Stats' })
  for (const [label, count] of [['Community Members', stats.userCount], ['Projects Built', stats.projectCount], ['Events Hosted', stats.eventCount]])
    await expect(band.locator('dl > div', { hasText: label })).toContainText(count.toLocaleString('en-US'))

  const main = page.getByRole('main')
  await main.getByRole('link', { name: 'Explore Events' }).click()
  await expect(page).toHaveURL('/events')
  await page.goBack()
  await main.getByRole('link', { name: 'View Projects' }).click()
  await expect(page).toHaveURL('/projects')
})

test('its lower half loads when the reader asks for it: by a key as well as by scrolling', async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 1080 })
  const scripts: string[] = []
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Show what you make' })).toBeInViewport()
  await page.waitForLoadState('networkidle')
  const before = scripts.length
  await expect(page.getByRole('heading', { name: 'Featured Projects' })).toHaveCount(0)
  await page.keyboard.press('Control')
  await expect(page.getByRole('heading', { name: 'Featured Projects' })).toBeVisible()
  expect(scripts.length).toBeGreaterThan(before)
})

test('shows featured projects with at most three technologies each', async ({ page, request }) => {
  const featured = await (await request.get('/api/projects/featured?limit=6')).json()
  expect(featured.length).toBeGreaterThan(0)
  await open(page)
  const section = page.locator('section', { has: page.getByRole('heading', { name: 'Featured Projects' }) })
  const cards = section.getByRole('article')
  await expect(cards).toHaveCount(featured.length)
  for (const [at, project] of featured.entries()) {
    const card = cards.nth(at)
    await expect(card.getByRole('heading')).toHaveText(project.title)
    await expect(card.getByRole('list', { name: 'Technologies' }).getByRole('link').locator('bdi')).toHaveText(project.techStack.slice(0, 3))
    await expect(card.getByText(/^[\d,]+ upvotes?$/)).toHaveCount(project.upvoteCount > 0 ? 1 : 0)
  }
  await section.getByRole('link', { name: featured[0].title }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(featured[0].title)
  await page.goBack()
  await section.getByRole('link', { name: 'View All Projects' }).click()
  await expect(page).toHaveURL('/projects')
})

test('says when nothing is featured', async ({ page }) => {
  await withoutAnswers(page)
  await page.route('**/api/projects/featured*', (route) => route.fulfill({ json: [], headers: { 'X-Total-Count': '0' } }))
  await open(page)
  await expect(page.getByText('No featured projects available at the moment.')).toBeVisible()
  await page.getByRole('link', { name: 'Browse All Projects' }).click()
  await expect(page).toHaveURL('/projects')
})

test('a failure to load the featured projects can be retried and leaves the rest of the page alone', async ({ page }) => {
  let broken = true
  await withoutAnswers(page)
  await page.route('**/api/projects/featured*', (route) => (broken ? route.fulfill({ status: 500, json: { message: 'no', code: 'internal' } }) : route.continue()))
  await open(page)
  await expect(page.getByText('Failed to load featured projects')).toBeVisible({ timeout: 10_000 })
  await expect(page.getByRole('heading', { name: 'Badges' })).toBeVisible()
  broken = false
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('article').first()).toBeVisible()
})

test('unknown counts are dashes, and the others stay', async ({ page }) => {
  const fail = (path: string) => page.route(path, (route) => route.fulfill({ status: 500, json: { message: 'no', code: 'internal' } }))
  await withoutAnswers(page)
  await fail('**/api/admin/stats')
  await fail('**/api/events/count')
  await page.goto('/')
  const band = page.getByRole('region', { name: 'Community Stats' })
  await expect(band.locator('dl > div', { hasText: 'Events Hosted' })).toContainText('–', { timeout: 15_000 })
  await expect(band.locator('dl > div', { hasText: 'Projects Built' })).toContainText(/\d/)
  await fail('**/api/users/count')
  await fail('**/api/projects/count')
  await page.reload()
  await expect(band.locator('dd')).toHaveText(['–', '–', '–'])
})

test('shows five levels of two kinds of badges, by keyboard too', async ({ page }) => {
  await open(page)
  const section = page.locator('section', { has: page.getByRole('heading', { name: 'Badges', exact: true }) })
  await expect(section.getByRole('tabpanel').getByRole('heading')).toHaveText(LEVELS)
  await expect(section.getByText('25th approved project')).toBeVisible()
  await section.getByRole('tab', { name: 'Project Badges' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(section.getByRole('tab', { name: 'Upvote Badges' })).toHaveAttribute('aria-selected', 'true')
  await expect(page).toHaveURL('/?badges=upvote')
  await expect(section.getByRole('tabpanel').getByText(/upvotes/)).toHaveText([10, 100, 250, 500, '1,000'].map((count) => `${count} upvotes on a project`))
  await section.scrollIntoViewIfNeeded()
  const pictures = section.getByRole('tabpanel').locator('img')
  for (const [at, level] of LEVELS.entries()) {
    await expect(pictures.nth(at)).toHaveAttribute('src', `/assets/badges/upvote_${level.toLowerCase()}.png`)
    await expect.poll(() => pictures.nth(at).evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  }
})

test('ends with a sample certificate, an invitation and an address to write to', async ({ page }) => {
  await withoutAnswers(page)
  await page.route('**/api/site', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), contactEmail: 'hello@example.org' } })
  })
  await open(page)
  const sample = page.getByRole('img', { name: 'A sample certificate' })
  const { width, height } = (await sample.boundingBox())!
  expect(width / height).toBeCloseTo(1.414, 2)
  await expect(page.getByRole('main').getByRole('link', { name: 'Contact Us' })).toHaveAttribute('href', 'mailto:hello@example.org')
  await page.getByRole('link', { name: 'Find an event' }).click()
  await expect(page).toHaveURL('/events')
  await page.goBack()
  await page.getByRole('link', { name: 'Join Community' }).click()
  await expect(page).toHaveURL('/login')
})

memberTest('a member begins with their next event, their projects, and what they missed', async ({ page, member, server }) => {
  const events = await member.ask<{ _id: string; title: string; isRegistered: boolean; cancelled: boolean; status: string; startsAt: string }[]>('GET', '/events?limit=50')
  const [next] = events.filter((event) => event.isRegistered && !event.cancelled && event.status !== 'completed').sort((one, other) => Date.parse(one.startsAt) - Date.parse(other.startsAt))
  const own = await member.ask<{ title: string; status: string }[]>('GET', '/users/me/projects')
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`Hello, ${member.name.split(' ')[0]}`)
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: next!.title }).first()).toHaveAttribute('href', `/events/${next!._id}`)
  await expect(main.getByRole('link', { name: `${own.filter((one) => one.status === 'Approved').length} approved` })).toHaveAttribute('href', '/projects/mine')
  await expect(page.getByText('Since your last visit')).toHaveCount(0)
  expect(await axe(page)).toEqual([])

  // Somebody comments until the next visit.
  const mine = own.find((one) => one.status === 'Approved') as unknown as { _id: string; title: string }
  await page.waitForLoadState('networkidle')
  await member.ask('POST', `/projects/${mine._id}/comment`, { text: 'While you were away' })
  await page.goto(server.url)
  await expect(main.getByRole('link', { name: `1 new comment on ${mine.title}` })).toHaveAttribute('href', `/projects/${mine._id}#comments`)
})

test('an empty community is composed for being empty', async ({ page }) => {
  const nothing = { json: [], headers: { 'X-Total-Count': '0' } }
  await withoutAnswers(page)
  await page.route('**/api/projects?*', (route) => route.fulfill(nothing))
  await page.route('**/api/projects/featured*', (route) => route.fulfill(nothing))
  await page.route('**/api/events?*', (route) => route.fulfill(nothing))
  await page.route('**/api/admin/stats', (route) => route.fulfill({ json: { userCount: 1, projectCount: 0, eventCount: 0 } }))
  await page.goto('/')
  const wall = page.getByRole('region', { name: 'New here' })
  await expect(wall.getByRole('link', { name: 'Pin up what you make' })).toHaveAttribute('href', '/submit-project')
  await expect(wall.getByRole('link', { name: 'The next event stands here' })).toHaveAttribute('href', '/events')
  await page.mouse.wheel(0, 1200)
  await expect(page.getByRole('heading', { name: 'Badges', exact: true })).toBeVisible({ timeout: 15_000 })
  await expect(page.getByRole('region', { name: 'Community Stats' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Featured Projects' })).toHaveCount(0)
  expect(await page.getByRole('main').innerText()).not.toMatch(/(^|\s)(0|–)(\s|$)/m)
  await page.goto('/events')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: 'No Events Found' })).toBeVisible()
  await expect(main.getByRole('button', { name: 'Subscribe' })).toBeVisible()
  await expect(main.getByText('Total Events')).toHaveCount(0)
  await expect(main.getByRole('searchbox')).toHaveCount(0)
  expect(await main.innerText()).not.toMatch(/\b0\b/)
})
