import { test as freshTest } from './support/fresh'
import { examine } from './support/quality'
import { askForLink, giveName, mark, printedCode, printedLink, signInByLink, solveCaptcha } from './support/signIn'
import { expect, NO_CAPTCHA, test } from './support/test'

/** For what comes after the form. */
const openTest = test.extend({ env: [NO_CAPTCHA, { scope: 'worker' }] })

const FORM = { name: 'Sign in', level: 1 } as const

test('the captcha solves itself during typing', async ({ page }) => {
  await page.goto('/login')
  const robot = page.getByRole('checkbox', { name: /not a robot/ })
  const send = page.getByRole('button', { name: 'Email me a sign-in link' })
  await expect(robot).not.toBeChecked()
  await page.getByLabel('E-mail address').fill('ada')
  await expect(robot).toBeChecked()
  await expect(page.getByText('Verified', { exact: true })).toBeVisible({ timeout: 20_000 })
  await send.click()
  await expect(page.getByLabel('E-mail address')).toBeFocused()
  await expect(page.getByLabel('E-mail address')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('E-mail address').fill('ada@example.org')
  await send.click()
  await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeFocused()
  await expect(page.getByText('ada@example.org')).toBeVisible()
})

openTest('signs in by a link, which is left nowhere', async ({ page, server }) => {
  const from = mark(server)
  await page.goto('/login')
  await askForLink(page, 'grace.hopper@example.org')
  const link = await printedLink(server, from)
  await page.goto(link)
  await expect(page).toHaveURL('/login')
  await page.getByRole('button', { name: 'Sign in' }).click()
  // Before the member chooses a name, nobody sees one made from the address.
  await expect(page.getByRole('heading', { level: 1, name: 'What is your name?' })).toBeFocused()
  await expect(page.getByRole('button', { name: 'New', exact: true })).toBeVisible()
  await expect(page.getByLabel('Your name')).toHaveValue('Grace Hopper')
  await page.getByLabel('Your name').fill(' ')
  await page.getByRole('button', { name: 'Go on' }).click()
  await expect(page.getByLabel('Your name')).toHaveAttribute('aria-invalid', 'true')
  await examine(page)
  await page.setViewportSize({ width: 1280, height: 720 })
  await giveName(page, 'Admiral Hopper')
  await expect(page).toHaveURL('/')
  await expect(page.getByText('Welcome, Admiral Hopper.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Admiral', exact: true })).toBeVisible()
  expect(JSON.parse((await page.evaluate(() => localStorage.getItem('user')))!)).toMatchObject({ name: 'Admiral Hopper', email: 'grace.hopper@example.org', role: 'user' })

  await page.goto('/login')
  await expect(page).toHaveURL('/')

  await page.evaluate(() => localStorage.clear())
  await page.goto(link)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', FORM)).toBeFocused()
  await expect(page.getByRole('alert').filter({ hasText: 'This sign-in link has already been used. Ask for a new one.' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('loginAttempts'))).toBeNull()
  await signInByLink(page, server, 'grace.hopper@example.org')
  expect(await page.evaluate(() => localStorage.getItem('loginAttempts'))).toBeNull()
})

openTest('signs in by the code of the mail, and says at the field what is wrong with it', async ({ page, server }) => {
  const from = mark(server)
  await page.goto('/login?returnTo=%2Fevents')
  await askForLink(page, 'code@example.org')
  const code = await printedCode(server, from)
  const field = page.getByLabel('Code from the mail')
  await expect(field).toHaveAttribute('inputmode', 'numeric')
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code')
  const enter = page.getByRole('button', { name: 'Sign in' })
  await field.fill('12')
  await enter.click()
  await expect(page.getByText('The code has six digits')).toBeVisible()
  await expect(field).toBeFocused()
  await field.fill(code.startsWith('0') ? '111111' : '000000')
  await enter.click()
  await expect(page.getByText('This code is wrong. You have 4 attempts left.')).toBeVisible()
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await examine(page)
  await field.fill(` ${code.slice(0, 3)}  ${code.slice(-3)} `)
  await enter.click()
  await giveName(page, 'Coda')
  await expect(page).toHaveURL('/events')
})

test('sends a link again, or to another address', async ({ page, server }) => {
  await page.goto('/login')
  const address = 'tim-with-a-rather-long-address-that-has-to-fit@example.org'
  await askForLink(page, address)
  const from = mark(server)
  await page.getByRole('button', { name: 'Send it again' }).click()
  await expect(page.getByRole('checkbox', { name: /not a robot/ })).toBeVisible()
  await examine(page)
  await page.getByRole('button', { name: 'Send a new link' }).click()
  await expect(page.getByText('A new link is on its way.')).toBeVisible({ timeout: 30_000 })
  await printedLink(server, from)
  await page.getByRole('button', { name: 'Use another address' }).click()
  await expect(page.getByRole('heading', FORM)).toBeFocused()
  await expect(page.getByLabel('E-mail address')).toHaveValue(address)
})

openTest('returns to the old page, but never to another site', async ({ page, server }) => {
  await page.goto('/profile')
  await expect(page).toHaveURL('/login?returnTo=%2Fprofile')
  const from = mark(server)
  await askForLink(page, 'back@example.org')
  const link = await printedLink(server, from)
  expect(link).toContain('returnTo=%2Fprofile')
  await page.goto(link)
  await expect(page).toHaveURL('/login?returnTo=%2Fprofile')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await giveName(page, 'Back')
  await expect(page).toHaveURL('/profile')
  for (const elsewhere of ['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)']) {
    await page.goto(`/login?returnTo=${encodeURIComponent(elsewhere)}`)
    await expect(page).toHaveURL('/')
  }
})

test('works by keyboard alone', async ({ page, server }) => {
  const from = mark(server)
  await page.goto('/login')
  const robot = page.getByRole('checkbox', { name: /not a robot/ })
  await expect(robot).toBeVisible()
  for (let step = 0; step < 30 && !(await robot.evaluate((element) => element === document.activeElement)); step++) await page.keyboard.press('Tab')
  await expect(robot).toBeFocused()
  await expect(page.getByText('Verified', { exact: true })).toBeVisible({ timeout: 20_000 })
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('E-mail address')).toBeFocused()
  await page.keyboard.type('keys@example.org')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeFocused()
  await page.goto(await printedLink(server, from))
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'What is your name?' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Your name')).toBeFocused()
  await page.keyboard.press('Enter')
  // A menu closes when the next page appears, which is a moment after its address.
  await expect(page.getByRole('heading', { name: 'What is your name?' })).toBeHidden()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { level: 1, name: 'Hello, Keys' })).toBeVisible()
  const menu = page.getByRole('button', { name: 'Keys', exact: true })
  await menu.press('ArrowUp')
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible()
})

test('no third party is asked', async ({ page, server }) => {
  const foreign: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(server.url)) foreign.push(request.url())
  })
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  await page.goto('/login')
  await solveCaptcha(page)
  await expect(page.getByRole('button', { name: 'Continue with Google' })).toHaveCount(0)
  expect(foreign.filter((url) => !url.startsWith('blob:'))).toEqual([])
  expect(complaints).toEqual([])
})

freshTest.describe('the lockout', () => {
  freshTest.use({ env: NO_CAPTCHA })

  freshTest('is the server’s, and the page repeats it', async ({ page, server }) => {
    const from = mark(server)
    await page.goto('/login')
    await askForLink(page, 'eve@example.org')
    const good = await printedLink(server, from)
    const fail = async (link: string, words: string) => {
      await page.goto(link)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible()
    }
    for (const left of [4, 3, 2, 1]) await fail(`/login#token=wrong${left}`, `Authentication failed. ${left} attempts remaining.`)
    await fail('/login#token=wrong0', 'Account temporarily blocked due to multiple failed attempts.')
    await fail('/login#token=wrong', 'Too many failed attempts. Please try again in 15 minutes.')
    await fail(good, 'Too many failed attempts. Please try again in 15 minutes.')
    expect(await page.evaluate(() => localStorage.getItem('loginAttempts'))).toBe('5')
    expect(Date.now() - Number(await page.evaluate(() => localStorage.getItem('lastLoginAttempt')))).toBeLessThan(60_000)
    await page.goto('/login')
    await expect(page.getByRole('alert').filter({ hasText: 'Too many failed attempts. Please try again in 15 minutes.' })).toBeVisible()

    const forged = await fetch(`${server.url}/api/auth/email/verify`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': '203.0.113.7' },
      body: JSON.stringify({ token: 'wrong' }),
    })
    expect(forged.status).toBe(429)
    expect(Number(forged.headers.get('Retry-After'))).toBeGreaterThan(60)
  })
})
