import type { Page } from '@playwright/test'
import type { components } from '../../src/api/schema'
import { withoutAnswers } from '../support/pages'
import { expect, test } from '../support/test'

type EventSummary = components['schemas']['EventSummary']

test.use({ demo: true })

/** Events on a page of the list. */
const PAGE = 18

const listed = async (page: Page, limit: number) => (await (await page.request.get(`/api/events?limit=${limit}`)).json()) as EventSummary[]

/** The first event of the demo that meets the condition. */
async function find(page: Page, wanted: (event: EventSummary) => boolean): Promise<EventSummary> {
  const found = (await listed(page, 200)).find(wanted)
  if (!found) throw new Error('the demo has no such event')
  return found
}

const total = async (page: Page, query = '') => Number((await page.request.get(`/api/events?limit=1${query}`)).headers()['x-total-count'])
const cards = (page: Page) => page.getByRole('main').getByRole('article')

/** A demo of its own, because other tests add events to theirs. */
const ownTest = test.extend({ env: [{ COMMUNITY_LOG__FORMAT: 'text' }, { scope: 'worker' }] })

ownTest('the hero shows the totals, and the list how much of it is visible', async ({ page }) => {
  const count = (await (await page.request.get('/api/events/count')).json()) as components['schemas']['EventCount']
  await page.goto('/events')
  await expect(page.getByRole('heading', { level: 1, name: 'Exciting Events' })).toBeVisible()
  for (const [label, value] of [
    ['Total Events', count.count],
    ['Upcoming Events', count.upcoming],
    ['Total Participants', count.participants],
  ] as const)
    await expect(page.locator('dl > div', { hasText: label }).getByRole('definition')).toHaveText(value.toLocaleString('en-US'))
  // Completed events are folded away.
  const all = await total(page)
  const fold = page.getByRole('button', { name: 'Show completed events' })
  const folded = (await listed(page, PAGE)).filter(({ phase }) => phase === 'over').length
  expect(folded).toBeGreaterThan(0)
  await expect(page.getByText(`Showing ${PAGE - folded} of ${all} events`)).toBeVisible()
  await expect(cards(page)).toHaveCount(PAGE - folded)
  await fold.click()
  await expect(page).toHaveURL('/events?completed=shown')
  await expect(page.getByRole('button', { name: 'Hide completed events' })).toBeFocused()
  await expect(page.getByText(`Showing ${PAGE} of ${all} events`)).toBeVisible()
  await expect(cards(page)).toHaveCount(PAGE)
  // What is on stands first, then what comes.
  const groups = await page.getByRole('heading', { level: 2 }).allTextContents()
  expect(groups.indexOf('Upcoming')).toBe(groups.findLastIndex((group) => ['Live Now', 'Today'].includes(group)) + 1)
})

test('Live Now shows live events, and the address keeps the filter', async ({ page }) => {
  const live = await total(page, '&status=live')
  expect(live).toBeGreaterThan(0)
  await page.goto('/events')
  await page.getByLabel('Status').selectOption({ label: 'Live Now' })
  await expect(page).toHaveURL('/events?status=live')
  await expect(page.getByText(`Showing ${live} of ${live} events`)).toBeVisible()
  await expect(cards(page)).toHaveCount(live)
  await expect(cards(page).first()).toContainText(/Live Now!|Today, /)
  await page.reload()
  await expect(page.getByLabel('Status')).toHaveValue('live')
  await expect(cards(page)).toHaveCount(live)
  await page.goBack()
  await expect(page).toHaveURL('/events')
  await expect(page.getByLabel('Status')).toHaveValue('all')
})

test('type and sort work together', async ({ page }) => {
  const hackathons = await total(page, '&type=hackathon')
  await page.goto('/events?type=hackathon')
  await expect(page.getByText(`of ${hackathons} events`)).toBeVisible()
  await page.getByLabel('Sort by').selectOption({ label: 'Alphabetical' })
  await expect(page).toHaveURL('/events?type=hackathon&sort=alphabetical')
  await expect(cards(page).first()).toContainText('Hackathon')
  await page.getByRole('button', { name: 'Clear Filters' }).click()
  await expect(page).toHaveURL('/events?sort=alphabetical')
})

test('a mistyped filter shows everything', async ({ page }) => {
  await page.goto('/events?status=soon&type=party&page=x&completed=shown')
  await expect(page.getByText(`Showing ${PAGE} of ${await total(page)} events`)).toBeVisible()
})

test('the search follows the typing and keeps the focus', async ({ page }) => {
  const { title } = await find(page, () => true)
  await page.goto('/events')
  const search = page.getByRole('searchbox', { name: 'Search events' })
  await search.pressSequentially(title, { delay: 20 })
  await expect(page).toHaveURL((url) => url.searchParams.get('search') === title.trim())
  await expect(page.getByRole('heading', { level: 3, name: title, exact: true }).first()).toBeVisible()
  await expect(search).toBeFocused()
  await search.fill('zzqqxx')
  await expect(page.getByRole('heading', { name: 'No Events Found' })).toBeVisible()
  await expect(page.getByText('Try adjusting your filters or search terms')).toBeVisible()
  await expect(page.getByText('Showing 0 of 0 events')).toBeVisible()
  await expect(search).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/events')
})

test('pages are real links', async ({ page }) => {
  const all = await total(page)
  await page.goto('/events')
  const pages = page.getByRole('navigation', { name: 'Pages of events' })
  await expect(pages.getByRole('link', { name: 'Page 2' })).toHaveAttribute('href', '/events?page=2')
  await pages.getByRole('link', { name: 'Page 2' }).click()
  await expect(page).toHaveURL('/events?page=2')
  await expect(page.getByText(`Showing ${Math.min(PAGE, all - PAGE)} of ${all} events`)).toBeVisible()
  await expect(pages.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page')
  await page.goto('/events?page=400')
  const last = Math.ceil(all / PAGE)
  await expect(page.getByRole('heading', { name: 'There is no page 400' })).toBeVisible()
  await expect(page.getByText(`The list has ${last} pages.`)).toBeVisible()
  await page.getByRole('link', { name: 'To the last page' }).click()
  await expect(page).toHaveURL(`/events?page=${last}`)
})

test('a failure says so and can be tried again', async ({ page }) => {
  await page.goto('/events?search=one+two+three+four+five+six+seven+eight+nine')
  await expect(page.getByText('Search for at most 8 words and 100 characters.')).toBeVisible()
  await withoutAnswers(page)
  await page.route('**/api/events?*', (route) => route.fulfill({ status: 400, json: { message: 'No.', code: 'bad_request' } }))
  await page.goto('/events')
  await expect(page.getByRole('heading', { name: 'Oops! Something went wrong' })).toBeVisible()
  await expect(page.getByText('No.', { exact: true })).toBeVisible()
  await page.unroute('**/api/events?*')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(cards(page).first()).toBeVisible()
})

test('a guest on an event is sent to the login and back', async ({ page }) => {
  const event = await find(page, (one) => one.status === 'upcoming' && one.canRegister && one.maxParticipants !== undefined)
  await page.goto(`/events?search=${encodeURIComponent(event.title)}`)
  await cards(page).filter({ hasText: event.title }).first().getByRole('link', { name: 'Register' }).click()
  await expect(page).toHaveURL(/\/events\/\w+$/)
  await page.goto(`/events/${event._id}`)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1, name: event.title })).toBeVisible()
  await expect(main.getByText('Upcoming', { exact: true })).toBeVisible()
  await expect(main.getByText(event.eventId)).toBeVisible()
  await expect(main.getByText(`${event.registrationsCount} ${event.registrationsCount === 1 ? 'participant' : 'participants'} of ${event.maxParticipants} max`)).toBeVisible()
  await expect(main.getByText(/spots? remaining$/)).toBeVisible()
  await expect(main.getByRole('progressbar', { name: 'Registration Progress' })).toBeVisible()
  const login = main.getByRole('link', { name: 'Login to Register' })
  if (await login.isVisible()) {
    await login.click()
    await expect(page).toHaveURL(`/login?returnTo=${encodeURIComponent(`/events/${event._id}`)}`)
  }
})

test('a full event takes nobody', async ({ page }) => {
  const event = await find(page, (one) => one.isFull && one.status === 'upcoming' && !one.cancelled)
  await page.goto(`/events/${event._id}`)
  await expect(page.getByRole('complementary', { name: 'Registration' }).getByText('Registration Full')).toBeVisible()
  await expect(page.getByText('No spots remaining')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Login to Register' })).toBeHidden()
})

test('a partner is named, with the effect on certificates', async ({ page }) => {
  const event = await find(page, (one) => one.isCollaborative)
  await page.goto(`/events/${event._id}`)
  await expect(page.getByRole('heading', { name: 'In Partnership With' })).toBeVisible()
  await expect(page.getByText(event.organizationName, { exact: true }).last()).toBeVisible()
  await expect(page.getByText(/^(Sponsor|Co-host|Joint Organizer|Strategic Partner)$/)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Certificate Information' })).toBeVisible()
})

test('a past event offers no registration', async ({ page }) => {
  const event = await find(page, (one) => one.status === 'completed')
  await page.goto(`/events/${event._id}`)
  await expect(page.getByRole('heading', { level: 1, name: event.title })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Login to Register' })).toBeHidden()
  await expect(page.getByRole('progressbar')).toBeHidden()
  // It leads on to what comes next.
  const next = page.getByRole('region', { name: 'Next Events' }).or(page.locator('section', { has: page.getByRole('heading', { level: 2, name: 'Next Events' }) }))
  await expect(next.getByRole('article')).toHaveCount(3)
  await expect(next.getByText('Completed', { exact: true })).toHaveCount(0)
})

test('an unknown event says so', async ({ page }) => {
  await page.goto('/events/nothing-here')
  await expect(page.getByRole('heading', { level: 1, name: 'Event Not Found' })).toBeVisible()
  await page.getByRole('link', { name: 'View All Events' }).click()
  await expect(page).toHaveURL('/events')
})

test("the community's hour stands with the reader's own beside it", async ({ page, browser, server }) => {
  const { timeZone } = (await (await page.request.get('/api/site')).json()) as components['schemas']['Site']
  const event = await find(page, (one) => one.endDate > one.date)
  const seen = async (timezoneId: string) => {
    const context = await browser.newContext({ baseURL: server.url, timezoneId, locale: 'en-GB' })
    const there = await context.newPage()
    await there.goto(`/events/${event._id}`)
    const time = there.locator('dl > div', { hasText: 'Time' }).getByRole('definition')
    await expect(time).toBeVisible()
    const words = [await there.locator('dl > div', { hasText: 'Date' }).getByRole('definition').innerText(), await time.innerText()] as const
    await context.close()
    return words
  }
  const [day, hour] = await seen(timeZone)
  const [dayThere, hourThere] = await seen('Pacific/Auckland')
  expect(day).toMatch(/\d+.*–.*\d+/)
  expect(hour).not.toContain('your time')
  expect(hourThere).toContain('your time')
  // The day is the community's, wherever the reader is.
  expect(dayThere).toBe(day)
})
