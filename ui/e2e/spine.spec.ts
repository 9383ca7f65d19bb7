// The session, missing files and the address work whatever the network, other tabs and the browser's translation do.
import type { Page, Request } from '@playwright/test'
import { newMember, pageOf } from './support/accounts'
import { giveName, mark, printedLink } from './support/signIn'
import { expect, NO_CAPTCHA, test } from './support/test'

test.use({ demo: true, env: NO_CAPTCHA })

/** What breaks a page: uncaught errors, and what a boundary reports. */
function mishaps(page: Page) {
  const seen: string[] = []
  page.on('pageerror', (error) => seen.push(error.message))
  return seen
}

const login = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Login' })

async function askForLink(page: Page, email: string) {
  await page.getByLabel('E-mail address').fill(email)
  await page.getByRole('button', { name: 'Email me a sign-in link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeVisible()
}

test.describe('two tabs', () => {
  test('a mailed link signs every tab in, and the waiting tab continues', async ({ context, server }) => {
    const [waiting, other, mail] = [await context.newPage(), await context.newPage(), await context.newPage()]
    await other.goto('/terms')
    await expect(login(other)).toBeVisible()
    await waiting.goto('/projects/mine')
    await expect(waiting).toHaveURL('/login?returnTo=%2Fprojects%2Fmine')
    const from = mark(server)
    await askForLink(waiting, 'both.tabs@example.org')
    await mail.goto(await printedLink(server, from))
    await mail.getByRole('button', { name: 'Sign in' }).click()
    await expect(waiting.getByLabel('Your name')).toHaveValue('Both Tabs')
    await expect(other.getByRole('button', { name: 'New', exact: true })).toBeVisible()
    await giveName(mail, 'Both Tabs')
    await expect(mail).toHaveURL('/projects/mine')
    await expect(waiting).toHaveURL('/projects/mine')
    await expect(waiting.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(other.getByRole('button', { name: 'Both', exact: true })).toBeVisible()
    await expect(other).toHaveURL('/terms')

    // Signing out ends the session in all tabs too.
    await other.getByRole('button', { name: 'Both', exact: true }).click()
    await other.getByRole('menuitem', { name: 'Logout' }).click()
    await expect(waiting).toHaveURL('/login?returnTo=%2Fprojects%2Fmine')
  })

  test('a member follows a sign-in link: their own continues, somebody else’s asks first', async ({ browser, server, member }) => {
    const page = await pageOf(browser, server, member.state)
    const elsewhere = await pageOf(browser, server)
    const linkFor = async (email: string) => {
      const from = mark(server)
      await elsewhere.goto('/login?returnTo=%2Fevents')
      await askForLink(elsewhere, email)
      return printedLink(server, from)
    }
    const tokenNow = () => page.evaluate(() => localStorage.getItem('token'))
    const own = await member.ask<{ name: string; email: string }>('GET', '/users/profile')
    await page.goto(await linkFor(own.email))
    await expect(page).toHaveURL('/events')
    expect(await tokenNow()).toBe(member.token)

    await page.goto(await linkFor('somebody.else@example.org'))
    await expect(page.getByRole('heading', { name: 'Switch to another account?' })).toBeFocused()
    await page.getByRole('button', { name: `Stay signed in as ${own.name}` }).click()
    await expect(page).toHaveURL('/events')
    expect(await tokenNow()).toBe(member.token)

    const link = await linkFor('somebody.else@example.org')
    await page.goto(link)
    await page.getByRole('button', { name: 'Switch to New member' }).click()
    await giveName(page, 'Somebody Else')
    await expect(page).toHaveURL('/events')
    await expect(page.getByRole('button', { name: 'Somebody', exact: true })).toBeVisible()
    // A second press on the same link in the mail.
    await page.goto(link)
    await expect(page.getByText('You are signed in as Somebody Else.')).toBeVisible()
    await expect(page).toHaveURL('/events')
  })

  test('an unreachable server signs nobody out; the end of a session says so', async ({ browser, server, admin }) => {
    // A session of its own, which ends here.
    const { email } = await admin.ask<{ email: string }>('GET', '/users/profile')
    const second = await newMember(server, email)
    const page = await pageOf(browser, server, second.state)
    await page.route('**/api/admin/verify-admin', (route) => route.fulfill({ status: 503, json: { message: 'The site is busy.', code: 'unavailable' } }))
    await page.goto('/admin')
    await expect(page.getByText('The site is busy.')).toBeVisible()
    await page.unroute('**/api/admin/verify-admin')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()

    await fetch(`${server.url}/api/auth/logout`, { method: 'POST', headers: { Authorization: `Bearer ${second.token}` } })
    // The dashboard asks again by itself, and may hear of the end before the press.
    const events = page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Events' })
    const press = events.click({ timeout: 5000 }).catch(() => undefined)
    await expect(page.getByText('Session expired. Please log in again.')).toBeVisible()
    await press
    await expect(page).toHaveURL(/\/login\?returnTo=%2Fadmin(%2Fevents)?$/)
  })
})

test.describe('missing files', () => {
  const EVENTS = /\/assets\/app\/EventsPage-[^/]*\.js/

  test('a failed prefetch does not break the click, and a page that did not load appears on the next try', async ({ page }) => {
    const seen = mishaps(page)
    let missing = true
    await page.route(EVENTS, (route) => (missing ? route.fulfill({ status: 404, body: '' }) : route.continue()))
    await page.goto('/terms')
    const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Events' })
    await Promise.all([page.waitForRequest(EVENTS), link.hover()])
    await link.click()
    await expect(page.getByRole('heading', { name: 'This page did not load' })).toBeVisible()
    missing = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Events' })).toBeVisible()
    expect(seen).toEqual([])
  })

  test('a page older than the site reloads once', async ({ page }) => {
    await page.goto('/terms')
    await page.route(EVENTS, (route) => route.fulfill({ status: 404, body: '' }))
    // The browser still has the old page; a request to the site finds a newer build.
    await page.evaluate(() => document.querySelector('script[type=module][src]')!.setAttribute('src', '/assets/app/main-of-yesterday.js'))
    const reloads: string[] = []
    page.on('framenavigated', (frame) => reloads.push(frame.url()))
    const again = page.waitForEvent('load')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Events' }).click()
    await again
    await expect(page.getByRole('heading', { name: 'This page did not load' })).toBeVisible()
    await page.unroute(EVENTS)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Events' })).toBeVisible()
  })

  test('without a connection the page says so, and appears when the network is back', async ({ page, context }) => {
    await page.goto('/terms')
    await context.setOffline(true)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Events' }).click()
    await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByRole('heading', { level: 1, name: 'Events' })).toBeVisible()
  })

  test('optional parts fail alone: menu, toasts, the rest of the home page', async ({ browser, server, member }) => {
    const page = await pageOf(browser, server, member.state)
    const seen = mishaps(page)
    await page.route(/\/assets\/app\/(UserMenu|MobileMenu|ToastList|Below|accent)-[^/]*\.js/, (route) => route.abort())
    // Another colour than the community's, so that the page has to derive the shades.
    await page.addInitScript(() => localStorage.setItem('accent', '{"picked":"#123456"}'))
    const shades = page.waitForRequest(/\/accent-[^/]*\.js/)
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Show what you make' })).toBeVisible()
    await page.keyboard.press('Control')
    await expect(page.getByText('The rest of this page did not load.')).toBeVisible()
    await page.getByRole('banner').getByRole('link', { name: 'My Profile' }).click()
    await expect(page).toHaveURL('/profile')
    await page.setViewportSize({ width: 360, height: 740 })
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Projects' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Innovation Showcase' })).toBeVisible()
    // Without the list of toasts, the message alone is there.
    await page.route('**/upvote', (route) => route.fulfill({ status: 429, json: { message: 'That was too quick.', code: 'busy' } }))
    await page.getByRole('main').getByRole('article').first().getByRole('link').first().click()
    await page.getByRole('main').getByRole('button', { name: /^Upvoted? .*so far/ }).click()
    await expect(page.getByText('That was too quick.')).toBeVisible()
    await shades
    expect(seen).toEqual([])
  })
})

/** Does what a browser's translation does: wraps every text in an element, and later texts too. */
const translate = (page: Page) =>
  page.evaluate(() => {
    const wrap = () => {
      watch.disconnect()
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const texts: Text[] = []
      while (walker.nextNode()) texts.push(walker.currentNode as Text)
      for (const text of texts) {
        if (!text.data.trim() || text.parentElement?.closest('font, script, style, svg, textarea')) continue
        const [outer, inner] = [document.createElement('font'), document.createElement('font')]
        inner.textContent = text.data
        outer.append(inner)
        text.replaceWith(outer)
      }
      watch.observe(document.body, { childList: true, subtree: true, characterData: true })
    }
    const watch = new MutationObserver(wrap)
    wrap()
  })

test.describe('a translated page', () => {
  test('keeps working: lists, filters, an event, a project with its votes', async ({ browser, server, member }) => {
    const page = await pageOf(browser, server, member.state)
    const seen = mishaps(page)
    await page.goto('/projects')
    await expect(page.getByRole('article').first()).toBeVisible()
    await translate(page)
    await page.getByRole('searchbox', { name: 'Search projects' }).fill('zzzz')
    await expect(page.getByRole('heading', { name: 'No Projects Found' })).toBeVisible()
    await page.getByRole('button', { name: 'Clear Filters' }).click()
    await expect(page.getByRole('article').first()).toBeVisible()
    await page.getByLabel('Sort by').selectOption('alphabetical')
    await page.getByRole('button', { name: 'Featured' }).click()
    await page.getByRole('button', { name: 'Featured' }).click()
    await page.getByRole('article').nth(1).getByRole('heading').getByRole('link').click()
    await expect(page.getByRole('button', { name: /^Upvoted? .*so far/ })).toBeVisible()
    const label = await page.getByRole('button', { name: /^Upvoted? .*so far/ }).textContent()
    await page.getByRole('button', { name: /^Upvoted? .*so far/ }).click()
    await expect(page.getByRole('button', { name: /^Upvoted? .*so far/ })).not.toHaveText(label!)
    // A number that changes is not what was translated.
    await page.getByLabel('Your comment').fill('Hello')
    await expect(page.getByText('5/2,000')).toBeVisible()

    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Events' }).click()
    await expect(page.getByRole('article').first()).toBeVisible()
    await page.getByLabel('Status').selectOption({ label: 'Upcoming' })
    await page.getByRole('article').first().getByRole('heading').getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.goto('/profile')
    await expect(page.getByRole('tab').first()).toBeVisible()
    await translate(page)
    for (const tab of await page.getByRole('tab').all()) await tab.click()
    expect(seen).toEqual([])
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toHaveCount(0)
  })

  test('keeps working in the admin area and at the sign-in', async ({ browser, server, admin }) => {
    const page = await pageOf(browser, server, admin.state)
    const seen = mishaps(page)
    await page.goto('/admin/events')
    await expect(page.getByRole('table')).toBeVisible()
    await translate(page)
    await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Projects' }).click()
    await expect(page.getByRole('table')).toBeVisible()
    await page.getByRole('link', { name: 'All Projects' }).click()
    await page.getByRole('searchbox').first().fill('zzzz')
    await expect(page.getByRole('table')).toHaveCount(0)
    await page.getByRole('button', { name: 'Collapse sidebar' }).click()
    expect(seen).toEqual([])

    const guest = await pageOf(browser, server)
    const also = mishaps(guest)
    await guest.goto('/login')
    await expect(guest.getByRole('button', { name: 'Email me a sign-in link' })).toBeVisible()
    await translate(guest)
    await guest.getByRole('button', { name: 'Email me a sign-in link' }).click()
    await expect(guest.getByLabel('E-mail address')).toBeFocused()
    await askForLink(guest, 'translated@example.org')
    await guest.getByRole('button', { name: 'Use another address' }).click()
    await expect(guest.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
    expect(also).toEqual([])
  })
})

test.describe('addresses', () => {
  test('that cannot be decoded break no page', async ({ page }) => {
    const seen = mishaps(page)
    for (const address of ['/projects/%E0%A4%A', '/events/%', '/nowhere/%ff']) {
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 }).or(page.getByRole('heading', { level: 2 })).first()).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Something went wrong', exact: true })).toHaveCount(0)
    }
    for (const [address, heading] of [['/projects?search=%E0%A4%A&page=%', 'Innovation Showcase'], ['/terms#%E0%A4%A', 'Terms of Service'], ['/events?status=%ff', 'Events']]) {
      await page.goto(address!)
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    }
    expect(seen).toEqual([])
  })

  test('keep two quick changes; dialogs and tabs leave no dead history entry; paging moves the focus', async ({ page }) => {
    await page.goto('/terms')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Events' }).click()
    await expect(page.getByRole('article').first()).toBeVisible()
    await page.evaluate(() => {
      for (const [label, value] of [['Status', 'upcoming'], ['Sort by', 'alphabetical']]) {
        const select = [...document.querySelectorAll('select')].find((one) => one.labels[0]?.textContent === label || one.getAttribute('aria-label') === label)!
        select.value = value!
        select.dispatchEvent(new Event('change', { bubbles: true }))
      }
    })
    await expect(page).toHaveURL('/events?status=upcoming&sort=alphabetical')

    await page.getByRole('button', { name: 'Subscribe' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    // A press that starts inside and ends outside is not a click outside.
    const box = (await page.getByRole('dialog').boundingBox())!
    await page.mouse.move(box.x + 60, box.y + 60)
    await page.mouse.down()
    await page.mouse.move(5, 5)
    await page.mouse.up()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.mouse.click(5, 5)
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(page).toHaveURL('/events?status=upcoming&sort=alphabetical')
    await page.goBack()
    await expect(page).toHaveURL('/events?status=upcoming')

    await page.goto('/projects')
    await page.getByRole('link', { name: 'Page 2' }).press('Enter')
    await expect(page).toHaveURL('/projects?page=2')
    await expect(page.locator('ul:focus').getByRole('article').first()).toBeVisible()
    await page.goto('/projects?page=900')
    await expect(page.getByRole('heading', { name: 'There is no page 900' })).toBeVisible()
    await page.getByRole('link', { name: 'To the last page' }).click()
    await expect(page.getByRole('article').first()).toBeVisible()
  })

  test('a late answer does not undo a newer one', async ({ page }) => {
    await page.goto('/projects')
    await expect(page.getByRole('article').first()).toBeVisible()
    // The first search is answered after the second.
    await page.route(/\/api\/projects\?.*search=zz&/, async (route) => {
      await new Promise((later) => setTimeout(later, 1500))
      await route.continue().catch(() => {})
    })
    const box = page.getByRole('searchbox', { name: 'Search projects' })
    const slow = page.waitForRequest(/search=zz&/)
    await box.fill('zz')
    const first = await slow
    const isFirst = (request: Request) => request === first
    const settled = Promise.race([page.waitForEvent('requestfinished', isFirst), page.waitForEvent('requestfailed', isFirst)])
    await box.fill('')
    await box.press('Enter')
    await expect(page.getByRole('article').first()).toBeVisible()
    await settled
    await expect(page.getByRole('heading', { name: 'No Projects Found' })).toHaveCount(0)
    await expect(page.getByRole('article').first()).toBeVisible()
  })
})

test('toasts are above an open dialog and can be reached', async ({ browser, server, member }) => {
  const page = await pageOf(browser, server, member.state)
  await page.goto('/events')
  await page.getByRole('button', { name: 'Subscribe' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /Make|Create|Get/ }).first().click()
  const dismiss = page.getByRole('button', { name: 'Dismiss' })
  await expect(dismiss).toBeVisible()
  await dismiss.click()
  await expect(dismiss).toBeHidden()
  await expect(dialog).toBeVisible()
})
