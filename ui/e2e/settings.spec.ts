// The settings of the community: saved in the browser, and in force at once.
import type { components } from '../src/api/schema'
import { adminTest as test, expect } from './support/test'

type Settings = components['schemas']['AdminSettings']

test('settings hold at once, and what is typed outlives a refusal, a conflict and the tab', async ({ page, admin }) => {
  await page.goto('/admin')
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Settings' }).click()
  const form = page.getByRole('form', { name: 'Community' })
  const save = form.getByRole('button', { name: 'Save' })
  await form.getByLabel('Name', { exact: true }).fill('Makers of Ghent')
  await form.getByLabel(/^About/).fill('We build in the open.')
  await form.getByRole('button', { name: 'Add a link' }).click()
  await form.getByLabel('Name of link 1').fill('Chat')
  await form.getByLabel('Address of link 1').fill('chat.example.org')
  await save.click()
  const address = form.getByLabel('Address of link 1')
  await expect(address).toHaveAccessibleDescription('The address must begin with https:// or http://')
  await expect(address).toBeFocused()
  await expect(form.getByLabel('Name', { exact: true })).toHaveValue('Makers of Ghent')
  await form.getByLabel('Address of link 1').fill('https://chat.example.org')

  // Another section, and back; another tab of the browser; another admin.
  await page.getByRole('tab', { name: 'Time zone' }).click()
  await expect(page).toHaveURL('/admin/settings?section=zone')
  await page.reload()
  await page.getByRole('tab', { name: 'Community' }).click()
  await expect(form.getByLabel('Address of link 1')).toHaveValue('https://chat.example.org')
  await admin.ask('PUT', '/admin/settings', { tagline: 'From somebody else' })
  await save.click()
  await expect(form.getByText('Somebody else has changed the settings in the meantime.')).toBeVisible()
  await expect(form.getByLabel(/^Tagline/)).toHaveValue('From somebody else')
  await expect(form.getByLabel('Name', { exact: true })).toHaveValue('Makers of Ghent')
  await save.click()
  await expect(page.getByText('Settings saved.')).toBeVisible()
  await expect(form.getByRole('button', { name: 'Discard changes' })).toBeHidden()
  await expect(page.getByRole('link', { name: 'Makers of Ghent' }).first()).toBeVisible()

  // What moves with a time zone is told before it is saved.
  const before = await admin.ask<Settings>('GET', '/admin/settings')
  const to = before.timeZone === 'Asia/Kolkata' ? 'Asia/Tokyo' : 'Asia/Kolkata'
  await page.getByRole('tab', { name: 'Time zone' }).click()
  await page.getByRole('combobox', { name: 'Time zone' }).fill(to)
  await expect(page.getByText(`What moves from ${before.timeZone} to ${to}`)).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(`What moves from`)).toBeHidden()
  expect((await admin.ask<Settings>('GET', '/admin/settings')).timeZone).toBe(to)

  // The colour: told in numbers, and shown on this very page.
  await page.getByRole('tab', { name: 'Look' }).click()
  await page.getByRole('radio', { name: 'Amber' }).check({ force: true })
  await expect(page.getByText(/Text on buttons \d+\.\d\s:\s1/)).toHaveCount(2)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => page.evaluate(() => document.documentElement.style.getPropertyValue('--accent'))).toContain('light-dark(')

  // The logo stands in the header at once.
  const green = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR4nGPgL8vDihiGlgQApWE8wfekj3cAAAAASUVORK5CYII=', 'base64')
  await page.getByLabel('Choose the logo').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: green })
  await expect(page.getByText('Picture saved.')).toBeVisible()
  await expect(page.getByRole('img', { name: 'The present logo' })).toBeVisible()
  await expect(page.locator('#admin-sidebar').locator('img[src^="/media/"]')).toBeVisible()

  // A legal text of one's own takes the place of the program's.
  await page.getByRole('tab', { name: 'Legal texts' }).click()
  await page.getByRole('textbox', { name: /^Terms of Service/ }).fill('# House rules\n\nBe **kind**.')
  await page.getByRole('button', { name: 'Preview' }).first().click()
  await expect(page.getByRole('heading', { name: 'House rules' })).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: 'Discard changes' })).toBeHidden()
  await page.goto('/terms')
  await expect(page.getByRole('heading', { level: 1, name: 'Terms of Service' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(['House rules'])

  await page.goto('/admin/settings?section=export')
  const downloads = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export the community' }).click()
  const download = await downloads
  expect(download.suggestedFilename()).toMatch(/^makers-of-ghent-\d{4}-\d\d-\d\d\.db$/)
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
  expect(Buffer.concat(chunks).subarray(0, 15).toString()).toBe('SQLite format 3')

  await page.goto('/admin/settings?section=projects')
  await page.getByRole('button', { name: 'Hide Blockchain' }).click()
  await page.getByRole('button', { name: 'Add a category' }).click()
  await page.getByLabel('Name of category 10').fill('Hardware')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Hidden', { exact: true })).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Hide Hardware' })).toBeVisible()
  await page.goto('/submit-project')
  const options = page.getByLabel('Category').getByRole('option')
  await expect(options.last()).toHaveText('Hardware')
  await expect(options).toHaveCount(9)

  await page.goto('/admin/settings?section=machine')
  await expect(page.getByRole('term').filter({ hasText: 'Zone data' })).toBeVisible()
  await page.getByRole('button', { name: 'Send a test mail to yourself' }).click()
  await expect(page.getByText('No mail server is configured, so mails wait in the outbox: mail.host is empty.')).toBeVisible()
})

test('the policy of a page lets in the script that is set, and no other', async ({ page, admin }) => {
  const asked: string[] = []
  await page.route('https://*.example.org/**', (route) => {
    asked.push(route.request().url())
    return route.fulfill({ contentType: 'text/javascript', body: 'document.documentElement.dataset.counted = document.currentScript.dataset.siteId' })
  })
  await admin.ask('PUT', '/admin/settings', { analyticsScript: 'https://count.example.org/js/count.js', analyticsSiteId: 'makers' })
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('data-counted', 'makers')
  await page.evaluate(() => {
    const other = document.createElement('script')
    other.src = 'https://count.example.org/js/other.js'
    document.head.append(other)
    return new Promise((done) => document.addEventListener('securitypolicyviolation', done, { once: true }))
  })
  expect(asked).toEqual(['https://count.example.org/js/count.js'])
  await admin.ask('PUT', '/admin/settings', { analyticsScript: '', analyticsSiteId: '' })
  const answer = await page.reload()
  expect(answer?.headers()['content-security-policy']).not.toContain('example.org')
})
