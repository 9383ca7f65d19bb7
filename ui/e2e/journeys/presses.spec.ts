// Six journeys, counted in presses and scrolls: a press is a click, a field that is entered, or a key that does something; a scroll
// moves the page by up to a screen. Whoever makes one longer changes its number here and says why.
import { expect, type Locator, type Page } from '@playwright/test'
import type { components } from '../../src/api/schema'
import { ask, pageOf } from '../support/accounts'
import { png } from '../support/images'
import { NO_CAPTCHA, test } from '../support/test'

type Schemas = components['schemas']

test.use({ demo: true, env: NO_CAPTCHA })

const PHONE = { width: 390, height: 844 }
const DESK = { width: 1280, height: 800 }

/** A hand on a page, which counts what it does. */
function handOn(page: Page) {
  const count = { presses: 0, scrolls: 0 }
  /** Scrolls until the target is on the screen, as somebody would who looks for it. */
  async function reach(target: Locator) {
    await expect(target).toBeVisible()
    count.scrolls += await target.evaluate(async (element) => {
      // A page that moves by itself, to the place that a link names, is waited for.
      for (let still = 0, last = scrollY; still < 5; last = scrollY) {
        await new Promise((next) => setTimeout(next, 60))
        still = scrollY === last ? still + 1 : 0
      }
      let scrolls = 0
      for (; scrolls < 50; scrolls++) {
        const { top, bottom } = element.getBoundingClientRect()
        const by = bottom > innerHeight ? Math.min(bottom - innerHeight + 80, innerHeight * 0.9) : top < 0 ? Math.max(top - 80, innerHeight * -0.9) : 0
        if (by === 0) break
        scrollBy({ top: by, behavior: 'instant' })
        await new Promise((next) => setTimeout(next, 50))
      }
      return scrolls
    })
  }
  return {
    count,
    async press(target: Locator) {
      await reach(target)
      await target.click()
      count.presses++
    },
    async fill(target: Locator, text: string) {
      await reach(target)
      await target.fill(text)
      count.presses++
    },
    /** Types into a field that has the focus already, which needs no press. */
    async type(target: Locator, text: string) {
      await reach(target)
      await expect(target).toBeFocused()
      await expect(target).toHaveValue('')
      await page.keyboard.type(text)
    },
  }
}

test('finding an event and registering', async ({ browser, server, newcomer }) => {
  const page = await pageOf(browser, server, newcomer.state)
  await page.setViewportSize(PHONE)
  const { press, count } = handOn(page)
  await page.goto('/')
  // Whoever is registered for nothing finds on the home page what is next; the list below it may be there first.
  await expect(page.getByText('You can register for this one:')).toBeVisible()
  await press(page.getByRole('link', { name: /^Register/ }).first())
  // The bar at the foot of the screen, which comes when the panel is known to be out of sight.
  const buttons = page.getByRole('button', { name: 'Register', exact: true })
  await expect(buttons).toHaveCount(2)
  await press(buttons.last())
  await expect(page.getByText('You have successfully registered for this event!')).toBeVisible()
  expect(count).toEqual({ presses: 2, scrolls: 0 })
})

test('showing the ticket at the door', async ({ browser, server, admin, member }) => {
  const { timeZone } = (await ask(server, admin, '/site')).body as Schemas['Site']
  const today = new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date())
  const input: Schemas['EventInput'] = { title: 'Solder Evening', description: 'We solder.', date: today, time: '23:59', mode: 'Offline', location: 'Town Hall', published: true }
  const { event } = await admin.ask<Schemas['EventSaved']>('POST', '/admin/events', input)
  await member.ask('POST', `/events/${event._id}/register`, { captchaToken: '', waitingList: false })
  const page = await pageOf(browser, server, member.state)
  await page.setViewportSize(PHONE)
  const { count } = handOn(page)
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Solder Evening' }).first()).toBeVisible()
  await expect(page.getByRole('img', { name: 'The code of your ticket' })).toBeInViewport({ ratio: 1 })
  expect(count).toEqual({ presses: 0, scrolls: 0 })
})

test('submitting a project with two pictures', async ({ browser, server, member }) => {
  const page = await pageOf(browser, server, member.state)
  await page.setViewportSize(DESK)
  const { press, fill, count } = handOn(page)
  await page.goto('/projects')
  await press(page.getByRole('link', { name: 'Share Your Innovation' }).first())
  await fill(page.getByLabel('Title'), 'Tide Clock')
  await fill(page.getByLabel('Short Description'), 'It shows the tide.')
  await fill(page.getByLabel('Description', { exact: true }), 'A clock that shows when the water is high.')
  await fill(page.getByRole('textbox', { name: 'Technologies' }), 'Rust')
  await fill(page.getByLabel('GitHub Link'), 'https://github.com/example/tide-clock')
  // A technology is taken when its field is left.
  await expect(page.getByRole('button', { name: 'Remove Rust' })).toBeVisible()
  const chosen = page.waitForEvent('filechooser')
  await press(page.getByRole('button', { name: 'Add a picture' }))
  await (await chosen).setFiles([1, 2].map((at) => ({ name: `${at}.png`, mimeType: 'image/png', buffer: png(640, 400) })))
  await press(page.getByRole('button', { name: 'Launch My Project' }))
  await expect(page.getByRole('heading', { name: 'Project Launched!' })).toBeVisible()
  expect(count.presses).toBe(8)
  expect(count.scrolls).toBeLessThanOrEqual(2)
})

test('voting for a project and commenting on it', async ({ browser, server, newcomer }) => {
  const page = await pageOf(browser, server, newcomer.state)
  await page.setViewportSize(PHONE)
  const { press, fill, count } = handOn(page)
  await page.goto('/projects')
  // The buttons come when their code is there, and the last ones may be first.
  await expect(page.getByRole('article').first().getByRole('button', { name: /upvote/i })).toBeVisible()
  await press(page.getByRole('article').getByRole('button', { name: /^Upvote/ }).first())
  await press(page.getByRole('article').getByRole('link', { name: /comments?: / }).first())
  await expect(page.getByRole('heading', { name: /^Comments/ })).toBeInViewport()
  await fill(page.getByLabel('Your comment'), 'I would hang this in my kitchen.')
  await press(page.getByRole('button', { name: 'Post Comment' }))
  await expect(page.getByText('I would hang this in my kitchen.')).toBeVisible()
  expect(count.presses).toBe(4)
  expect(count.scrolls).toBeLessThanOrEqual(0)
})

test('reviewing five projects', async ({ browser, server, admin }) => {
  const page = await pageOf(browser, server, admin.state)
  await page.setViewportSize(DESK)
  const { press, count } = handOn(page)
  await page.goto('/admin')
  await press(page.getByRole('link', { name: /projects wait for review/ }))
  await press(page.getByRole('rowheader').getByRole('link').first())
  await press(page.getByRole('switch', { name: 'Open the next project after a decision' }))
  for (let at = 1; at <= 5; at++) {
    const title = await page.getByRole('heading', { level: 1 }).textContent()
    await press(page.getByRole('button', { name: 'Approve Project' }))
    await expect(page.getByRole('heading', { level: 1, name: title!, exact: true })).toBeHidden()
  }
  expect(count.presses).toBe(8)
  expect(count.scrolls).toBeLessThanOrEqual(0)
})

test('running a door', async ({ browser, server, admin }) => {
  const page = await pageOf(browser, server, admin.state)
  await page.setViewportSize(PHONE)
  const { press, fill, type, count } = handOn(page)
  await page.goto('/admin')
  await press(page.getByRole('link', { name: /^Check-in/ }).first())
  const field = page.getByLabel('Name, e-mail address or ticket number')
  for (const [at, name] of ['a', 'e', 'o'].entries()) {
    await (at === 0 ? fill : type)(field, name)
    await press(page.getByRole('button', { name: /^Check in / }).first())
    await expect(page.getByRole('button', { name: 'Undo this check-in' })).toBeVisible()
    await page.waitForTimeout(300)
  }
  expect(count.presses).toBe(5)
  expect(count.scrolls).toBeLessThanOrEqual(0)
})
