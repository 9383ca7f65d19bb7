// The door: tickets by camera, by number and by name, and a network that comes and goes.
import type { Page } from '@playwright/test'
import type { components } from '../../src/api/schema'
import { newMember, type Account } from '../support/accounts'
import { browserWithCamera } from '../support/camera'
import { examine } from '../support/quality'
import type { Server } from '../support/server'
import { adminTest as test, expect, NO_CAPTCHA } from '../support/test'

type Schemas = components['schemas']
type Ticket = Schemas['Ticket']

test.use({ env: NO_CAPTCHA })

const today = () => new Date().toISOString().slice(0, 10)

async function makeEvent(admin: Account, title = 'Solder Evening'): Promise<string> {
  const input: Schemas['EventInput'] = { title, description: 'We solder.', date: today(), time: '23:59', mode: 'Offline', location: 'Town Hall', published: true }
  const { event } = await admin.ask<Schemas['EventSaved']>('POST', '/admin/events', input)
  return event._id
}

async function register(member: Account, eventId: string): Promise<Ticket> {
  await member.ask('POST', `/events/${eventId}/register`, { captchaToken: '', waitingList: false })
  return member.ask<Ticket>('GET', `/events/${eventId}/ticket`)
}

/** An event with these people. They are new members, different ones for each event. */
async function scene(server: Server, admin: Account, names: string[]) {
  const eventId = await makeEvent(admin)
  const tickets: Ticket[] = []
  const members: Account[] = []
  for (const name of names) {
    const member = await newMember(server, `${name}@${eventId}.example`)
    members.push(member)
    tickets.push(await register(member, eventId))
  }
  return { eventId, members, tickets }
}

const statusOf = async (admin: Account, eventId: string, member: Account) =>
  (await admin.ask<Schemas['Participant'][]>('GET', `/admin/events/${eventId}/participants`)).find((one) => one.user._id === member.id)?.status

const result = (page: Page) => page.getByRole('status').filter({ hasText: /Welcome|checked in\.|another event|not known|is not checked|Saved|scanned already|Scan a ticket|cancelled/ }).first()
const field = (page: Page) => page.getByLabel('Name, e-mail address or ticket number')

async function type(page: Page, ticket: string) {
  await field(page).fill(ticket)
  await field(page).press('Enter')
}

test('a ticket is scanned by the camera', async ({ server, admin }) => {
  test.setTimeout(120_000)
  const { eventId, members, tickets } = await scene(server, admin, ['grace', 'linus'])
  const camera = await browserWithCamera(tickets[0]!)
  try {
    const page = await (await camera.browser.newContext({ baseURL: server.url, storageState: admin.state, viewport: { width: 390, height: 844 } })).newPage()
    await page.goto(`/admin/events/checkin/${eventId}`)
    await expect(page.getByText('0 of 2 checked in')).toBeVisible()
    await page.getByRole('button', { name: 'Scan with the camera' }).click()
    await expect(result(page)).toContainText(`Welcome, ${members[0]!.name}!`, { timeout: 30_000 })
    await expect(page.getByText('1 of 2 checked in')).toBeVisible()
    // The code stays in front of the camera, but counts as one scan.
    await page.locator('video').evaluate((video: HTMLVideoElement) => new Promise<void>((seen) => {
      const see = (frames: number): unknown => (frames > 0 ? video.requestVideoFrameCallback(() => see(frames - 1)) : seen())
      see(20)
    }))
    await expect(result(page)).toContainText('Welcome')
    await expect(page.getByRole('heading', { name: 'Scanned before' })).toBeHidden()
    await page.getByRole('button', { name: 'Stop the camera' }).click()
    await expect(page.getByRole('button', { name: 'Scan with the camera' })).toBeVisible()
    expect(await statusOf(admin, eventId, members[0]!)).toBe('Attended')
    expect(await statusOf(admin, eventId, members[1]!)).toBe('Registered')
  } finally {
    await camera.stop()
  }
})

test('used tickets, tickets of other events and unknown codes are told apart', async ({ page, server, admin }) => {
  const { eventId, members, tickets } = await scene(server, admin, ['grace'])
  const elsewhere = await register(members[0]!, await makeEvent(admin, 'Knitting Circle'))
  await page.goto(`/admin/events/checkin/${eventId}`)
  await type(page, tickets[0]!.ticket)
  await expect(result(page)).toContainText(`Welcome, ${members[0]!.name}!`)
  await expect(field(page)).toHaveValue('')
  await type(page, elsewhere.code)
  await expect(result(page)).toContainText('This ticket is for another event: Knitting Circle')
  await type(page, 'f'.repeat(32))
  await expect(result(page)).toContainText('This ticket is not known.')
  await type(page, tickets[0]!.code)
  await expect(result(page)).toContainText(`${members[0]!.name} was already checked in.`)
  await expect(page.getByText('1 of 1 checked in')).toBeVisible()

  // A phone's camera app opens the address in the code. Nobody is checked in before somebody says so.
  await page.goto(new URL(tickets[0]!.code).pathname + new URL(tickets[0]!.code).search)
  await expect(page.getByRole('heading', { name: 'Check in this ticket?' })).toBeVisible()
  await expect(result(page)).toContainText('Scan a ticket')
  await page.getByRole('button', { name: 'Check in the ticket' }).click()
  await expect(result(page)).toContainText('was already checked in.')
  await expect(page).toHaveURL(`/admin/events/checkin/${eventId}`)
})

test('scans without a network are kept, survive a reload, and count once each', async ({ page, server, admin }) => {
  const { eventId, members, tickets } = await scene(server, admin, ['grace', 'linus', 'margaret'])
  const context = page.context()
  await page.goto(`/admin/events/checkin/${eventId}`)
  await expect(page.getByText('0 of 3 checked in')).toBeVisible()
  // The names are on the device by now.
  await field(page).fill('grace')
  await expect(page.getByRole('button', { name: /^Check in/ })).toBeVisible()

  await context.setOffline(true)
  await page.getByRole('button', { name: /^Check in/ }).click()
  await expect(result(page)).toContainText('Saved on this device.')
  await field(page).fill('grace')
  await expect(page.getByText('Waiting to be sent', { exact: true })).toBeVisible()
  await type(page, tickets[1]!.ticket)
  await expect(page.getByText('2 waiting to be sent')).toBeVisible()
  await expect(page.getByText('No network.')).toBeVisible()
  await type(page, tickets[1]!.ticket)
  await expect(page.getByText('2 waiting to be sent')).toBeVisible()
  expect(await statusOf(admin, eventId, members[0]!)).toBe('Registered')

  // The first answer is lost on its way back: the scan is sent again and counts once.
  let lost = 0
  await page.route('**/checkin', async (route) => {
    if (lost++) return route.continue()
    await route.fetch()
    await route.abort('connectionreset')
  })
  await context.setOffline(false)
  await expect(page.getByText('2 of 3 checked in')).toBeVisible()
  await expect(page.getByText('waiting to be sent')).toBeHidden()
  await expect(page.getByText('No network.')).toBeHidden()
  expect(lost).toBe(3)
  for (const [at, status] of ['Attended', 'Attended', 'Registered'].entries()) expect(await statusOf(admin, eventId, members[at]!)).toBe(status)

  // The scans survive a closed page.
  await page.unroute('**/checkin')
  await page.route('**/checkin', (route) => route.abort('connectionreset'))
  await type(page, tickets[2]!.ticket)
  await expect(page.getByText('1 waiting to be sent')).toBeVisible()
  await page.unroute('**/checkin')
  await page.reload()
  await expect(result(page)).toContainText(`Welcome, ${members[2]!.name}!`)
  await expect(page.getByText('3 of 3 checked in')).toBeVisible()
})

test('who waits and who just comes is let in while there is room, and a mistake is undone', async ({ page, server, admin }) => {
  const { eventId, members } = await scene(server, admin, ['grace'])
  const [waiter, walker] = [await newMember(server, `waiter@${eventId}.example`), await newMember(server, `walker@${eventId}.example`)]
  await admin.ask('PUT', `/admin/events/${eventId}`, { maxParticipants: 1 })
  await waiter.ask('POST', `/events/${eventId}/register`, { captchaToken: '', waitingList: true })
  await page.goto(`/admin/events/checkin/${eventId}`)
  await field(page).fill(waiter.name)
  await expect(page.getByText('Waiting list: 1')).toBeVisible()
  await expect(page.getByText('All places are taken, so nobody else can be let in.')).toBeVisible()
  await expect(page.getByRole('button', { name: `Let in ${waiter.name}` })).toBeDisabled()

  await admin.ask('DELETE', `/admin/events/${eventId}/participants/${members[0]!.id}`)
  await admin.ask('PUT', `/admin/events/${eventId}`, { maxParticipants: 2 })
  await page.reload()
  // The freed place went to who waited first; somebody who just comes takes the other.
  await field(page).fill(walker.name)
  await page.getByRole('button', { name: `Let in ${walker.name}` }).click()
  await expect(result(page)).toContainText(`Welcome, ${walker.name}!`)
  await expect(page.getByText('1 of 2 checked in')).toBeVisible()
  expect(await statusOf(admin, eventId, walker)).toBe('Attended')
  await page.getByRole('button', { name: 'Undo this check-in' }).click()
  await expect(page.getByText(`${walker.name} is not checked in.`).first()).toBeVisible()
  await expect(page.getByText('0 of 1 checked in')).toBeVisible()
  expect(await statusOf(admin, eventId, walker)).toBeUndefined()

  // Without a network: by the address, and undone from the list.
  await page.context().setOffline(true)
  await field(page).fill(`walker@${eventId}.example`)
  await page.getByRole('button', { name: /^Let in walker@/ }).click()
  await expect(page.getByText('1 waiting to be sent')).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByText('1 of 2 checked in')).toBeVisible()
  await field(page).fill(walker.name)
  await page.getByRole('button', { name: `Undo the check-in of ${walker.name}` }).click()
  await expect(page.getByText('0 of 1 checked in')).toBeVisible()
})

test('the next name is typed at once, and Enter checks in the only one who has it', async ({ page, server, admin }) => {
  const { eventId, members } = await scene(server, admin, ['quilla', 'quillon', 'zorah'])
  await newMember(server, `zorahette@${eventId}.example`)
  const [quilla, quillon, zorah] = members.map(({ name }) => name) as [string, string, string]
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/admin/events/checkin/${eventId}`)
  await expect(page.getByText('0 of 3 checked in')).toBeVisible()
  // Two have it, so Enter takes neither.
  await field(page).fill('quill')
  await expect(page.getByText('2 found')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(field(page)).toHaveValue('quill')
  // Enter waits for what the server knows.
  await field(page).fill('quillon')
  await page.keyboard.press('Enter')
  await expect(result(page)).toContainText(`Welcome, ${quillon}!`)
  await expect(page.getByText('1 of 3 checked in')).toBeVisible()
  for (const name of [quillon, quilla]) {
    await expect(field(page)).toBeFocused()
    await expect(field(page)).toHaveValue('')
    await page.keyboard.type(name)
    await page.keyboard.press('Enter')
    await expect(result(page)).toContainText(name === quilla ? `Welcome, ${name}!` : `${name} was already checked in.`)
  }
  // Somebody without a place has a name like it, so Enter is not enough.
  await page.keyboard.type('zorah')
  await expect(page.getByRole('heading', { name: 'Without a place' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(field(page)).toHaveValue('zorah')
  await expect(page.getByText('2 of 3 checked in')).toBeVisible()
  const place = () => field(page).evaluate((element) => Math.round(element.getBoundingClientRect().top))
  const before = await place()
  await page.getByRole('button', { name: `Check in ${zorah}`, exact: true }).click()
  await expect(result(page)).toContainText(`Welcome, ${zorah}!`)
  await expect(field(page)).toBeFocused()
  await expect(field(page)).toHaveValue('')
  expect(await place()).toBe(before)
})

test('a page that is not the server’s own keeps the scan', async ({ page, server, admin }) => {
  const { eventId, members, tickets } = await scene(server, admin, ['grace'])
  await page.goto(`/admin/events/checkin/${eventId}`)
  await expect(page.getByText('0 of 1 checked in')).toBeVisible()
  let answers = 0
  await page.route('**/checkin', (route) => {
    answers++
    const page = { contentType: 'text/html', body: '<h1>Sign in to this network</h1>' }
    if (answers === 1) return route.fulfill({ status: 403, ...page })
    return answers === 2 ? route.fulfill({ status: 200, json: { ok: true } }) : route.continue()
  })
  await type(page, tickets[0]!.ticket)
  await expect(page.getByText('1 waiting to be sent')).toBeVisible()
  await expect(result(page)).toContainText(`Welcome, ${members[0]!.name}!`)
  expect(answers).toBe(3)
})

test('a ticket that is typed twice says so', async ({ page, server, admin }) => {
  const { eventId, members, tickets } = await scene(server, admin, ['grace'])
  await page.goto(`/admin/events/checkin/${eventId}`)
  await type(page, tickets[0]!.ticket)
  await expect(result(page)).toContainText(`Welcome, ${members[0]!.name}!`)
  await type(page, tickets[0]!.ticket)
  await expect(result(page)).toContainText(`${members[0]!.name} was already checked in.`)
})

test('the door is accessible after a scan', async ({ page, server, admin }) => {
  const { eventId, tickets } = await scene(server, admin, ['grace'])
  await page.goto(`/admin/events/checkin/${eventId}`)
  await type(page, tickets[0]!.ticket)
  await expect(result(page)).toContainText('Welcome')
  await type(page, 'e'.repeat(32))
  await expect(page.getByRole('heading', { name: 'Scanned before' })).toBeVisible()
  await field(page).fill('gr')
  await examine(page)
})

test('the page says what to do without a camera', async ({ page, server, admin }) => {
  const { eventId } = await scene(server, admin, [])
  await page.goto(`/admin/events/checkin/${eventId}`)
  await page.getByRole('button', { name: 'Scan with the camera' }).click()
  await expect(page.getByRole('alert')).toContainText(/no camera|not allowed/)
  await page.goto('/admin/events/checkin/nothing')
  await expect(page.getByRole('heading', { name: 'Event not found' })).toBeVisible()
})

test('an admin names a helper, who checks somebody in on a phone and reaches nothing else', async ({ page, browser, server, admin }) => {
  const { eventId, members } = await scene(server, admin, ['grace', 'hedda'])
  const [grace, hedda] = [members[0]!, members[1]!]
  const other = await makeEvent(admin, 'Night of Others')
  await page.goto(`/admin/events/view/${eventId}?tab=team`)
  await page.getByRole('button', { name: 'Add a helper' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Find a member').fill(hedda.name)
  await dialog.getByRole('list', { name: 'Found members' }).getByRole('button').first().click()
  await dialog.getByRole('button', { name: 'Add helper' }).click()
  await expect(page.getByRole('button', { name: `Remove ${hedda.name}` })).toBeVisible()

  const phone = await (await browser.newContext({ baseURL: server.url, storageState: hedda.state, viewport: { width: 390, height: 844 } })).newPage()
  await phone.goto('/')
  await phone.getByRole('link', { name: /^Check-in ?: Solder Evening$/ }).first().click()
  await expect(phone.getByText('0 of 2 checked in')).toBeVisible()
  await field(phone).fill(grace.name)
  await phone.getByRole('button', { name: `Check in ${grace.name}` }).click()
  await expect(result(phone)).toContainText(`Welcome, ${grace.name}!`)
  await expect(phone.getByText('1 of 2 checked in')).toBeVisible()
  await expect(phone.getByRole('main')).not.toContainText(`@${eventId}`)
  expect(await statusOf(admin, eventId, grace)).toBe('Attended')
  await phone.goto(`/admin/events/checkin/${other}`)
  await expect(phone.getByRole('heading', { name: 'Not your door' })).toBeVisible()
  await phone.goto(`/admin/events/view/${eventId}`)
  await expect(phone).toHaveURL(`${server.url}/`)
  await phone.context().close()
})
