import type { Page } from '@playwright/test'
import type { components } from '../src/api/schema'
import { pageOf } from './support/accounts'
import { png } from './support/images'
import { expect, test } from './support/test'

type Profile = components['schemas']['Profile']
type ProjectSummary = components['schemas']['ProjectSummary']

test.use({ demo: true })

/** The profile of somebody who has shown a project. */
async function maker(page: Page): Promise<Profile> {
  const [project] = (await (await page.request.get('/api/projects?sort=popular&limit=1')).json()) as ProjectSummary[]
  return (await (await page.request.get(`/api/users/${project!.submittedBy._id}`)).json()) as Profile
}

test('a profile shows the member and their projects', async ({ page }) => {
  const profile = await maker(page)
  await page.goto(`/profile/${profile._id}`)
  await expect(page.getByRole('heading', { level: 1, name: profile.name })).toBeVisible()
  await expect(page.getByText('Developer Profile')).toBeVisible()
  for (const [label, value] of [
    ['Projects', profile.submittedProjects.length],
    ['Total Upvotes', profile.totalUpvotes],
    ['Badges', profile.badges.length],
    ['Certificates', profile.certificates.length],
  ] as const)
    await expect(page.locator('dl > div').filter({ has: page.locator('dt', { hasText: label }) }).first().getByRole('definition')).toHaveText(value.toLocaleString('en-US'))
  await expect(page.getByRole('heading', { name: 'About Me' })).toBeVisible()
  const first = profile.submittedProjects[0]!
  await page.getByRole('article').filter({ hasText: first.title }).first().getByRole('link', { name: 'View Details' }).click()
  await expect(page).toHaveURL(`/projects/${first._id}`)
})

test('tabs are in the address and work by arrow keys', async ({ page }) => {
  const { _id, badges } = await maker(page)
  await page.goto(`/profile/${_id}`)
  const tab = (name: string) => page.getByRole('tab', { name })
  await expect(tab('Projects')).toHaveAttribute('aria-selected', 'true')
  await tab('Badges & Achievements').click()
  await expect(page).toHaveURL(`/profile/${_id}?tab=badges`)
  await expect(page.getByRole('tabpanel').getByRole('heading', { level: 3 })).toHaveCount(Math.max(1, badges.length))
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(`/profile/${_id}?tab=events`)
  await expect(tab('Events')).toBeFocused()
  // What is private is not called none.
  await expect(page.getByRole('heading', { name: 'Events are private' })).toBeVisible()
  await expect(page.getByText('No events found.')).toBeHidden()
  await page.goBack()
  await expect(tab('Badges & Achievements')).toHaveAttribute('aria-selected', 'true')
  await page.goto(`/profile/${_id}?tab=certificates`)
  await expect(tab('Certificates')).toHaveAttribute('aria-selected', 'true')
})

test('only the owner takes all badges and certificates home, in one file', async ({ page, browser, server, member }) => {
  const own = await pageOf(browser, server, member.state)
  await own.goto('/profile?tab=badges')
  const [file] = await Promise.all([own.waitForEvent('download'), own.getByRole('button', { name: 'Download all' }).click()])
  expect(file.suggestedFilename()).toBe('my-credentials.zip')
  await page.goto(`/profile/${member.id}?tab=badges`)
  await expect(page.getByRole('tabpanel').getByRole('heading', { level: 3 }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Download all' })).toBeHidden()
})

test('nothing but web addresses becomes a link', async ({ page }) => {
  const profile = await maker(page)
  const evil = { ...profile, github: 'ada', portfolio: 'javascript:alert(1)', discord: 'ada#0001', twitter: '', linkedIn: '' }
  await page.route(`**/api/users/${profile._id}`, (route) => route.fulfill({ json: evil }))
  await page.goto(`/profile/${profile._id}`)
  const elsewhere = page.getByRole('list', { name: 'Elsewhere' })
  await expect(elsewhere.getByRole('link')).toHaveCount(1)
  await expect(elsewhere.getByRole('link', { name: 'GitHub' })).toHaveAttribute('href', 'https://github.com/ada')
  await expect(elsewhere.getByText('javascript:alert(1)')).toBeVisible()
  await expect(elsewhere.getByText('ada#0001')).toBeVisible()
})

test('Share Profile copies the public address', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { _id } = await maker(page)
  await page.goto(`/profile/${_id}`)
  await page.getByRole('button', { name: 'Share Profile' }).click()
  await expect(page.getByRole('button', { name: 'Link Copied!' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(new RegExp(`^http.*/profile/${_id}$`))
  await expect(page.getByRole('button', { name: 'Share Profile' })).toBeVisible()
})

test('an unknown profile says so', async ({ page }) => {
  await page.goto('/profile/nobody')
  await expect(page.getByRole('heading', { level: 1, name: 'Profile Not Found' })).toBeVisible()
  await expect(page.getByText('The requested profile does not exist.')).toBeVisible()
})

test('a failure says so', async ({ page }) => {
  await page.route('**/api/users/somebody', (route) => route.fulfill({ status: 400, json: { message: 'No.', code: 'bad_request' } }))
  await page.goto('/profile/somebody')
  await expect(page.getByText('Failed to load profile data. Please try again later.')).toBeVisible()
})

test("a guest's own profile is the login", async ({ page }) => {
  await page.goto('/profile')
  await expect(page).toHaveURL('/login?returnTo=%2Fprofile')
})

test('an ended session says so, then leads to login', async ({ page }) => {
  await page.goto('/terms')
  await page.evaluate(() => {
    localStorage.setItem('token', 'worn.out.token')
    localStorage.setItem('user', JSON.stringify({ id: 'x', name: 'Ada', email: '', role: 'user' }))
  })
  await page.goto('/profile')
  await expect(page.getByText('Session expired. Please log in again.')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  await expect(page).toHaveURL('/login?returnTo=%2Fprofile', { timeout: 5000 })
})

test('a new member learns what to do first, and goes on to the home page', async ({ browser, server, newcomer }) => {
  const page = await pageOf(browser, server, newcomer.state)
  // The other tests still need this session.
  await page.route('**/api/auth/logout', (route) => route.fulfill({ json: {} }))
  // They may have given them something.
  await page.route('**/api/users/profile', async (route) => {
    const profile = (await (await route.fetch()).json()) as Profile
    await route.fulfill({ json: Object.fromEntries(Object.entries(profile).map(([field, value]) => [field, Array.isArray(value) ? [] : value])) })
  })
  await page.goto('/profile')
  await expect(page.getByRole('heading', { name: 'No Projects Yet' })).toBeVisible()
  await expect(page.getByText('Start building and submit your first project!')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Submit Your First Project' })).toHaveAttribute('href', '/submit-project')
  for (const [tab, title, text] of [
    ['badges', 'No Badges Yet', 'Submit projects and participate in events to earn badges!'],
    ['certificates', 'No certificates earned yet', 'Complete events and submit outstanding projects to earn certificates'],
    ['events', 'No events found.', ''],
  ] as const) {
    await page.goto(`/profile?tab=${tab}`)
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    if (text) await expect(page.getByText(text)).toBeVisible()
  }
  await expect(page.getByRole('heading', { name: /Fun Facts/ })).toBeHidden()
  await page.getByRole('banner').getByRole('button', { expanded: false }).filter({ visible: true }).first().click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
})

test('the owner edits bio, name and links; a failed save leaves the page and the text', async ({ browser, server, newcomer }) => {
  const page = await pageOf(browser, server, newcomer.state)
  await page.goto('/profile')
  await expect(page.getByText('Click edit to add your bio...')).toBeVisible()
  await page.getByRole('button', { name: 'Edit your bio' }).click()
  const bio = page.getByPlaceholder('Tell us about yourself...')
  await expect(bio).toBeFocused()
  await bio.fill('I build clocks.')
  await page.route('**/api/users/profile', (route) => (route.request().method() === 'GET' ? route.continue() : route.fulfill({ status: 500, json: { message: 'no', code: 'internal' } })))
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Failed to update bio')).toBeVisible({ timeout: 10_000 })
  await expect(bio).toHaveValue('I build clocks.')
  await expect(page.getByRole('heading', { level: 1, name: newcomer.name })).toBeVisible()
  await page.unroute('**/api/users/profile')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('I build clocks.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit your bio' })).toBeFocused()

  await page.getByRole('button', { name: 'Edit profile' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit profile' })
  await dialog.getByLabel('Name', { exact: true }).fill('Nora Neu')
  await dialog.getByLabel('Portfolio').fill('nora.example')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Portfolio must be a web address that begins with https:// or http://')).toBeVisible()
  await dialog.getByLabel('Portfolio').fill('https://nora.example')
  await dialog.getByLabel('Worst Bug Ever').fill('A moth')
  await dialog.getByLabel('About me').fill('I build clocks, and bells.')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Nora Neu' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Portfolio' })).toHaveAttribute('href', 'https://nora.example/')
  await expect(page.getByRole('banner').getByRole('button', { name: 'Nora', exact: true })).toBeVisible()
  await expect(page.getByText('I build clocks, and bells.')).toBeVisible()
  await expect(page.getByText('A moth')).toBeVisible()

  const guest = await pageOf(browser, server)
  await guest.goto(`/profile/${newcomer.id}`)
  await expect(guest.getByText('I build clocks, and bells.')).toBeVisible()
  await expect(guest.getByRole('button', { name: /^Edit/ })).toHaveCount(0)
})

test('the owner chooses a picture, which everybody sees, and removes it', async ({ browser, server, newcomer }) => {
  const page = await pageOf(browser, server, newcomer.state)
  await page.goto('/profile?edit=profile')
  const dialog = page.getByRole('dialog', { name: 'Edit profile' })
  const choose = (name: string, buffer: Buffer) => dialog.getByLabel('Choose a picture of you').setInputFiles({ name, mimeType: 'image/png', buffer })
  await choose('broken.png', Buffer.from('no picture'))
  await expect(dialog.getByText('A picture must be a PNG, JPEG or WebP file')).toBeVisible()
  await choose('me.png', png(90, 60))
  await expect(page.getByText('Picture saved.')).toBeVisible()
  await expect(dialog.locator('img')).toHaveJSProperty('naturalWidth', 60)
  await expect(page.getByRole('banner').locator('img[src^="/media/"]').first()).toBeAttached()

  const guest = await pageOf(browser, server)
  await guest.goto(`/profile/${newcomer.id}`)
  await expect(guest.getByRole('main').locator('header img')).toHaveJSProperty('naturalWidth', 60)

  await dialog.getByRole('button', { name: 'Remove picture' }).click()
  await expect(page.getByText('Picture removed.')).toBeVisible()
  await expect(dialog.locator('img')).toHaveCount(0)
})
