// A site without https under a name of its own, as in a home or a club. Browsers give it no cryptography, clipboard or
// camera, and it works nevertheless.
import { chromium, expect } from '@playwright/test'
import { test } from './support/fresh'
import { askForLink, claim, giveName, mark, printedCode, printedLink, setupLink } from './support/signIn'

const NAME = 'community.test'

test('is claimed, and members sign in by code and by link, in two tabs', async ({ server, launchOptions }) => {
  test.slow()
  const port = new URL(server.url).port
  const site = `http://${NAME}:${port}`
  const here = (address: string) => address.replace(/^http:\/\/[^/]+/, site)
  const browser = await chromium.launch({ ...launchOptions, args: [...(launchOptions.args ?? []), `--host-resolver-rules=MAP ${NAME} 127.0.0.1`] })
  try {
    const context = await browser.newContext({ baseURL: site, reducedMotion: 'reduce', locale: 'en-US' })
    const page = await context.newPage()
    await page.goto(here(await setupLink(server)))
    expect(await page.evaluate(() => isSecureContext)).toBe(false)
    await claim(page, server, { at: here(await setupLink(server)) })
    const ada = (where: typeof page) => where.getByRole('button', { name: 'Ada', exact: true })

    const signOut = async () => {
      await ada(page).click()
      await page.getByRole('menuitem', { name: 'Logout' }).click()
      await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
    }
    await signOut()
    let from = mark(server)
    await page.goto('/login')
    await askForLink(page, 'ada@example.org')
    await page.getByLabel('Code from the mail').fill(await printedCode(server, from))
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page).toHaveURL(`${site}/`)
    await expect(ada(page)).toBeVisible()

    await signOut()
    from = mark(server)
    await page.goto('/login?returnTo=%2Fevents')
    await askForLink(page, 'ada@example.org')
    const second = await context.newPage()
    await second.goto(here(await printedLink(server, from)))
    await second.getByRole('button', { name: 'Sign in' }).click()
    await expect(second).toHaveURL(`${site}/events`)
    await expect(page).toHaveURL(`${site}/events`)
    for (const tab of [page, second]) await expect(ada(tab)).toBeVisible()

    // What has no clipboard shows what to copy, and the door names its other ways.
    await page.goto('/admin')
    await page.getByRole('button', { name: 'Copy the invitation link' }).click()
    await expect(page.getByRole('dialog', { name: 'Copy this link' }).getByRole('textbox')).toHaveValue(/\/login$/)
    await page.keyboard.press('Escape')
    const event = await second.evaluate(async () => {
      const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${localStorage.getItem('token')}` }
      const body = JSON.stringify({ title: 'Evening', description: 'We meet.', date: '2099-05-06', time: '18:30', mode: 'Offline', location: 'The old mill', published: true })
      const answer = await fetch('/api/admin/events', { method: 'POST', headers, body })
      return ((await answer.json()) as { event: { _id: string } }).event._id
    })
    await page.goto(`/admin/events/checkin/${event}`)
    await expect(page.getByText(/^The camera needs https: .*ticket number/)).toBeVisible()
    const field = page.getByLabel('Name, e-mail address or ticket number')
    await field.fill('0'.repeat(32))
    await field.press('Enter')
    await expect(page.getByText('This ticket is not known.')).toBeVisible()
    await page.goto(`/events/${event}`)
    await page.getByRole('button', { name: 'Share Event' }).click()
    await expect(page.getByRole('dialog', { name: 'Copy this link' }).getByRole('textbox')).toHaveValue(page.url())

    // Somebody new, on a phone in the same network.
    const guest = await (await browser.newContext({ baseURL: site, viewport: { width: 360, height: 740 } })).newPage()
    from = mark(server)
    await guest.goto('/login')
    await askForLink(guest, 'grace@example.org')
    await guest.getByLabel('Code from the mail').fill(await printedCode(server, from))
    await guest.getByRole('button', { name: 'Sign in' }).click()
    await giveName(guest, 'Grace')
    await expect(guest).toHaveURL(`${site}/`)
  } finally {
    await browser.close()
  }
})
