// What admins do with events: the list, creating, editing, drafts.
import type { Page } from '@playwright/test'
import { ask, type Account } from './support/accounts'
import { draftOf } from './support/drafts'
import type { Server } from './support/server'
import { adminTest as test, expect } from './support/test'

type Listed = { _id: string; title: string; status: string; published: boolean; cancelled: boolean; registrationsCount: number; waitingCount: number; maxParticipants?: number }

test.use({ demo: true })

const GUEST = { token: '' }
const listed = async (server: Server, admin: Account, query = ''): Promise<Listed[]> => (await ask(server, admin, `/admin/events${query}`)).body
const create = async (server: Server, admin: Account, more: object = {}) => {
  const { body } = await ask(server, admin, '/admin/events', { method: 'POST', body: { title: 'Evening of Rust', description: 'We **meet**.', date: '2031-03-12', time: '18:30', ...more } })
  return body.event
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const titles = (page: Page) => page.getByRole('rowheader').getByRole('link')
const shown = (page: Page) => page.getByRole('navigation', { name: 'Events by date' })
const count = (page: Page) => page.getByText(/^Showing [\d,]+ of [\d,]+ events$/)
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const toggle = (page: Page, name: string) => page.getByRole('switch', { name })
const addTask = async (page: Page, name: string) => {
  await page.getByLabel(/^(First|Another) Task/).fill(name)
  await page.keyboard.press('Enter')
}

test.describe('who may enter', () => {
  test('a guest signs in first, a member is sent away', async ({ browser, server, member }) => {
    const guest = await (await browser.newContext({ storageState: { cookies: [], origins: [] }, baseURL: server.url })).newPage()
    await guest.goto('/admin/events/create')
    await expect(guest).toHaveURL((url) => url.pathname === '/login' && url.searchParams.get('returnTo') === '/admin/events/create')
    const other = await (await browser.newContext({ storageState: member.state, baseURL: server.url })).newPage()
    for (const address of ['/admin/events', '/admin/events/create', '/admin/events/edit/anything']) {
      await other.goto(address)
      await expect(other).toHaveURL('/')
    }
  })
})

test.describe('the list', () => {
  test('shows all events with what an admin wants to know, and keeps its filter in the address', async ({ page, server, admin }) => {
    const all = await listed(server, admin, '?limit=25')
    const { total } = await ask(server, admin, '/admin/events')
    await page.goto('/admin/events')
    await expect(page).toHaveTitle(/^Events · Admin · /)
    await expect(titles(page)).toHaveText(all.map((one) => one.title))
    await expect(count(page)).toHaveText(`Showing ${all.length} of ${total} events`)
    await expect(page.getByRole('columnheader')).toHaveText(['Title', 'Date', 'Mode', 'Registrations', 'Status', 'Actions'])

    const row = (event: Listed) => page.getByRole('row').filter({ hasText: event.title })
    const draft = all.find((one) => !one.published)!
    await expect(row(draft).getByText('Draft', { exact: true })).toBeVisible()
    await expect(row(all.find((one) => one.cancelled)!).getByText('Cancelled', { exact: true })).toBeVisible()
    const open = all.find((one) => one.status === 'upcoming' && one.published && !one.cancelled && one.maxParticipants)!
    await expect(row(open)).toContainText(/Upcoming.*Open/)
    await expect(row(open)).toContainText(`${open.registrationsCount} of ${open.maxParticipants}`)
    await expect(row(open).getByRole('link', { name: `View ${open.title}` })).toHaveAttribute('href', `/admin/events/view/${open._id}`)
    await titles(page).filter({ hasText: open.title }).click()
    await expect(heading(page)).toHaveText(open.title)
    await page.goBack()

    for (const [label, status] of [['Upcoming', 'upcoming'], ['Today', 'today'], ['Past', 'past'], ['Drafts', 'drafts']]) {
      await shown(page).getByRole('link', { name: label }).click()
      await expect(page).toHaveURL(`/admin/events?status=${status}`)
      await expect(titles(page)).toHaveText((await listed(server, admin, `?status=${status}&limit=25`)).map((one) => one.title))
      await expect(shown(page).getByRole('link', { name: label })).toHaveAttribute('aria-current', 'true')
    }
    await page.goto('/admin/events?status=today')
    const today = await listed(server, admin, '?status=today')
    await expect(page.getByRole('row').getByText('Live', { exact: true })).toHaveCount(today.length)
    await expect(page.getByRole('row').getByText('Today', { exact: true })).toHaveCount(today.length)
    await page.goto('/admin/events?status=past')
    await expect(page.getByRole('row').getByText('Past', { exact: true }).first()).toBeVisible()
    await page.reload()
    await expect(shown(page).getByRole('link', { name: 'Past' })).toHaveAttribute('aria-current', 'true')
  })

  test('is searched by title as one types, and says when nothing matches', async ({ page, server, admin }) => {
    const word = (await listed(server, admin))[3]!.title.split(' ').at(-1)!
    await page.goto('/admin/events')
    const search = page.getByRole('searchbox', { name: 'Search events by title' })
    await search.pressSequentially(word.toUpperCase(), { delay: 30 })
    await expect(page).toHaveURL((url) => url.searchParams.get('search') === word.toUpperCase())
    await expect(titles(page)).toHaveText((await listed(server, admin, `?search=${encodeURIComponent(word)}`)).map((one) => one.title))
    await expect(search).toBeFocused()
    await search.fill('zzzzqqqq')
    await expect(page.getByRole('heading', { name: 'No events match your search criteria' })).toBeVisible()
    await expect(count(page)).toHaveText('Showing 0 of 0 events')
    await page.getByRole('link', { name: 'Clear Search' }).click()
    await expect(page).toHaveURL('/admin/events')
    await expect(search).toHaveValue('')
  })

  test('pages with links, and an edit leads back to its page', async ({ page, server, admin }) => {
    const second = await ask(server, admin, '/admin/events?limit=25&offset=25')
    await page.goto('/admin/events')
    await page.getByRole('navigation', { name: 'Pages of events' }).getByRole('link', { name: 'Page 2' }).click()
    await expect(page).toHaveURL('/admin/events?page=2')
    await expect(titles(page)).toHaveText(second.body.map((one: Listed) => one.title))
    await page.getByRole('link', { name: `Edit ${second.body[1].title}` }).click()
    await expect(heading(page)).toHaveText('Edit Event')
    await expect(field(page, 'Title')).toHaveValue(second.body[1].title)
    await page.getByRole('link', { name: 'Back to Events' }).click()
    await expect(page).toHaveURL('/admin/events?page=2')
    await page.goto('/admin/events?page=99')
    await expect(page).toHaveURL((url) => Number(url.searchParams.get('page')) === Math.ceil(second.total / 25))
  })

  test('tells that it failed, and tries again', async ({ page }) => {
    let broken = true
    await page.route('**/api/admin/events?*', (route) => (broken ? route.fulfill({ status: 403, json: { message: 'no', code: 'forbidden' } }) : route.continue()))
    await page.goto('/admin/events')
    await expect(page.getByText('Failed to load events')).toBeVisible()
    broken = false
    await button(page, 'Retry').click()
    await expect(titles(page).first()).toBeVisible()
  })

  test('is cards on a phone, with everything that the table has', async ({ page, server, admin }) => {
    const [first] = await listed(server, admin, '?status=upcoming')
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto('/admin/events?status=upcoming')
    const card = page.getByRole('row').filter({ hasText: first!.title })
    await expect(card).toContainText(/Upcoming.*Open/)
    await expect(page.getByRole('columnheader').filter({ visible: true })).toHaveCount(0)
    await card.getByRole('link', { name: `Edit ${first!.title}` }).click()
    await expect(field(page, 'Title')).toHaveValue(first!.title)
  })
})

test.describe('creating', () => {
  test('asks for what is missing, at its field, and leaves the focus alone while one types', async ({ page }) => {
    await page.goto('/admin/events')
    await page.getByRole('link', { name: 'Create Event' }).click()
    await expect(page).toHaveURL('/admin/events/create')
    await expect(heading(page)).toHaveText('Create New Event')
    await expect(page.getByRole('link', { name: 'Back to Dashboard' })).toHaveAttribute('href', '/admin')
    await button(page, 'Create Event').click()
    for (const [label, sentence] of [['Title', 'Event title is required'], ['Description', 'Event description is required'], ['Date', 'Event date is required'], ['Time', 'Event time is required']] as const) {
      await expect(field(page, label)).toHaveAttribute('aria-invalid', 'true')
      await expect(field(page, label)).toHaveAccessibleDescription(new RegExp(sentence))
    }
    await expect(field(page, 'Title')).toBeFocused()
    await field(page, 'Title').pressSequentially('Evening')
    await expect(field(page, 'Title')).toHaveValue('Evening')
    await expect(page.getByText('Event title is required')).toHaveCount(0)
    await page.keyboard.press('Enter')
    await expect(field(page, 'Description')).toBeFocused()

    await field(page, 'Description').fill('We meet.')
    await field(page, 'Date').fill('2031-03-12')
    await field(page, 'Time').fill('18:30')
    // A day that is typed in part only is not dropped in silence.
    await page.getByLabel('Last Day').focus()
    await page.keyboard.type('03')
    await page.getByLabel('Duration in Minutes').fill('soon')
    await page.getByLabel('Maximum Participants').fill('0')
    await page.getByLabel('Registration Deadline').fill('2031-03-13T10:00')
    await page.getByLabel('Banner Image').fill('javascript:alert(1)')
    await button(page, 'Create Event').click()
    for (const sentence of [
      'The last day must be a day of the calendar',
      'Duration must be a whole number of minutes, from 1 to 43,200',
      'Maximum participants must be a whole number, from 1 to 100,000',
      'The registration deadline must not be after the last day',
      'Banner image must be a web address that begins with https:// or http://',
    ])
      await expect(page.getByText(sentence)).toBeVisible()
    await expect(page.getByLabel('Last Day')).toBeFocused()
  })

  test('shows what belongs to a choice only when it is made', async ({ page }) => {
    await page.goto('/admin/events/create')
    await expect(page.getByLabel('Location')).toHaveCount(0)
    for (const mode of ['Offline', 'Hybrid']) {
      await field(page, 'Mode').selectOption(mode)
      await expect(page.getByLabel('Location')).toBeVisible()
    }
    await field(page, 'Mode').selectOption('Online')
    await expect(page.getByLabel('Location')).toHaveCount(0)

    const immediately = toggle(page, 'Send certificates immediately')
    await toggle(page, 'Certificates offered').click()
    await expect(immediately).toBeChecked()
    await expect(page.getByLabel('Reason for the Delay')).toHaveCount(0)
    await toggle(page, 'This is a collaborative event').click()
    await expect(page.getByLabel('Organization Name')).toBeVisible()
    await expect(immediately).not.toBeChecked()
    await expect(page.getByLabel('Reason for the Delay')).toBeVisible()
    await immediately.click()
    await expect(page.getByLabel('Reason for the Delay')).toHaveCount(0)
    await field(page, 'Title').fill('Evening')
    await field(page, 'Description').fill('We **meet**.')
    await button(page, 'Preview').click()
    await expect(page.getByRole('region', { name: 'Preview of the description' }).locator('strong')).toHaveText('meet')
    await button(page, 'Back to writing').click()
    await field(page, 'Date').fill('2031-03-12')
    await field(page, 'Time').fill('18:30')
    await button(page, 'Create Event').click()
    await expect(page.getByText('Organization name is required')).toBeVisible()
    await expect(page.getByLabel('Organization Name')).toBeFocused()
    await button(page, 'Discard draft').click()
  })

  test('tasks are added, described, moved by keyboard, renamed, removed and brought back', async ({ page }) => {
    await page.goto('/admin/events/create')
    const names = async () => Promise.all((await page.getByRole('list', { name: 'Tasks' }).getByRole('textbox', { name: /^Task \d/ }).all()).map((one) => one.inputValue()))
    await addTask(page, '   ')
    await expect(page.getByRole('list', { name: 'Tasks' })).toHaveCount(0)
    for (const name of ['Read', '  Build  ', 'Show']) await addTask(page, name)
    expect(await names()).toEqual(['Read', 'Build', 'Show'])
    await expect(page.getByLabel(/^Another Task/)).toHaveValue('')
    await expect(page.getByLabel(/^Another Task/)).toBeFocused()
    await addTask(page, 'read')
    await expect(page.getByText('There are two tasks with the name "read"')).toBeVisible()
    await expect(page.getByLabel(/^Another Task/)).toHaveValue('read')
    await page.getByLabel(/^Another Task/).fill('')

    await button(page, 'Move Show up').focus()
    await page.keyboard.press('Enter')
    expect(await names()).toEqual(['Read', 'Show', 'Build'])
    await expect(button(page, 'Move Show up')).toBeFocused()
    await expect(page.getByText('Show is now task 2 of 3')).toBeAttached()
    await page.keyboard.press('Enter')
    await expect(button(page, 'Move Show down')).toBeFocused()
    await expect(button(page, 'Move Show up')).toBeDisabled()

    await page.getByLabel('Task 2', { exact: true }).fill('Show')
    await page.getByLabel('Task 3', { exact: true }).fill(' ')
    await field(page, 'Title').fill('Evening')
    await field(page, 'Description').fill('We meet.')
    await field(page, 'Date').fill('2031-03-12')
    await field(page, 'Time').fill('18:30')
    await button(page, 'Create Event').click()
    await expect(page.getByText('There are two tasks with the name "Show"')).toBeVisible()
    await expect(page.getByLabel('Task 2', { exact: true })).toBeFocused()
    await page.getByLabel('Task 2', { exact: true }).fill('Write')
    await button(page, 'Create Event').click()
    await expect(page.getByText('Every task needs a name')).toBeVisible()
    await expect(page.getByLabel('Task 3', { exact: true })).toBeFocused()

    await button(page, 'Remove Write').click()
    await expect(page.getByText('Task “Write” removed.')).toBeVisible()
    await expect(button(page, 'Remove task 2')).toBeFocused()
    await page.getByRole('button', { name: 'Undo' }).click()
    expect(await names()).toEqual(['Show', 'Write', ' '])
    await button(page, 'Discard draft').click()
  })

  test('everything that was filled in stands on the public page', async ({ page, server, admin }) => {
    await page.goto('/admin/events/create')
    await field(page, 'Title').fill('Night of the Looms')
    await field(page, 'Description').fill('We **weave** until morning.')
    await page.getByLabel('Type', { exact: true }).selectOption('hackathon')
    await field(page, 'Difficulty').selectOption('advanced')
    await field(page, 'Date').fill('2031-03-12')
    await expect(page.getByText(/^The community’s time: Europe\/Berlin/).first()).toBeVisible()
    await page.getByLabel('Last Day').fill('2031-03-13')
    await field(page, 'Time').fill('18:30')
    await expect(page.getByText('(Mar 12, 2031, 5:30 PM your time)')).toBeVisible()
    await page.getByLabel('Duration in Minutes').fill('90')
    await expect(page.getByText('1 h 30 min on each day.')).toBeVisible()
    await field(page, 'Mode').selectOption('Hybrid')
    await page.getByLabel('Location').fill('Dock 4')
    await page.getByLabel('Maximum Participants').fill('40')
    await page.getByLabel('Registration Deadline').fill('2031-03-10T23:59')
    await toggle(page, 'This is a collaborative event').click()
    await page.getByLabel('Organization Name').fill('Makers e.V.')
    await page.getByLabel('Partnership Type').selectOption('organizer')
    await page.getByLabel('Organization Website').fill('https://makers.example')
    await page.getByLabel('Organization Contact').fill('us@makers.example')
    await page.getByLabel('Requirements').fill('Bring yarn.')
    await page.getByRole('textbox', { name: 'Tags' }).fill('Textiles, Rust')
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Tags' }).fill('Wool')
    await toggle(page, 'There are prizes').click()
    await toggle(page, 'Certificates offered').click()
    await page.getByLabel('Certificate Design').selectOption('trophy')
    await page.getByLabel('Reason for the Delay').fill('Makers sign them first.')
    await page.getByLabel('Certificate Message').fill('Well woven!')
    await addTask(page, 'Weave')
    await addTask(page, 'Draw')
    await page.getByLabel('Description of Draw').fill('Black and white.')
    await page.getByRole('checkbox', { name: /: Draw$/ }).check()
    await button(page, 'Move Draw up').click()
    // Typed but not added: it is meant.
    await page.getByLabel(/^Another Task/).fill('Sleep')

    const sent: string[] = []
    page.on('request', (request) => request.method() === 'POST' && request.url().endsWith('/api/admin/events') && sent.push(request.postData() ?? ''))
    await page.route('**/api/admin/events', async (route) => {
      await new Promise((done) => setTimeout(done, 400))
      await route.continue()
    })
    await button(page, 'Create Event').dblclick()
    await expect(button(page, 'Creating...')).toBeVisible()
    await expect(page).toHaveURL('/admin')
    await expect(page.getByText('Event created successfully!')).toBeVisible()
    expect(sent).toHaveLength(1)
    expect(await draftOf(page, 'event/new')).toBeNull()

    const [found] = await listed(server, admin, '?search=Looms')
    const { body: event } = await ask(server, admin, `/admin/events/${found!._id}`)
    expect(event).toMatchObject({
      title: 'Night of the Looms', description: 'We **weave** until morning.', eventType: 'hackathon', difficulty: 'advanced', date: '2031-03-12', endDate: '2031-03-13', time: '18:30', duration: 90,
      mode: 'Hybrid', location: 'Dock 4', maxParticipants: 40, registrationDeadline: '2031-03-10T23:59', requirements: 'Bring yarn.', tags: ['Textiles', 'Rust', 'Wool'], hasRewards: true,
      isCollaborative: true, organizationName: 'Makers e.V.', partnershipType: 'organizer', organizationWebsite: 'https://makers.example', organizationContact: 'us@makers.example',
      certificatesOffered: true, certificateDesign: 'trophy', sendCertificatesImmediately: false, certificateDelayReason: 'Makers sign them first.', customCertificateMessage: 'Well woven!', published: true,
    })
    expect(event.tasks).toMatchObject([{ name: 'Draw', description: 'Black and white.', required: true }, { name: 'Weave', required: false }, { name: 'Sleep' }])

    await page.goto(`/events/${event._id}`)
    const main = page.getByRole('main')
    await expect(heading(page)).toHaveText('Night of the Looms')
    for (const text of ['weave', 'Dock 4', 'Makers e.V.', 'Joint Organizer', 'Bring yarn.', 'Makers sign them first.', 'Well woven!', 'Hackathon', 'Advanced', 'Textiles', 'Draw', 'Sleep']) await expect(main.getByText(text).first()).toBeVisible()
  })

  test('a refusal is told at its field or above the buttons, and nothing typed is lost', async ({ page }) => {
    await page.goto('/admin/events/create')
    await field(page, 'Title').fill('Evening')
    await field(page, 'Description').fill('We meet.')
    await field(page, 'Date').fill('2031-03-12')
    await field(page, 'Time').fill('18:30')
    let answer: object = { status: 422, json: { message: 'Event date must be a day of the calendar', code: 'invalid', fields: { date: 'Event date must be a day of the calendar' } } }
    await page.route('**/api/admin/events', (route) => route.fulfill(answer))
    await button(page, 'Create Event').click()
    await expect(page.getByText('Event date must be a day of the calendar')).toBeVisible()
    await expect(field(page, 'Date')).toBeFocused()
    answer = { status: 500, json: { message: '', code: 'internal' } }
    await button(page, 'Create Event').click()
    await expect(page.getByRole('alert').getByText('Failed to create event')).toBeVisible()
    answer = { status: 422, json: { message: 'Not now', code: 'invalid', fields: { published: 'Not now' } } }
    await button(page, 'Save as Draft').click()
    await expect(page.getByRole('alert').getByText('Not now')).toBeVisible()
    await expect(field(page, 'Title')).toHaveValue('Evening')
    await button(page, 'Discard draft').click()
  })

  test('a draft of the form survives a reload, and can be discarded', async ({ page }) => {
    await page.goto('/admin/events/create')
    await field(page, 'Title').fill('Half a thought')
    await addTask(page, 'Think')
    await page.getByLabel(/^Another Task/).fill('Thi')
    await expect.poll(() => draftOf(page, 'event/new')).toContain('"Thi"')
    await page.reload()
    await expect(page.getByText('Your draft is back.')).toBeVisible()
    await expect(field(page, 'Title')).toHaveValue('Half a thought')
    await expect(page.getByLabel('Task 1', { exact: true })).toHaveValue('Think')
    await expect(page.getByLabel(/^Another Task/)).toHaveValue('Thi')
    await page.getByRole('link', { name: 'Cancel' }).click()
    await expect(page).toHaveURL('/admin/events')
    await page.getByRole('link', { name: 'Create Event' }).click()
    await expect(field(page, 'Title')).toHaveValue('Half a thought')
    await button(page, 'Discard draft').click()
    await expect(field(page, 'Title')).toHaveValue('')
    await expect.poll(() => draftOf(page, 'event/new')).toBeNull()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(field(page, 'Title')).toHaveValue('Half a thought')
    await button(page, 'Discard draft').click()
  })

  test('a draft event is not public until it is published', async ({ page, server, admin }) => {
    await page.goto('/admin/events/create')
    await field(page, 'Title').fill('Secret Supper')
    await field(page, 'Description').fill('Soon.')
    await field(page, 'Date').fill('2031-05-01')
    await field(page, 'Time').fill('19:00')
    await button(page, 'Save as Draft').click()
    await expect(page).toHaveURL('/admin')
    const [draft] = await listed(server, admin, '?status=drafts&search=Supper')
    expect((await ask(server, GUEST, `/events/${draft!._id}`)).status).toBe(404)

    await page.goto('/admin/events?status=drafts')
    await page.getByRole('link', { name: 'Edit Secret Supper' }).click()
    await field(page, 'Time').fill('20:00')
    await button(page, 'Save Draft').click()
    await expect(page.getByText('Event saved.')).toBeVisible()
    await expect(page).toHaveURL('/admin/events?status=drafts')
    expect((await ask(server, GUEST, `/events/${draft!._id}`)).status).toBe(404)
    await page.getByRole('link', { name: 'Edit Secret Supper' }).click()
    await button(page, 'Publish Event').click()
    await expect(page).toHaveURL('/admin/events?status=drafts')
    await expect(titles(page).filter({ hasText: 'Secret Supper' })).toHaveCount(0)
    expect((await ask(server, GUEST, `/events/${draft!._id}`)).body).toMatchObject({ title: 'Secret Supper', time: '20:00' })

    await page.goto(`/admin/events/edit/${draft!._id}`)
    await button(page, 'Save as Draft').click()
    await expect(page).toHaveURL('/admin/events')
    expect((await ask(server, GUEST, `/events/${draft!._id}`)).status).toBe(404)
  })
})

test.describe('editing', () => {
  test('sends what was changed, keeps the rest, and empties what was emptied', async ({ page, server, admin }) => {
    const event = await create(server, admin, {
      title: 'Kept and Emptied', duration: 90, endDate: '2031-03-13', maxParticipants: 40, registrationDeadline: '2031-03-10T23:59', mode: 'Offline', location: 'Hall', tags: ['Rust'], requirements: 'Yarn',
      isCollaborative: true, organizationName: 'Makers', organizationContact: 'us@makers.example', tasks: [{ name: 'Read', required: true }, { name: 'Build', description: 'Well' }],
    })
    await page.goto(`/admin/events/edit/${event._id}`)
    await expect(page).toHaveTitle(/^Edit Kept and Emptied · Admin · /)
    await expect(field(page, 'Title')).toHaveValue('Kept and Emptied')
    await expect(page.getByLabel('Last Day')).toHaveValue('2031-03-13')
    await expect(page.getByLabel('Registration Deadline')).toHaveValue('2031-03-10T23:59')
    await expect(page.getByLabel('Location')).toHaveValue('Hall')
    // Another admin changes something else meanwhile.
    await ask(server, admin, `/admin/events/${event._id}`, { method: 'PUT', body: { requirements: 'Yarn and needles' } })
    for (const label of ['Last Day', 'Duration in Minutes', 'Maximum Participants', 'Registration Deadline']) await page.getByLabel(label).fill('')
    await page.getByLabel('Task 2', { exact: true }).fill('Build it')
    await button(page, 'Move Build it up').click()
    const sent = page.waitForRequest((request) => request.method() === 'PUT')
    await button(page, 'Save Event').click()
    expect((await sent).postDataJSON()).toEqual({
      endDate: null, duration: null, maxParticipants: null, registrationDeadline: null,
      tasks: [{ _id: event.tasks[1]._id, name: 'Build it', description: 'Well', required: false }, { _id: event.tasks[0]._id, name: 'Read', description: '', required: true }],
    })
    await expect(page).toHaveURL('/admin/events')
    await expect(page.getByText('Event saved.')).toBeVisible()
    const { body: after } = await ask(server, admin, `/admin/events/${event._id}`)
    expect(after).toMatchObject({ title: 'Kept and Emptied', endDate: '2031-03-12', location: 'Hall', tags: ['Rust'], requirements: 'Yarn and needles', organizationName: 'Makers', organizationContact: 'us@makers.example' })
    for (const emptied of ['duration', 'maxParticipants', 'registrationDeadline']) expect(after).not.toHaveProperty(emptied)
    expect(after.tasks.map((task: { _id: string; name: string }) => [task._id, task.name])).toEqual([[event.tasks[1]._id, 'Build it'], [event.tasks[0]._id, 'Read']])
    await page.goto(`/admin/events/edit/${event._id}`)
    await expect(page.getByLabel('Requirements')).toHaveValue('Yarn and needles')
  })

  test('tells who will be mailed, and that the maximum must hold everybody', async ({ page, server, admin }) => {
    const event = (await listed(server, admin, '?status=upcoming')).find((one) => one.registrationsCount > 2 && !one.cancelled)!
    const people = event.registrationsCount + event.waitingCount
    await page.goto(`/admin/events/edit/${event._id}`)
    const notice = page.getByText(`all ${people} people who registered or wait are told by e-mail`)
    const time = await field(page, 'Time').inputValue()
    await field(page, 'Title').fill(`${event.title}!`)
    await expect(notice).toHaveCount(0)
    await field(page, 'Time').fill(time === '20:15' ? '20:30' : '20:15')
    await expect(notice).toBeVisible()
    await field(page, 'Time').fill(time)
    await expect(notice).toHaveCount(0)
    await expect(button(page, 'Save as Draft')).toHaveCount(0)

    await page.getByLabel('Maximum Participants').fill('1')
    await button(page, 'Save Event').click()
    await expect(page.getByText(`${event.registrationsCount} participants are already registered, so the maximum cannot be lower than ${event.registrationsCount}`)).toBeVisible()
    await expect(page.getByLabel('Maximum Participants')).toBeFocused()
    await page.getByLabel('Maximum Participants').fill('500')
    await page.route('**/api/admin/events/*', (route) => (route.request().method() === 'PUT' ? route.fulfill({ status: 500, json: { message: '', code: 'internal' } }) : route.continue()))
    await button(page, 'Save Event').click()
    await expect(page.getByRole('alert').getByText('Failed to save event. Check required fields.')).toBeVisible()
    await page.unrouteAll()
    await button(page, 'Save Event').click()
    await expect(page.getByText('Event saved.')).toBeVisible()
    await expect(page).toHaveURL('/admin/events')
    expect((await ask(server, admin, `/admin/events/${event._id}`)).body).toMatchObject({ title: `${event.title}!`, maxParticipants: 500, time })
  })

  test('keeps what was not saved through a reload, and through an unmeant Cancel', async ({ page, server, admin }) => {
    const event = await create(server, admin, { title: 'Unsaved' })
    await page.goto(`/admin/events/edit/${event._id}`)
    await field(page, 'Title').fill('Unsaved thought')
    await page.reload()
    await expect(page.getByText('Your unsaved changes are back.')).toBeVisible()
    await expect(field(page, 'Title')).toHaveValue('Unsaved thought')
    await page.getByRole('link', { name: 'Cancel' }).click()
    await expect(page).toHaveURL('/admin/events')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(field(page, 'Title')).toHaveValue('Unsaved thought')
    await button(page, 'Discard changes').click()
    await expect(field(page, 'Title')).toHaveValue('Unsaved')
    await expect.poll(() => draftOf(page, `event/${event._id}`)).toBeNull()
    expect((await ask(server, admin, `/admin/events/${event._id}`)).body.title).toBe('Unsaved')
  })

  test('an event that is not there says so, one that fails can be tried again', async ({ page, server, admin }) => {
    await page.goto('/admin/events/edit/nothing-here')
    await expect(heading(page)).toHaveText('Event not found')
    const event = await create(server, admin, { title: 'Flaky' })
    let broken = true
    await page.route(`**/api/admin/events/${event._id}`, (route) => (broken ? route.fulfill({ status: 403, json: { message: 'no', code: 'forbidden' } }) : route.continue()))
    await page.goto(`/admin/events/edit/${event._id}`)
    await expect(page.getByText('Failed to load event details')).toBeVisible()
    broken = false
    await button(page, 'Retry').click()
    await expect(field(page, 'Title')).toHaveValue('Flaky')
  })
})

test('the dashboard shows the next three events', async ({ page, server, admin }) => {
  const next = await listed(server, admin, '?status=upcoming&limit=3')
  await page.goto('/admin')
  const section = page.getByRole('region', { name: 'Upcoming Events' })
  await expect(titles(page).and(section.getByRole('link'))).toHaveText(next.map((one) => one.title))
  await section.getByRole('link', { name: 'View All' }).click()
  await expect(page).toHaveURL('/admin/events?status=upcoming')
})
