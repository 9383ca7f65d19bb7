import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import type { components } from '../src/api/schema'
import { ask, firstAdmin, pageOf, type Account } from './support/accounts'
import { memberByMail, test as mailTest } from './support/mailbox'
import type { Server } from './support/server'
import { adminTest as test, expect } from './support/test'

type AdminEvent = components['schemas']['AdminEvent']
type Participant = components['schemas']['Participant']
type Waiting = components['schemas']['Waiting']

test.use({ demo: true })

const address = (id: string, query = '') => `/admin/events/view/${id}${query}`
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const row = (page: Page, name: string) => page.getByRole('row').filter({ has: page.getByRole('checkbox', { name: `Select ${name}`, exact: true }) })
const status = (page: Page, name: string) => page.getByRole('combobox', { name: `Status of ${name}`, exact: true })
const filter = (page: Page, name: string) => page.getByRole('navigation', { name: 'Participants by status' }).getByRole('link', { name })
const tab = (page: Page, name: string) => page.getByRole('tab', { name })
const count = (page: Page) => page.getByText(/^Showing [\d,]+ of [\d,]+ participants$/)
const rows = (page: Page): Locator => page.getByRole('table').getByRole('rowheader')

const event = async (server: Server, admin: Account, id: string): Promise<AdminEvent> => (await ask(server, admin, `/admin/events/${id}`)).body
const participants = async (server: Server, admin: Account, id: string, query = ''): Promise<Participant[]> => (await ask(server, admin, `/admin/events/${id}/participants?limit=200${query}`)).body

/** An event of the demo that is as wanted. */
async function find(server: Server, admin: Account, wanted: (one: AdminEvent) => boolean): Promise<AdminEvent> {
  const { body } = await ask(server, admin, '/admin/events?limit=200')
  const found = (body as AdminEvent[]).find(wanted)
  if (!found) throw new Error('the demo has no such event')
  return event(server, admin, found._id)
}

const FORM = { title: 'Soldering for Two Hands', description: 'Bring **both** of them.', date: '2099-05-06', time: '18:30', mode: 'Hybrid', location: 'The Shed' }

/** An event of one's own, with so many of the demo's members. */
async function make(server: Server, admin: Account, people: number, patch: object = {}) {
  const { body } = await ask(server, admin, '/admin/events', { method: 'POST', body: { ...FORM, ...patch } })
  const id = (body.event as AdminEvent)._id
  const big = await find(server, admin, (one) => one.registrationsCount >= 90)
  const known = new Map((await participants(server, admin, big._id)).map(({ user }) => [user.name, user]))
  const guests = [...known.values()].slice(0, people)
  for (const { _id } of guests) await ask(server, admin, `/admin/events/${id}/participants`, { method: 'POST', body: { userId: _id } })
  return { id, guests }
}

test.describe('the event', () => {
  test('shows when, where, how many, what was done, and what can be done', async ({ page, server, admin }) => {
    const tasks = [{ name: 'Bring a board', required: true }, { name: 'Show it' }]
    const { id, guests } = await make(server, admin, 3, { maxParticipants: 12, tasks })
    await page.goto(address(id))
    await expect(page).toHaveTitle(/^Soldering for Two Hands · Admin · /)
    await expect(heading(page)).toHaveText(FORM.title)
    const main = page.getByRole('main')
    await expect(main.getByText('Upcoming', { exact: true })).toBeVisible()
    const details = page.getByRole('region', { name: 'Event details' })
    await expect(details.locator('time').first()).toHaveAttribute('datetime', '2099-05-06')
    await expect(details).toContainText('May 6, 2099')
    await expect(details).toContainText(/6:30 PM (GMT|CET|UTC)/)
    await expect(details).toContainText('Hybrid')
    await expect(details).toContainText('The Shed')
    await expect(details).toContainText('3 participants of 12 max')
    await expect(details.locator('strong')).toHaveText('both')

    const panel = page.getByRole('region', { name: 'Tasks & Completion' })
    await expect(panel.getByRole('listitem')).toHaveText([/Bring a board.*Required.*0 of 3/, /Show it.*0 of 3/])
    await expect(panel.getByRole('progressbar', { name: 'Bring a board' })).toHaveAttribute('aria-valuetext', '0 of 3 completed')
    await expect(row(page, guests[0]!.name)).toContainText(guests[0]!.email)
    await expect(row(page, guests[0]!.name).getByRole('link', { name: guests[0]!.name })).toHaveAttribute('href', `/profile/${guests[0]!._id}`)
    await expect(row(page, guests[0]!.name)).toContainText('0 of 2')

    await expect(main.getByRole('link', { name: 'Back to Events' })).toHaveAttribute('href', '/admin/events')
    await expect(main.getByRole('link', { name: 'Edit Event' })).toHaveAttribute('href', `/admin/events/edit/${id}`)
    await expect(main.getByRole('link', { name: 'Check-in' })).toHaveAttribute('href', `/admin/events/checkin/${id}`)
    await page.getByRole('button', { name: 'More actions' }).click()
    await expect(page.getByRole('menuitem', { name: 'View public page' })).toHaveAttribute('href', `/events/${id}`)
    await expect(page.getByRole('menuitem', { name: 'Delete event' })).toHaveCount(0)
  })

  test('a draft says that it is not public; without anybody and anything to do it says so', async ({ page, server, admin }) => {
    const { id } = await make(server, admin, 0, { published: false })
    await page.goto(address(id))
    await expect(page.getByText('This event is a draft and not public.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Edit it to publish' })).toHaveAttribute('href', `/admin/events/edit/${id}`)
    await expect(page.getByText('No participants registered yet.')).toBeVisible()
    await expect(page.getByText('No tasks defined for this event.')).toBeVisible()
  })

  test('one that is not there says so, one that fails can be tried again', async ({ page, server, admin }) => {
    await page.goto(address('nothing-here'))
    await expect(heading(page)).toHaveText('Event not found')
    const { id } = await make(server, admin, 0)
    let broken = true
    await page.route(`**/api/admin/events/${id}`, (route) => (broken ? route.fulfill({ status: 500, json: { message: 'no', code: 'internal' } }) : route.continue()))
    await page.goto(address(id))
    await expect(page.getByText('Failed to load event details')).toBeVisible()
    broken = false
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(heading(page)).toHaveText(FORM.title)
  })

  test('is duplicated as a draft', async ({ page, server, admin }) => {
    const { id } = await make(server, admin, 1)
    await page.goto(address(id))
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Duplicate' }).click()
    await expect(page.getByText('Event duplicated. The copy is a draft.')).toBeVisible()
    await expect(page).toHaveURL((url) => /^\/admin\/events\/edit\/\w+$/.test(url.pathname) && !url.pathname.endsWith(id))
    const copy = new URL(page.url()).pathname.split('/').at(-1)!
    expect(await event(server, admin, copy)).toMatchObject({ title: `${FORM.title} (copy)`, published: false, registrationsCount: 0 })
  })

  test('is cancelled with a reason that everybody can read', async ({ page, server, admin, browser }) => {
    const { id } = await make(server, admin, 2)
    await page.goto(address(id))
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Cancel event' }).click()
    await expect(page).toHaveURL(/dialog=cancel/)
    const dialog = page.getByRole('dialog', { name: `Cancel “${FORM.title}”?` })
    await expect(dialog).toContainText('Everybody who registered or waits (2) is told by email.')
    const reason = dialog.getByLabel('Reason')
    await expect(reason).toBeFocused()
    await reason.fill('The shed is flooded.')

    await page.route('**/cancel', (route) => route.fulfill({ status: 500, json: { message: 'no', code: 'internal' } }))
    await dialog.getByRole('button', { name: 'Cancel event' }).click()
    await expect(dialog.getByText('Failed to cancel event')).toBeVisible()
    await expect(reason).toHaveValue('The shed is flooded.')
    await page.unrouteAll()
    await dialog.getByRole('button', { name: 'Cancel event' }).click()
    await expect(page.getByText('Event cancelled. Everybody who registered will be told by e-mail.')).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    const main = page.getByRole('main')
    await expect(main.getByText('Cancelled', { exact: true })).toBeVisible()
    await expect(main.getByText('The shed is flooded.')).toBeVisible()
    await expect(main.getByRole('button', { name: 'Add participant' })).toHaveCount(0)
    await page.getByRole('button', { name: 'More actions' }).click()
    await expect(page.getByRole('menuitem', { name: 'Cancel event' })).toHaveCount(0)

    const other = await pageOf(browser, server)
    await other.goto(`/events/${id}`)
    await expect(other.getByText('This event was cancelled.')).toBeVisible()
    await expect(other.getByText('The shed is flooded.')).toBeVisible()
  })

  test('is deleted only while nobody is in it', async ({ page, server, admin }) => {
    const { id, guests } = await make(server, admin, 0)
    await page.goto(address(id))
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete event' }).click()
    const dialog = page.getByRole('dialog', { name: `Delete “${FORM.title}”?` })
    // Somebody registers meanwhile.
    const [someone] = await participants(server, admin, (await find(server, admin, (one) => one.registrationsCount > 90))._id)
    await ask(server, admin, `/admin/events/${id}/participants`, { method: 'POST', body: { userId: someone!.user._id } })
    await dialog.getByRole('button', { name: 'Delete event' }).click()
    await expect(page.getByText('This event has registrations. Cancel it instead, so that everybody is told.')).toBeVisible()
    await expect(row(page, someone!.user.name)).toBeVisible()
    expect(guests).toEqual([])

    await ask(server, admin, `/admin/events/${id}/participants/${someone!.user._id}`, { method: 'DELETE' })
    await page.goto(address(id, '?dialog=delete'))
    await dialog.getByRole('button', { name: 'Delete event' }).click()
    await expect(page.getByText('Event deleted.')).toBeVisible()
    await expect(page).toHaveURL('/admin/events')
    expect((await ask(server, admin, `/admin/events/${id}`)).status).toBe(404)
  })
})

test.describe('the participants', () => {
  test('are found by name and status, page by page, all in the address', async ({ page, server, admin }) => {
    const big = await find(server, admin, (one) => one.status === 'completed' && one.registrationsCount > 90)
    const all = await participants(server, admin, big._id)
    await page.goto(address(big._id))
    await expect(count(page)).toHaveText(`Showing 25 of ${big.registrationsCount} participants`)
    await expect(rows(page)).toHaveCount(25)
    await page.getByRole('navigation', { name: 'Pages of participants' }).getByRole('link', { name: 'Page 2' }).click()
    await expect(page).toHaveURL(/[?&]page=2$/)
    await expect(rows(page).first()).toContainText(all[25]!.user.name)

    await filter(page, 'Attended').click()
    await expect(page).toHaveURL((url) => url.searchParams.get('status') === 'attended' && !url.searchParams.has('page'))
    await expect(filter(page, 'Attended')).toHaveText(`Attended${big.attendedCount}`)
    await expect(count(page)).toHaveText(`Showing 25 of ${big.attendedCount} participants`)
    const someone = all.find((one) => one.status === 'Attended')!
    const search = page.getByRole('searchbox', { name: 'Search participants by name' })
    await search.pressSequentially(someone.user.email, { delay: 10 })
    await expect(page).toHaveURL((url) => url.searchParams.get('search') === someone.user.email && url.searchParams.get('status') === 'attended')
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page)).toContainText(someone.user.name)
    await page.reload()
    await expect(rows(page)).toContainText(someone.user.name)
    await expect(search).toHaveValue(someone.user.email)

    await search.fill('zzzzqqqq')
    await expect(page.getByRole('heading', { name: 'No participants match' })).toBeVisible()
    await page.getByRole('link', { name: 'Show all participants' }).click()
    await expect(rows(page)).toHaveCount(25)
    await expect(search).toHaveValue('')
    await page.goto(address(big._id, '?page=99'))
    await expect(page).toHaveURL((url) => Number(url.searchParams.get('page')) === Math.ceil(big.registrationsCount / 25))
  })

  test('change their status one by one, at once, and back when refused', async ({ page, server, admin }) => {
    const { id, guests } = await make(server, admin, 3)
    const { name, _id } = guests[1]!
    await page.goto(address(id))
    let answer: object = { status: 500, json: { message: 'no', code: 'internal' } }
    await page.route('**/status', async (route) => {
      if (!answer) return route.continue()
      await new Promise((next) => setTimeout(next, 300))
      return route.fulfill(answer)
    })
    await status(page, name).selectOption('Attended')
    await expect(filter(page, 'Attended')).toHaveText('Attended1')
    await expect(page.getByText('Failed to update participant status')).toBeVisible()
    await expect(status(page, name)).toHaveValue('Registered')
    await expect(filter(page, 'Attended')).toHaveText('Attended0')
    answer = { status: 404, json: { message: 'This member is not registered for this event.', code: 'not_found' } }
    await status(page, name).selectOption('Attended')
    await expect(page.getByText('This member is not registered for this event.')).toBeVisible()
    await page.unrouteAll()

    await status(page, name).focus()
    await status(page, name).selectOption('Attended')
    await expect(page.getByText('Participant status updated.')).toBeVisible()
    await expect(status(page, name)).toBeFocused()
    const of = async () => (await participants(server, admin, id)).find((one) => one.user._id === _id)!.status
    expect(await of()).toBe('Attended')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(status(page, name)).toHaveValue('Registered')
    await expect.poll(of).toBe('Registered')
  })

  test('change their status as a selection, which can be undone', async ({ page, server, admin }) => {
    const { id, guests } = await make(server, admin, 4)
    await ask(server, admin, `/admin/events/${id}/participants/${guests[0]!._id}/status`, { method: 'PUT', body: { status: 'Attended' } })
    const stand = async () => (await participants(server, admin, id)).map((one) => one.status)
    await page.goto(address(id))
    await page.getByRole('checkbox', { name: `Select ${guests[3]!.name}` }).check()
    await expect(page.getByText('1 selected')).toBeVisible()
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await expect(page.getByText('1 selected')).toHaveCount(0)

    for (const { name } of guests.slice(0, 3)) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
    await page.getByRole('button', { name: 'Set to Completed' }).click()
    await expect(page.getByText('3 participants updated.')).toBeVisible()
    await expect(page.getByText('3 selected')).toHaveCount(0)
    await expect(filter(page, 'Completed')).toHaveText('Completed3')
    expect(await stand()).toEqual(['Completed', 'Completed', 'Completed', 'Registered'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(status(page, guests[0]!.name)).toHaveValue('Attended')
    await expect.poll(stand).toEqual(['Attended', 'Registered', 'Registered', 'Registered'])
    await expect(filter(page, 'Completed')).toHaveText('Completed0')
  })

  test('are added by hand, found by name, until the event is full', async ({ page, server, admin }) => {
    const { id, guests } = await make(server, admin, 1, { maxParticipants: 2 })
    const big = await find(server, admin, (one) => one.registrationsCount > 90)
    const wanted = (await participants(server, admin, big._id)).map((one) => one.user).find((user) => /^\w+ \w+$/.test(user.name) && user._id !== guests[0]!._id)!
    await page.goto(address(id))
    await page.getByRole('button', { name: 'Add participant' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a participant' })
    const field = dialog.getByRole('textbox', { name: 'Find a member' })
    await expect(field).toBeFocused()
    await field.fill('zzzzqqqq')
    await expect(dialog.getByText('Nobody has that name.')).toBeVisible()
    await field.fill(wanted.name)
    await dialog.getByRole('button', { name: wanted.name }).first().click()
    await expect(dialog.getByText(wanted.name)).toBeVisible()
    await dialog.getByRole('button', { name: 'Add participant' }).click()
    await expect(page.getByText('Participant added.')).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(row(page, wanted.name)).toBeVisible()
    await expect(tab(page, 'Participants')).toContainText('2')

    await page.getByRole('button', { name: 'Add participant' }).click()
    await expect(dialog.getByText('All 2 places are taken.')).toBeVisible()
    await expect(dialog.getByRole('link', { name: 'Raise the maximum of participants' })).toHaveAttribute('href', `/admin/events/edit/${id}`)
  })

  test('somebody who is registered is not added twice', async ({ page, server, admin }) => {
    const { id, guests } = await make(server, admin, 30)
    const { name } = guests.find((one) => /^\w+ \w+$/.test(one.name))!
    await page.goto(address(id, '?dialog=add'))
    const dialog = page.getByRole('dialog', { name: 'Add a participant' })
    await dialog.getByRole('textbox', { name: 'Find a member' }).fill(name)
    const found = dialog.getByRole('list', { name: 'Found members' }).getByRole('button')
    // Others may have the same name; whoever is first, the second time is refused.
    await found.first().click()
    await page.route('**/participants', (route) => route.fulfill({ status: 409, json: { message: 'This member is already registered for this event.', code: 'conflict' } }))
    await dialog.getByRole('button', { name: 'Add participant' }).click()
    await expect(dialog.getByText('This member is already registered for this event.')).toBeVisible()
  })

  test('make room when removed: the first who waits has the place', async ({ page, server, admin }) => {
    const full = await find(server, admin, (one) => one.waitingCount > 1 && one.status === 'upcoming' && !one.cancelled)
    const [gone] = await participants(server, admin, full._id)
    const waiting: Waiting[] = (await ask(server, admin, `/admin/events/${full._id}/waiting-list`)).body
    const first = waiting[0]!.user
    await page.goto(address(full._id, '?tab=waiting'))
    await expect(rows(page)).toHaveCount(full.waitingCount)
    await expect(rows(page).first()).toContainText(first.name)
    await expect(page.getByRole('button', { name: 'Give a place' })).toHaveCount(0)

    await tab(page, 'Participants').click()
    await expect(page).toHaveURL(address(full._id))
    await page.getByRole('button', { name: `Remove ${gone!.user.name}`, exact: true }).click()
    const dialog = page.getByRole('dialog', { name: `Remove ${gone!.user.name}?` })
    await expect(dialog).toContainText(`The place goes to the first in the waiting list, ${first.name}, who is told by email.`)
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByText(`Participant removed. ${first.name} has the place now.`)).toBeVisible()
    await expect(rows(page).filter({ hasText: gone!.user.email })).toHaveCount(0)
    await expect(tab(page, 'Participants')).toContainText(String(full.registrationsCount))
    await expect(tab(page, 'Waiting')).toContainText(String(full.waitingCount - 1))
    expect((await participants(server, admin, full._id)).at(-1)!.user._id).toBe(first._id)

    await tab(page, 'Waiting').click()
    await expect(page).toHaveURL(/tab=waiting/)
    const second = waiting[1]!.user
    await page.getByRole('button', { name: `Remove ${second.name}`, exact: true }).click()
    await page.getByRole('dialog', { name: `Remove ${second.name} from the waiting list?` }).getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByText('Removed from the waiting list.')).toBeVisible()
    await expect(rows(page)).toHaveCount(full.waitingCount - 2)
  })

  test('are exported as a file', async ({ page, server, admin }) => {
    const { id, guests } = await make(server, admin, 2, { tasks: [{ name: '=Formula, "quoted"' }] })
    const { eventId } = await event(server, admin, id)
    await page.goto(address(id))
    await page.route('**/participants.csv', (route) => route.fulfill({ status: 500, json: { message: 'no', code: 'internal' } }))
    await page.getByRole('button', { name: 'Export CSV' }).click()
    await expect(page.getByText('Failed to export participants')).toBeVisible()
    await page.unrouteAll()
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe(`participants-${eventId}.csv`)
    const lines = readFileSync(await download.path(), 'utf8').replace(/^\uFEFF/, '').trim().split('\r\n')
    expect(lines[0]).toBe(`"Name","Email","Status","Registered at","Checked in at","'=Formula, ""quoted"""`)
    expect(lines.slice(1).map((line) => line.split(',').slice(0, 3))).toEqual(guests.map(({ name, email }) => [`"${name}"`, `"${email}"`, '"Registered"']))
  })
})

test.describe('the letters', () => {
  test('links are checked, kept when it fails, and stay with the event', async ({ page, server, admin }) => {
    const { id } = await make(server, admin, 2)
    await page.goto(address(id))
    await tab(page, 'Messages').click()
    await expect(page).toHaveURL(/tab=messages/)
    const [meet, chat] = [page.getByLabel('Meeting link'), page.getByLabel('WhatsApp group link')]
    const send = page.getByRole('button', { name: 'Send Links' })
    await send.click()
    await expect(page.getByText('Please provide at least one link to send')).toBeVisible()
    await expect(meet).toBeFocused()
    await expect(meet).toHaveAttribute('aria-invalid', 'true')
    await chat.fill('javascript:alert(1)')
    await send.click()
    await expect(page.getByText('A link must be a web address that begins with https:// or http://')).toBeVisible()
    await expect(chat).toBeFocused()

    await chat.fill('')
    await meet.fill('https://meet.example.org/two-hands')
    let sent = 0
    let broken = true
    await page.route('**/send-links', async (route) => {
      sent++
      await new Promise((next) => setTimeout(next, 300))
      return broken ? route.fulfill({ status: 500, json: { message: 'no', code: 'internal' } }) : route.continue()
    })
    await send.click()
    await expect(page.getByText('Failed to send links')).toBeVisible()
    await page.reload()
    await expect(meet).toHaveValue('https://meet.example.org/two-hands')
    broken = false
    sent = 0
    await send.dblclick()
    await expect(page.getByText('Links sent successfully to all participants!')).toBeVisible()
    expect(sent).toBe(1)
    expect(await event(server, admin, id)).toMatchObject({ meetLink: 'https://meet.example.org/two-hands', whatsappLink: '' })
    await page.reload()
    await expect(meet).toHaveValue('https://meet.example.org/two-hands')
  })

  test('an email needs its words, keeps them when it fails, and goes once', async ({ page, server, admin }) => {
    const { id } = await make(server, admin, 2)
    await page.goto(address(id, '?tab=messages'))
    await page.getByRole('button', { name: 'Write an email' }).click()
    await expect(page).toHaveURL(/write=true/)
    const [subject, message] = [page.getByLabel('Subject'), page.getByRole('textbox', { name: 'Message' })]
    await expect(subject).toBeFocused()
    await expect(message).toHaveAttribute('rows', '12')
    const send = page.getByRole('button', { name: 'Send Email' })
    await send.click()
    await expect(page.getByText('Subject and message are required')).toBeVisible()
    await subject.fill('Bring gloves')
    await send.click()
    await expect(message).toBeFocused()
    await message.fill('It gets hot.')
    await page.getByLabel('To', { exact: true }).selectOption('Completed')
    await send.click()
    await expect(page.getByText('There is nobody to write to')).toBeVisible()
    await page.getByLabel('To', { exact: true }).selectOption('all')
    await expect(page.getByText('Goes to 2 participants.')).toBeVisible()

    let sent = 0
    let answer: object | undefined = { status: 500, json: { message: 'no', code: 'internal' } }
    await page.route('**/send-email', async (route) => {
      sent++
      await new Promise((next) => setTimeout(next, 300))
      return answer ? route.fulfill(answer) : route.continue()
    })
    await send.click()
    await expect(page.getByText('Failed to send email')).toBeVisible()
    answer = { status: 429, json: { message: 'Too many requests. Please wait and try again.', code: 'too_many' } }
    await send.click()
    await expect(page.getByText('Too many requests. Please wait and try again.')).toBeVisible()
    // What was typed is there after a reload.
    await page.reload()
    await expect(subject).toHaveValue('Bring gloves')
    await expect(message).toHaveValue('It gets hot.')
    answer = undefined
    sent = 0
    await send.dblclick()
    await expect(page.getByText('Email sent successfully to all participants!')).toBeVisible()
    expect(sent).toBe(1)
    const write = page.getByRole('button', { name: 'Write an email' })
    await expect(write).toBeFocused()
    await write.click()
    await expect(subject).toHaveValue('')
  })
})

mailTest('letters arrive: the links at all, an email at those with a status', async ({ browser, server, mailbox }) => {
  const admin = await firstAdmin(server)
  const { event: made } = await admin.ask<components['schemas']['EventSaved']>('POST', '/admin/events', FORM)
  for (const email of ['grace@example.org', 'linus@example.org']) {
    const { id } = await memberByMail(server, mailbox, email)
    await admin.ask('POST', `/admin/events/${made._id}/participants`, { userId: id })
  }

  const page = await pageOf(browser, server, admin.state)
  await page.goto(address(made._id, '?tab=messages'))
  await page.getByLabel('Meeting link').fill('https://meet.example.org/two-hands')
  await page.getByRole('button', { name: 'Send Links' }).click()
  await expect(page.getByText('Links sent successfully to all participants!')).toBeVisible()
  const readers = (words: string) => mailbox.mails.filter((mail) => mail.text?.includes(words)).flatMap((mail) => mail.recipients).sort()
  await expect.poll(() => readers('https://meet.example.org/two-hands')).toEqual(['grace@example.org', 'linus@example.org'])

  await tab(page, 'Participants').click()
  await page.getByRole('combobox').nth(1).selectOption('Attended')
  await expect(page.getByText('Participant status updated.')).toBeVisible()
  await tab(page, 'Messages').click()
  await page.getByRole('button', { name: 'Write an email' }).click()
  await page.getByLabel('To', { exact: true }).selectOption('Attended')
  await expect(page.getByText('Goes to 1 attended participant.')).toBeVisible()
  await page.getByLabel('Subject').fill('Well soldered')
  await page.getByRole('textbox', { name: 'Message' }).fill('Thank you for both hands.\n\nAda')
  await page.getByRole('button', { name: 'Send Email' }).click()
  await expect(page.getByText('Email sent successfully to 1 attended participant!')).toBeVisible()
  await expect.poll(() => readers('Thank you for both hands.')).toEqual(['linus@example.org'])
  expect(mailbox.mails.at(-1)!.subject).toContain('Well soldered')
})

test('on a phone the participants are cards, with everything that the table has', async ({ page, server, admin }) => {
  const { id, guests } = await make(server, admin, 2, { tasks: [{ name: 'Bring a board' }] })
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(address(id))
  const card = row(page, guests[1]!.name)
  await expect(card).toContainText(guests[1]!.email)
  await expect(card).toContainText('0 of 1')
  await expect(page.getByRole('columnheader').filter({ visible: true })).toHaveCount(0)
  await status(page, guests[1]!.name).selectOption('Completed')
  await expect(page.getByText('Participant status updated.')).toBeVisible()
  await card.getByRole('button', { name: `Remove ${guests[1]!.name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Participant removed.')).toBeVisible()
  await expect(row(page, guests[1]!.name)).toHaveCount(0)
})
