import { examine } from './support/quality'
import { expect, test } from './support/test'

test('an unknown address leads back home', async ({ page }) => {
  await page.goto('/no-such-page')
  await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible()
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await expect(page).toHaveURL('/')
})

test('light and dark are remembered', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/terms')
  const html = page.locator('html')
  await expect(html).toHaveAttribute('data-theme', 'light')
  await page.getByRole('button', { name: 'Switch to dark mode' }).click()
  await expect(html).toHaveAttribute('data-theme', 'dark')
  expect(await page.evaluate(() => localStorage.getItem('darkMode'))).toBe('true')
  await page.reload()
  await expect(html).toHaveAttribute('data-theme', 'dark')
})

test('the header turns solid past 50 px', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 400 })
  await page.goto('/terms')
  const header = page.getByRole('banner')
  await expect(header).toHaveAttribute('data-solid', 'false')
  await page.mouse.wheel(0, 300)
  await expect(header).toHaveAttribute('data-solid', 'true')
})

test('the mobile menu works by keyboard, is accessible, and closes on navigation', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/terms')
  const toggle = page.getByRole('button', { name: 'Open menu' })
  await toggle.press('Enter')
  const menu = page.getByRole('navigation', { name: 'Menu' })
  await expect(menu).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await toggle.press('Enter')
  await expect(menu).toBeVisible()
  await examine(page)
  await menu.getByRole('link', { name: 'Events' }).click()
  await expect(page).toHaveURL('/events')
  await expect(menu).toBeHidden()
})

test('a navigation moves the focus to the heading, the skip link to the content', async ({ page }) => {
  await page.goto('/terms')
  await expect(page.getByRole('contentinfo')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('main')).toBeFocused()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('a page that comes late leaves the focus where the reader has put it', async ({ page }) => {
  await page.goto('/terms')
  let deliver = () => {}
  const delivered = new Promise<void>((resolve) => (deliver = resolve))
  await page.route(/PrivacyPage.*\.js/, async (route) => {
    await delivered
    await route.continue()
  })
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click()
  const theme = page.getByRole('button', { name: /^Switch to/ })
  await theme.click()
  deliver()
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible()
  await expect(theme).toBeFocused()
})

test('particles drift, but not under reduced motion', async ({ page }) => {
  await page.clock.install()
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/no-such-page')
  await page.clock.runFor(1000)
  await expect(page.locator('canvas')).toHaveAttribute('data-particles', '80')
  await expect(page.locator('canvas')).not.toHaveAttribute('data-resting')
  await page.clock.runFor(21_000)
  await expect(page.locator('canvas')).toHaveAttribute('data-resting')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect(page.locator('canvas')).not.toHaveAttribute('data-particles')
})

test('a new page starts at its top, Back returns to the old position', async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 500 })
  await page.goto('/terms')
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' })
  await link.scrollIntoViewIfNeeded()
  // The page grows a little when its fonts are there.
  await page.evaluate(() => document.fonts.ready)
  const before = await page.evaluate(() => scrollY)
  expect(before).toBeGreaterThan(100)
  await link.click()
  await expect(page).toHaveURL('/privacy')
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(before)
})

test('a first load begins at the top, and a reload where the reader was', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 400 })
  await page.goto('/terms')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // Its text comes after its heading, and there is nowhere to go before.
  await expect(page.getByRole('contentinfo')).toBeVisible()
  await page.waitForLoadState('networkidle')
  await page.mouse.wheel(0, 300)
  // Not to its end, for another test may have given the site shorter terms.
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(250)
  const before = await page.evaluate(() => scrollY)
  await page.reload()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(before)
  // The same tab, and an address that was typed.
  await page.goto('/privacy')
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible()
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await page.goto('/terms')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

test('the HTML names the files of its page, which are asked for with the first one', async ({ page }) => {
  const html = await (await page.request.get('/projects')).text()
  const named = [...html.matchAll(/<link rel="modulepreload" [^>]*href="([^"]+)">/g)].map(([, file]) => file!)
  expect(named.some((file) => file.includes('/ProjectsPage-'))).toBe(true)
  expect(named.some((file) => file.includes('/EventsPage-'))).toBe(false)
  const asked: string[] = []
  page.on('request', (request) => request.resourceType() === 'script' && asked.push(new URL(request.url()).pathname))
  await page.goto('/projects')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const file of named) expect(asked.filter((one) => one === file)).toEqual([file])
  expect((await page.request.get('/pages.json')).status()).toBe(404)
  expect(await (await page.request.get('/nothing-here')).text()).not.toContain('modulepreload')
})

test('the first picture needs no file beside the HTML', async ({ page }) => {
  const answered: string[] = []
  await page.route('**/assets/**', (route) => route.abort())
  page.on('console', (message) => message.text().includes('Content Security Policy') && answered.push(message.text()))
  await page.goto('/projects')
  const lead = page.getByText('What people here have made, from first prototypes to daily tools.')
  await expect(lead).toBeVisible()
  // In the column of the page and in its size, not as bare HTML.
  const { left, size } = await lead.evaluate((element) => ({ left: element.getBoundingClientRect().left, size: parseFloat(getComputedStyle(element).fontSize) }))
  expect(left).toBeGreaterThan(40)
  expect(size).toBeGreaterThan(16.5)
  expect(answered).toEqual([])
})

test('the theme is set before any file has come', async ({ page }) => {
  await page.route('**/*.js', (route) => route.abort())
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/terms', { waitUntil: 'commit' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})
