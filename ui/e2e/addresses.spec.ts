// Wrong addresses: mistyped, cut off by a mail program, or tried by a robot.
import { ask } from './support/accounts'
import { watch } from './support/quality'
import { adminTest, expect, test } from './support/test'

test.use({ demo: true })

/** The browser's own message about the 404. */
const NOT_FOUND = /^Failed to load resource: .* 404 /

const NOWHERE: [address: string, heading: string | RegExp][] = [
  ['/%E0%A4%A', 'Page Not Found'],
  ['/%', 'Page Not Found'],
  ['/projects/%E0%A4%A', /^(Project|Page) Not Found$/],
  ['/projects/%', /^(Project|Page) Not Found$/],
  ['/events/%00', /^(Event|Page) Not Found$/],
  ['/events/%E0%A4%A?page=zzz', /^(Event|Page) Not Found$/],
  ['/profile/%FF', /^(Profile|Page) Not Found$/],
]

test('an address without a page gets the Not Found page and a 404', async ({ page, server }) => {
  const seen = await watch(page, server.url)
  for (const [address, heading] of NOWHERE) {
    const answer = await page.goto(server.url + address)
    expect(answer!.status(), address).toBe(404)
    await expect(page.getByRole('heading', { level: 1 }), address).toHaveText(heading)
    await expect(page.getByRole('contentinfo')).toBeVisible()
  }
  expect(seen.complaints.filter((complaint) => !NOT_FOUND.test(complaint) && !/could not be decoded/.test(complaint))).toEqual([])
})

adminTest('the admin area says so too', async ({ page, server }) => {
  for (const address of ['/admin/%E0%A4%A', '/admin/events/view/%E0%A4%A', '/admin/events/edit/%00', '/admin/projects/review/%FF']) {
    const answer = await page.goto(server.url + address)
    expect([200, 404], address).toContain(answer!.status())
    await expect(page.getByRole('heading', { level: 1 }), address).toHaveText(/not found$/i)
  }
})

test('a page ignores an invalid filter, number or anchor', async ({ page, server }) => {
  const seen = await watch(page, server.url)
  const list = async (noun: string) => (await ask(server, { token: '' }, `/${noun}?limit=1`)).total
  for (const [noun, queries] of [
    ['projects', ['?page=zzz', '?page=-1', '?page=1e99', '?category=nothing&sort=%00', '?page=%E0%A4%A', '#%E0', '?&&=&#']],
    ['events', ['?page=zzz', '?page=0', '?page=1.5', '?status=nothing&type=%FF', '#%E0%A4%A']],
  ] as const) {
    const total = await list(noun)
    for (const query of queries) {
      const answer = await page.goto(`${server.url}/${noun}${query}`)
      // A change of the anchor alone sends no request.
      if (answer) expect(answer.status(), query).toBe(200)
      await expect(page.getByText(new RegExp(`^Showing \\d+ of ${total} ${noun}$`)), query).toBeVisible()
    }
  }
  for (const address of ['/terms#%E0', '/?badges=%E0%A4%A', '/login?returnTo=%E0%A4%A&token=%00', '/events?calendar=%00']) {
    await page.goto(server.url + address)
    await expect(page.getByRole('heading', { level: 1 }), address).toBeVisible()
  }
  expect(seen.complaints).toEqual([])
})

test('a page has the same title from the server and in the browser', async ({ page, request, server }) => {
  const first = async (noun: string) => (await (await request.get(`/api/${noun}?limit=1`)).json())[0]
  const [project, event] = [await first('projects'), await first('events')]
  const titles: string[] = []
  for (const address of ['/', '/projects', '/events', '/login', '/terms', '/privacy', `/projects/${project._id}`, `/events/${event._id}`, `/profile/${project.submittedBy._id}`, '/projects/none', '/events/none', '/profile/none', '/nowhere']) {
    const html = await (await request.get(address)).text()
    const sent = await page.evaluate((text) => new DOMParser().parseFromString(text, 'text/html').title, html)
    await page.goto(server.url + address)
    await expect(page.getByRole('heading', { level: 1 }), address).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expect(page, address).toHaveTitle(sent)
    titles.push(sent)
  }
  expect(new Set(titles).size, 'each page has a title of its own').toBe(titles.length)
})
