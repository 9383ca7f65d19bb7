import { expect } from '@playwright/test'
import { firstAdmin, newMember, pageOf } from './support/accounts'
import { test } from './support/fresh'
import { examine } from './support/quality'
import { claim, mark, printedLink, setupLink, signInByLink } from './support/signIn'
import { NO_CAPTCHA } from './support/test'

test.use({ timezoneId: 'Europe/Berlin' })

test('the printed link names the community and makes its first admin', async ({ page, server }) => {
  await page.goto(await setupLink(server))
  await expect(page.getByRole('heading', { level: 1, name: 'Set up your community' })).toBeVisible()
  await expect(page.getByLabel('Time zone')).toHaveValue('Europe/Berlin')
  await page.getByLabel('Name', { exact: true }).fill('Build Village')
  await page.getByLabel('Tagline').fill('We make things')
  await page.getByRole('radio', { name: 'Lagoon' }).check({ force: true })
  await page.getByLabel('Your name').fill('Ada Lovelace')
  await page.getByLabel('Your e-mail address').fill('ada@example.org')
  await page.getByRole('button', { name: 'Create the community' }).click()

  await expect(page).toHaveURL('/')
  await expect(page.getByText('Welcome to Build Village. You are its first administrator.')).toBeVisible()
  await expect(page.getByRole('banner').getByText('Build Village')).toBeVisible()
  const site = (await (await fetch(`${server.url}/api/site`)).json()) as Record<string, unknown>
  expect(site).toMatchObject({ name: 'Build Village', tagline: 'We make things', timeZone: 'Europe/Berlin', accentColour: '#0e7490', setupOpen: false })
  const token = await page.evaluate(() => localStorage.getItem('token'))
  const admin = await fetch(`${server.url}/api/admin/verify-admin`, { headers: { Authorization: `Bearer ${token}` } })
  expect(await admin.json()).toEqual({ isAdmin: true, isOrganiser: false, isHelper: false })
})

test('a link works once, and a wrong one not at all', async ({ page, server, browser }) => {
  const link = await setupLink(server)
  await page.goto(`${link.slice(0, -4)}xxxx`)
  await expect(page.getByText('This set-up link does not work')).toBeVisible()
  await expect(page.getByText('Take the newest one from the server’s console')).toBeVisible()
  await page.goto('/setup')
  await expect(page.getByText('This set-up link does not work')).toBeVisible()
  await claim(page, server)

  const stranger = await (await browser.newContext()).newPage()
  await stranger.goto(link)
  await expect(stranger.getByText('This community already has an administrator')).toBeVisible()
  await stranger.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await expect(stranger.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
})

test('errors show at their fields and nothing typed is lost', async ({ page, server }) => {
  await page.goto(await setupLink(server))
  await page.getByLabel('Tagline').fill('We make things')
  await page.getByLabel('Time zone').fill('Middle/Earth')
  await page.getByLabel('Your e-mail address').fill('nobody')
  await page.getByRole('button', { name: 'Create the community' }).click()
  const name = page.getByLabel('Name', { exact: true })
  await expect(name).toHaveAttribute('aria-invalid', 'true')
  await expect(name).toBeFocused()
  for (const label of ['Time zone', 'Your e-mail address']) await expect(page.getByLabel(label)).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Tagline')).toHaveValue('We make things')

  await name.fill('Build Village')
  await page.getByLabel('Time zone').fill('Europe/Paris')
  await page.getByLabel('Your name').fill('Ada')
  await page.getByLabel('Your e-mail address').fill('ada@example.org')
  await page.getByRole('button', { name: 'Create the community' }).click()
  await expect(page).toHaveURL('/')
})

test('the preview follows what is typed', async ({ page, server }) => {
  await page.goto(await setupLink(server))
  const preview = page.locator('figure').filter({ visible: true })
  await page.getByLabel('Name', { exact: true }).fill('דאטה Club')
  await page.getByLabel('Tagline').fill('Solder on')
  await expect(preview.getByText('דאטה Club')).toHaveCount(2)
  await expect(preview.getByText('Solder on')).toHaveCount(2)
  const colour = () => preview.getByText('Explore Events').first().evaluate((element) => getComputedStyle(element).backgroundColor)
  const before = await colour()
  await page.getByLabel('Another colour').fill('#3344dd')
  await expect.poll(colour).not.toBe(before)
})

test.describe('afterwards', () => {
  test.use({ env: NO_CAPTCHA })

  test('the admin signs out and comes back by a link from the console', async ({ page, server }) => {
    await claim(page, server)
    const old = await page.evaluate(() => localStorage.getItem('token'))
    await page.getByRole('button', { name: 'Ada', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await expect(page.getByRole('link', { name: 'Login' })).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
    await expect.poll(async () => (await fetch(`${server.url}/api/users/profile`, { headers: { Authorization: `Bearer ${old}` } })).status).toBe(401)

    await signInByLink(page, server, 'Ada@Example.org')
    await expect(page).toHaveURL('/')
    await page.getByRole('button', { name: 'Ada', exact: true }).click()
    await expect(page.getByRole('menuitem', { name: 'Admin Dashboard' })).toBeVisible()
  })

  test('a mail scanner does not use up a link, a person does', async ({ page, server }) => {
    const from = mark(server)
    await page.goto('/login')
    await page.getByLabel('E-mail address').fill('ben@example.org')
    await page.getByRole('button', { name: 'Email me a sign-in link' }).click()
    const link = await printedLink(server, from)
    for (let time = 0; time < 3; time++) expect((await fetch(link)).status).toBe(200)
    await page.goto(link)
    await expect(page).toHaveURL('/login')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByLabel('Your name')).toHaveValue('Ben')
  })
})

test.describe('the first admin', () => {
  test.use({ env: NO_CAPTCHA })

  test('meets first steps that tick themselves and can be put away', async ({ browser, server }) => {
    // A proxy that the settings do not know.
    await fetch(`${server.url}/api/site`, { headers: { 'X-Forwarded-For': '203.0.113.7' } })
    const admin = await firstAdmin(server)
    const page = await pageOf(browser, server, admin.state)
    await page.goto('/admin')
    await expect(page.getByRole('region', { name: 'For the operator' })).toContainText('X-Forwarded-For comes from 127.0.0.1, which trusted_proxies does not name.')
    const steps = page.getByRole('region', { name: 'First steps' })
    await expect(steps).toContainText('0 of 6 done')
    await expect(steps).toContainText('community check --mail')
    await expect(steps).toContainText('community export FILE')
    await examine(page)

    await steps.getByRole('button', { name: 'Save address' }).click()
    await expect(steps.getByLabel('Where visitors write to')).toHaveAttribute('aria-invalid', 'true')
    await steps.getByLabel('Where visitors write to').fill('hello@village.example')
    await steps.getByRole('button', { name: 'Save address' }).click()
    await expect(steps.getByText('A contact address, done')).toBeVisible()
    const site = (await (await fetch(`${server.url}/api/site`)).json()) as Record<string, unknown>
    expect(site.contactEmail).toBe('hello@village.example')

    // What happens elsewhere is noticed here.
    await newMember(server, 'ben@example.org')
    await admin.ask('POST', '/admin/events', { title: 'First evening', description: 'We meet.', date: '2031-03-12', time: '18:30', mode: 'Online' })
    await expect(steps).toContainText('3 of 6 done')
    await expect(steps.getByText('The first event, done')).toBeVisible()

    await steps.getByRole('button', { name: 'Put away' }).click()
    await expect(steps).toBeHidden()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(steps).toBeVisible()
    await steps.getByRole('button', { name: 'Put away' }).click()
    await expect(steps).toBeHidden()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Upcoming Events' })).toBeVisible()
    await expect(steps).toBeHidden()
  })

  test('chooses which mails come, as every member does', async ({ browser, server }) => {
    const admin = await firstAdmin(server)
    const page = await pageOf(browser, server, admin.state)
    await page.goto('/account')
    const reviews = page.getByRole('switch', { name: 'Projects that wait for review' })
    await expect(reviews).toBeChecked()
    await expect(page.getByRole('switch', { name: 'Comments on my projects' })).toBeChecked()
    await expect(page.getByRole('switch', { name: 'News from the community' })).toBeChecked()
    await expect(page.getByRole('switch', { name: 'Announcements of events' })).toBeChecked()
    await reviews.click()
    await expect.poll(() => admin.ask('GET', '/users/me/mail')).toEqual({ reviews: false, comments: true, badges: true, news: true, events: true })
    await page.reload()
    await expect(reviews).not.toBeChecked()

    const member = await newMember(server, 'ben@example.org')
    const theirs = await pageOf(browser, server, member.state)
    await theirs.goto('/account')
    await expect(theirs.getByRole('switch', { name: 'Comments on my projects' })).toBeChecked()
    await expect(theirs.getByRole('switch', { name: 'Projects that wait for review' })).toBeHidden()
    // Mails of earlier days lead to a part of the profile.
    await theirs.goto('/profile?tab=account')
    await expect(theirs).toHaveURL('/account')
  })
})

test('the set-up is accessible, with its errors and with a wrong link', async ({ page, server }) => {
  await page.goto(await setupLink(server))
  await page.getByRole('button', { name: 'Create the community' }).click()
  await expect(page.getByLabel('Your name')).toHaveAttribute('aria-invalid', 'true')
  await examine(page)
  await page.goto('/setup?token=wrong')
  await expect(page.getByText('This set-up link does not work')).toBeVisible()
  await examine(page)
})
