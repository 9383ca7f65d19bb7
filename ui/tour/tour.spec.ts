// Every page of the demo as a guest, a member and an admin, at three widths in both themes, and the states that matter.
import type { Browser, Page } from '@playwright/test'
import { test } from '../e2e/support/test'

const WIDTHS = [360, 768, 1280]
const PICTURES = '../pictures'

test.use({ demo: true })

const GUEST = ['/', '/projects', '/projects?search=zzzz', '/events', '/events?search=zzzz', '/login', '/terms', '/privacy', '/nowhere', '/projects/nothing', '/events/nothing', '/profile/nothing']
const MEMBER = ['/', '/events?calendar=subscribe', '/profile?tab=events', '/projects/mine', '/submit-project', '/profile']
const ADMIN = ['/admin', '/admin/events', '/admin/events?search=zzzz', '/admin/events/create', '/admin/projects', '/admin/projects?status=all']

test('the tour', async ({ server, browser }) => {
  const links = [...server.output().matchAll(/http:\S+\/login\?token=\S+/g)].map(([link]) => link)
  const first = async (path: string) => ((await (await fetch(`${server.url}${path}`)).json()) as { _id: string }[])[0]!._id
  const event = await first('/api/events')
  const details = [`/projects/${await first('/api/projects?sort=popular')}`, `/events/${event}`]
  const views = ['', '?tab=waiting', '?tab=messages&write=true', '?dialog=cancel'].map((state) => `/admin/events/view/${event}${state}`)
  views.push(`/admin/events/checkin/${event}`, `/admin/events/edit/${event}`)
  await walk(browser, server.url, 'guest', undefined, [...GUEST, ...details])
  await walk(browser, server.url, 'member', links[1], [...MEMBER, ...details])
  await walk(browser, server.url, 'admin', links[2], [...ADMIN, ...details, ...views])
})

async function walk(browser: Browser, url: string, who: string, link: string | undefined, routes: string[]) {
  const context = await browser.newContext({ baseURL: url, reducedMotion: 'reduce' })
  const page = await context.newPage()
  if (link) {
    await page.goto(link)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL((now) => now.pathname !== '/login')
  }
  for (const route of routes) {
    for (const dark of [false, true]) {
      await page.addInitScript((value) => localStorage.setItem('darkMode', String(value)), dark)
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: width < 700 ? 800 : 900 })
        await page.goto(route)
        await settle(page)
        const name = route.replace(/[^a-z0-9]+/gi, '-').replace(/^-|-$/g, '') || 'home'
        await page.screenshot({ path: `${PICTURES}/${who}-${name}-${width}-${dark ? 'dark' : 'light'}.png`, fullPage: true })
      }
    }
  }
  await context.close()
}

/** Loaded, and what comes on approach has come. */
async function settle(page: Page) {
  await page.waitForLoadState('networkidle')
  await page.evaluate(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += 600) {
      scrollTo(0, y)
      await new Promise((done) => setTimeout(done, 50))
    }
    scrollTo(0, 0)
  })
  await page.waitForTimeout(300)
}
