// Members and an event: register, wait, complete tasks, the ticket, the calendar.
import { readFile } from 'node:fs/promises'
import decodeQR from 'qr/decode.js'
import type { Page } from '@playwright/test'
import type { components } from '../../src/api/schema'
import { newMember, pageOf } from '../support/accounts'
import { overflows } from '../support/quality'
import { axe, expect, NO_CAPTCHA, test } from '../support/test'

type EventDetail = components['schemas']['Event']
type EventSummary = components['schemas']['EventSummary']

test.use({ demo: true })

/** Registering changes the demo, so each test has a member of its own; all but the first do without a captcha. */
const openTest = test.extend({ env: [NO_CAPTCHA, { scope: 'worker' }] })

async function find(page: Page, wanted: (event: EventDetail) => boolean): Promise<EventDetail> {
  const events = (await (await page.request.get('/api/events?limit=200&status=upcoming')).json()) as EventSummary[]
  for (const { _id } of events) {
    const event = (await (await page.request.get(`/api/events/${_id}`)).json()) as EventDetail
    if (wanted(event)) return event
  }
  throw new Error('the demo has no such event')
}

/** What the code on a picture says, read by a program that has nothing to do with the one that drew it. */
async function scanned(page: Page, file: string): Promise<string> {
  const { width, height, data } = await page.evaluate(async (base64) => {
    const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0))]), { resizeWidth: 360 })
    const pen = Object.assign(document.createElement('canvas'), { width: bitmap.width, height: bitmap.height }).getContext('2d')!
    pen.drawImage(bitmap, 0, 0)
    return { width: bitmap.width, height: bitmap.height, data: [...pen.getImageData(0, 0, bitmap.width, bitmap.height).data] }
  }, (await readFile(file)).toString('base64'))
  return decodeQR({ width, height, data: Uint8ClampedArray.from(data) })
}

const registration = (page: Page) => page.getByRole('complementary', { name: 'Registration' })

test('a member registers, completes a task, shows the ticket and gives the place back', async ({ browser, server, newcomer }) => {
  test.slow()
  const page = await pageOf(browser, server, newcomer.state)
  const event = await find(page, (one) => one.canRegister && one.mode !== 'Online' && one.tasks.length > 0 && (one.spotsLeft ?? 99) > 3)
  await page.goto(`/events/${event._id}`)
  const side = registration(page)

  // The captcha solves itself in the meantime.
  await side.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByText('You have successfully registered for this event!')).toBeVisible()
  await expect(side.getByRole('heading', { name: 'Your Status' })).toBeVisible()
  await expect(side.getByText('Registered', { exact: true })).toBeVisible()
  const facts = page.getByRole('main').locator('dl')
  await expect(facts.getByText(`${event.registrationsCount + 1} participants`)).toBeVisible()

  await expect(side.getByText(`0 of ${event.tasks.length} tasks completed`)).toBeVisible()
  const { name } = event.tasks[0]!
  const mark = page.getByRole('listitem').filter({ hasText: name }).getByRole('button', { name: /^Mark as Completed/ })
  await mark.click()
  await expect(page.getByText(`Task "${name}" marked as completed!`)).toBeVisible()
  await expect(side.getByText(`1 of ${event.tasks.length} tasks completed`)).toBeVisible()
  await expect(mark).toBeHidden()

  await side.getByRole('button', { name: 'Show your ticket' }).click()
  await expect(page).toHaveURL(`/events/${event._id}?ticket=show`)
  const ticket = page.getByRole('dialog', { name: 'Your ticket' })
  await expect(ticket.getByRole('img', { name: 'The code of your ticket' })).toBeVisible()
  expect(await axe(page)).toEqual([])
  const saved = page.waitForEvent('download')
  await ticket.getByRole('button', { name: 'Save' }).click()
  expect((await saved).suggestedFilename()).toBe(`ticket-${event.eventId}.png`)
  const number = (await ticket.getByText(/^Ticket number/).innerText()).split(' ').at(-1)!
  expect(await scanned(page, await (await saved).path())).toContain(number)
  await page.keyboard.press('Escape')
  await expect(ticket).toBeHidden()
  await expect(page).toHaveURL(`/events/${event._id}`)

  await side.getByRole('button', { name: 'Cancel registration' }).click()
  await page.getByRole('dialog', { name: `Cancel your registration for “${event.title}”?` }).getByRole('button', { name: 'Cancel registration' }).click()
  await expect(page.getByText('Your registration has been cancelled.')).toBeVisible()
  await expect(side.getByRole('button', { name: 'Register' })).toBeVisible()
  await expect(facts.getByText(`${event.registrationsCount} participants`)).toBeVisible()
})

test('a press before the captcha has loaded waits for it', async ({ browser, server, newcomer }) => {
  const page = await pageOf(browser, server, newcomer.state)
  const event = await find(page, (one) => one.canRegister && one.tasks.length === 0)
  let load = () => {}
  const loaded = new Promise<void>((resolve) => (load = resolve))
  await page.route('**/BuiltinCaptcha*.js', async (route) => {
    await loaded
    await route.continue()
  })
  await page.goto(`/events/${event._id}`)
  const side = registration(page)
  await side.getByRole('button', { name: 'Register' }).click()
  await expect(side.getByRole('group', { name: 'Security verification' })).toBeVisible()
  await expect(side.getByText('Please complete the captcha verification')).toBeHidden()
  load()
  await expect(page.getByText('You have successfully registered for this event!')).toBeVisible()
  // Other tests meet this member without an event.
  await newcomer.ask('DELETE', `/events/${event._id}/register`)
})

openTest('a full event has a waiting list', async ({ browser, server }) => {
  const page = await pageOf(browser, server, (await newMember(server, 'waiter@example.org')).state)
  const event = await find(page, (one) => one.canJoinWaitingList)
  await page.goto(`/events/${event._id}`)
  const side = registration(page)
  await expect(side.getByText('Registration Full')).toBeVisible()
  await side.getByRole('button', { name: 'Join the Waiting List' }).click()
  await expect(page.getByText('You are on the waiting list. We will write to you when a place becomes free.')).toBeVisible()
  await expect(side.getByText('On the waiting list')).toBeVisible()
  await expect(side.getByText(`of ${event.waitingCount + 1} in the list`)).toBeVisible()
  expect(await axe(page)).toEqual([])
  await side.getByRole('button', { name: 'Leave the waiting list' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave the waiting list' }).click()
  await expect(page.getByText('You have left the waiting list.')).toBeVisible()
  await expect(side.getByRole('button', { name: 'Join the Waiting List' })).toBeVisible()
})

openTest('a refusal is shown, and the page shows the current state', async ({ browser, server }) => {
  const page = await pageOf(browser, server, (await newMember(server, 'latecomer@example.org')).state)
  const event = await find(page, (one) => one.canRegister)
  await page.goto(`/events/${event._id}`)
  // The last place is taken while the page is open.
  let gone = false
  await page.route(`**/api/events/${event._id}/register`, (route) => {
    gone = true
    return route.fulfill({ status: 409, json: { message: 'Registration Full', code: 'conflict' } })
  })
  await page.route(`**/api/events/${event._id}`, async (route) => {
    if (!gone) return route.continue()
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...((await answer.json()) as EventDetail), isFull: true, registrationOpen: false, canRegister: false, canJoinWaitingList: true } })
  })
  await registration(page).getByRole('button', { name: 'Register' }).click()
  await expect(page.locator('[role=status], [role=alert], output').getByText('Registration Full')).toBeVisible()
  await expect(registration(page).getByRole('button', { name: 'Join the Waiting List' })).toBeVisible()
})

openTest('an event goes into a calendar, and a calendar can follow all events or one’s own', async ({ browser, server }) => {
  const page = await pageOf(browser, server, (await newMember(server, 'planner@example.org')).state)
  const event = await find(page, (one) => one.canRegister)
  await page.goto(`/events/${event._id}`)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Add to calendar' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.ics$/)

  await page.goto('/events?status=upcoming')
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await expect(page).toHaveURL('/events?status=upcoming&calendar=subscribe')
  const dialog = page.getByRole('dialog', { name: 'Events in your calendar' })
  await expect(dialog.getByLabel('Address of all events')).toHaveValue(`${server.url}/events.ics`)
  expect(await axe(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Create my address' }).click()
  const own = dialog.getByLabel('Address of your events')
  await expect(own).toHaveValue(/\/calendar\/[0-9a-f]{40}\.ics$/)
  const first = await own.inputValue()
  expect((await page.request.get(first)).status()).toBe(200)

  // Escape closes the question only.
  await dialog.getByRole('button', { name: 'Replace address' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Replace your calendar address?' })).toBeHidden()
  await expect(own).toHaveValue(first)
  await dialog.getByRole('button', { name: 'Replace address' }).click()
  await page.getByRole('dialog', { name: 'Replace your calendar address?' }).getByRole('button', { name: 'Replace address' }).click()
  await expect(own).not.toHaveValue(first)
  expect((await page.request.get(first)).status()).toBe(404)
  const second = await own.inputValue()
  await dialog.getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('dialog', { name: 'Turn off your calendar address?' }).getByRole('button', { name: 'Turn off' }).click()
  await expect(dialog.getByRole('button', { name: 'Create my address' })).toBeVisible()
  expect((await page.request.get(second)).status()).toBe(404)
  await page.setViewportSize({ width: 320, height: 700 })
  await expect.poll(() => overflows(page)).toBe(false)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/events?status=upcoming')
})
