// What somebody who never heard of Open Badges is told on /verify: of files of this community, of another one, and of forged ones.
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type { components } from '../../src/api/schema'
import type { Account } from '../support/accounts'
import { demoAccount } from '../support/accounts'
import { examine, watch } from '../support/quality'
import { startServer, type Server } from '../support/server'
import { axe, expect, NO_CAPTCHA, test } from '../support/test'

type Certificate = components['schemas']['AdminCertificate']
type Brought = { name: string; mimeType: string; buffer: Buffer }

test.use({ demo: true, env: NO_CAPTCHA })

const certificates = async (admin: Account) => (await admin.ask<Certificate[]>('GET', '/admin/certificates?limit=200')).filter(({ status, isPrivate, issuedTo }) => status === 'valid' && !isPrivate && issuedTo)

/** A file of a certificate, as it is downloaded. */
async function download({ url }: Server, { certificateId }: Certificate, file: string): Promise<Brought> {
  const answer = await fetch(`${url}/api/certificates/public/${certificateId}/${file}`)
  return { name: file, mimeType: answer.headers.get('Content-Type') ?? '', buffer: Buffer.from(await answer.arrayBuffer()) }
}

const json = (name: string, text: string): Brought => ({ name, mimeType: 'application/json', buffer: Buffer.from(text) })
const verdict = (page: Page) => page.getByRole('region', { name: 'Result' })

async function bring(page: Page, file: Brought) {
  await page.goto('/verify')
  await page.getByLabel('A certificate or a badge').setInputFiles(file)
  return verdict(page)
}

test('a certificate of this community: genuine in every file, revoked, corrected, changed', async ({ page, server, admin }) => {
  test.slow()
  const seen = await watch(page, server.url)
  const [first, second] = await certificates(admin)
  for (const file of ['image.png', 'image.svg', 'document.pdf', 'credential.json']) {
    const said = await bring(page, await download(server, first!, file))
    await expect(said.getByRole('heading', { level: 2 }), file).toHaveText('This is genuine.')
    await expect(said).toContainText(`${(await admin.ask<components['schemas']['Site']>('GET', '/site')).name} issued it, nothing in it was changed, and it has not been revoked.`)
    await expect(said).toContainText(first!.recipientName)
  }
  await expect(verdict(page).getByRole('heading', { level: 2 })).toBeFocused()
  await verdict(page).getByLabel(/^Is it theirs/).fill('nobody@example.org')
  await expect(verdict(page)).toContainText('Not the same so far.')
  const genuine = await download(server, first!, 'credential.json')
  const changed = await bring(page, json('changed.json', genuine.buffer.toString().replace(JSON.stringify(first!.recipientName), '"Somebody Else"')))
  await expect(changed.getByRole('heading', { level: 2 })).toHaveText('This was changed after it was signed.')
  await expect(changed).not.toContainText('Somebody Else')
  expect(await axe(page)).toEqual([])

  const files = [await download(server, first!, 'document.pdf'), await download(server, second!, 'image.png')]
  await admin.ask('POST', `/admin/certificates/${first!._id}/revoke`, { reason: 'It was a mistake.' })
  await admin.ask('POST', `/admin/certificates/${second!._id}/correct`, { name: 'Another Name' })
  const revoked = await bring(page, files[0]!)
  await expect(revoked.getByRole('heading', { level: 2 })).toHaveText('This was revoked.')
  await expect(revoked).toContainText(/It was genuine once, but .* revoked it on .*\d{4}/)
  const corrected = await bring(page, files[1]!)
  await expect(corrected.getByRole('heading', { level: 2 })).toHaveText('This was revoked.')
  await examine(page)
  expect([seen.foreign, seen.complaints]).toEqual([[], []])
  await corrected.getByRole('link', { name: 'See why, and what took its place' }).click()
  await expect(page.getByText('It was replaced by')).toBeVisible()
})

test('what is no credential says so, dropped or pasted, and a link of this site is followed', async ({ page, server, admin }) => {
  const seen = await watch(page, server.url)
  const photo = { name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64') }
  await expect((await bring(page, photo)).getByRole('heading', { level: 2 })).toHaveText('This is not a credential.')
  await page.getByRole('button', { name: 'Check' }).click()
  await expect(page.getByText('Paste a link or a text first.')).toBeVisible()
  const field = page.getByLabel('Or paste its link or its text')
  await field.fill('hello')
  await page.getByRole('button', { name: 'Check' }).click()
  await expect(verdict(page)).toContainText('A certificate or a badge is a PNG, SVG, PDF or JSON file.')
  const shown = (await certificates(admin))[3]!
  await field.fill(`${server.url}/certificates/${shown.certificateId}`)
  await page.getByRole('button', { name: 'Check' }).click()
  await expect(verdict(page).getByRole('heading', { level: 2 })).toHaveText('This is genuine.')
  await page.goBack()
  await expect(field).toBeVisible()
  // A file falls on the page beside the field.
  const text = (await download(server, shown, 'credential.json')).buffer.toString()
  await page.evaluate((content) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([content], 'dropped.json'))
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  }, text)
  await expect(verdict(page)).toContainText('dropped.json')
  await expect(verdict(page).getByRole('heading', { level: 2 })).toHaveText('This is genuine.')
  // The rest of the site keeps its own policy: the way there and back is a new document.
  await page.getByRole('link', { name: 'Enter the ID that is printed on it' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Verify a certificate' })).toBeVisible()
  expect(await page.evaluate(() => fetch('https://makers.example/').then(() => 'asked', () => 'refused'))).toBe('refused')
  expect(seen.complaints.filter((complaint) => !complaint.includes('makers.example'))).toEqual([])
  await page.getByRole('link', { name: 'Verify the file' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Verify a file' })).toBeVisible()
  expect(await page.evaluate(() => performance.getEntriesByType('navigation').map(({ name }) => new URL(name).pathname))).toEqual(['/verify'])
})

test.describe('another community', () => {
  // What a worker leaves to the browser is not seen by what stands in for the other site.
  test.use({ serviceWorkers: 'block' })

  test('is asked by a button only, and says what is forged and what is revoked', async ({ page, server }) => {
    test.slow()
    const other = await startServer({ demo: true, env: { ...NO_CAPTCHA, COMMUNITY_PUBLIC_URL: 'https://makers.example' } })
    try {
      const seen = await watch(page, server.url)
      let isThere = true
      await page.route('https://makers.example/**', async (route) => {
        if (!isThere) return route.abort()
        const { pathname } = new URL(route.request().url())
        expect(route.request().headers()['referer']).toBeUndefined()
        return route.fulfill({ response: await page.request.get(other.url + pathname, { headers: { Accept: 'application/json' } }) })
      })
      const admin = await demoAccount(other, 'an admin')
      const [shown] = await certificates(admin)
      const file = await download(other, shown!, 'image.png')
      const said = await bring(page, file)
      await expect(said.getByRole('heading', { level: 2 })).toHaveText('Only makers.example can say.')
      expect(await axe(page)).toEqual([])
      expect(seen.foreign).toEqual([])
      isThere = false
      await said.getByRole('button', { name: 'Ask makers.example' }).click()
      await expect(said).toContainText('makers.example does not say now whether the key is its own.')
      isThere = true
      await said.getByRole('button', { name: 'Ask makers.example again' }).click()
      await expect(said.getByRole('heading', { level: 2 })).toHaveText('This is genuine.')
      await expect(said).toContainText('makers.example issued it')
      expect(new Set(seen.foreign.map((address) => new URL(address).host))).toEqual(new Set(['makers.example']))

      await admin.ask('POST', `/admin/certificates/${shown!._id}/revoke`, { reason: 'It was a mistake.' })
      const revoked = await bring(page, file)
      await revoked.getByRole('button', { name: 'Ask makers.example' }).click()
      await expect(revoked.getByRole('heading', { level: 2 })).toHaveText('This was revoked.')

      // The same, signed with a key that somebody made.
      const forged = await bring(page, json('forged.json', readFileSync(new URL('../../src/credentials/check/fixtures/forged.json', import.meta.url), 'utf8')))
      await forged.getByRole('button', { name: 'Ask makers.example' }).click()
      await expect(forged.getByRole('heading', { level: 2 })).toHaveText('This is forged.')
      expect(seen.complaints.filter((complaint) => !/ERR_FAILED|blocked by Playwright/.test(complaint))).toEqual([])
    } finally {
      await other.stop()
    }
  })

})

test('another community without an address is a key that anybody could have made', async ({ page, server }) => {
  const other = await startServer({ demo: true, env: NO_CAPTCHA })
  try {
    const seen = await watch(page, server.url)
    const [shown] = await certificates(await demoAccount(other, 'an admin'))
    const said = await bring(page, await download(other, shown!, 'document.pdf'))
    await expect(said.getByRole('heading', { level: 2 })).toHaveText('Its issuer is not known here.')
    await expect(said).toContainText(`only ${new URL(other.url).host} can say, and it has no secure address`)
    await expect(said.getByRole('button', { name: /^Ask/ })).toHaveCount(0)
    expect([seen.foreign, seen.complaints]).toEqual([[], []])
  } finally {
    await other.stop()
  }
})

test('without a network the page is still there, and nothing else is', async ({ browser }) => {
  const server = await startServer({ demo: true, env: NO_CAPTCHA })
  try {
    const page = await (await browser.newContext({ baseURL: server.url })).newPage()
    const admin = await demoAccount(server, 'an admin')
    const file = await download(server, (await certificates(admin))[0]!, 'document.pdf')
    await page.goto('/verify')
    // All files are there when the worker is, and it answers for this page.
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await page.waitForLoadState('networkidle')
    await server.stop()
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Verify a file' })).toBeVisible()
    await page.getByLabel('A certificate or a badge').setInputFiles(file)
    const said = verdict(page)
    await expect(said.getByRole('heading', { level: 2 })).toHaveText('Nobody can say now whether it still stands.')
    await expect(said).toContainText('Nothing in it was changed since it was signed.')
    await expect(said).toContainText('the community of this site')
    await expect(said.getByRole('button', { name: 'Try again' })).toBeVisible()
    for (const path of ['/', '/verify-certificate', '/transparency']) await expect(page.goto(path), path).rejects.toThrow('ERR_CONNECTION_REFUSED')
  } finally {
    await server.stop()
  }
})

test('right to left nothing leaves the window', async ({ page, server, admin }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  const [, , , shown] = await certificates(admin)
  const said = await bring(page, await download(server, shown!, 'credential.json'))
  await expect(said.getByRole('heading', { level: 2 })).toHaveText('This is genuine.')
  await page.evaluate(() => (document.documentElement.dir = 'rtl'))
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
})

test('the log proves what is in it, and that it only grew', async ({ page, server, admin }) => {
  const seen = await watch(page, server.url)
  const shown = (await certificates(admin))[4]!
  const file = await download(server, shown, 'document.pdf')
  const { head: before } = await admin.ask<components['schemas']['Transparency']>('GET', '/transparency')
  await admin.ask('POST', `/admin/certificates/${shown._id}/revoke`, { reason: 'It was a mistake.' })
  await page.goto('/transparency')
  await expect(page.getByText('The signature of the head is right')).toBeVisible()
  await page.getByLabel('A certificate or a badge').setInputFiles(file)
  await expect(page.getByText(/^Issued and written into the log on .* Proven: entry/)).toBeVisible()
  await expect(page.getByText(/^Revoked on .* Proven: entry/)).toBeVisible()
  // As it stands in a mail.
  await page.getByLabel(/^The older head/).fill(`${before!.size} ${before!.root}`)
  await expect(page.getByLabel('Entries of the older head')).toHaveValue(String(before!.size))
  await page.getByRole('button', { name: 'Check the proof' }).click()
  await expect(page.getByText(/^Proven: the log only grew/)).toBeVisible()
  await page.getByLabel(/^The older head/).fill('0'.repeat(64))
  await page.getByRole('button', { name: 'Check the proof' }).click()
  await expect(page.getByText('The head that you kept does not fit')).toBeVisible()
  expect(await axe(page)).toEqual([])
  expect([seen.foreign, seen.complaints]).toEqual([[], []])
})
