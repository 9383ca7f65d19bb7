// Creating an event, and its drafts.
import { ask } from '../support/accounts'
import { addTask, button, field, GUEST, heading, listed, titles, toggle } from '../support/adminEvents'
import { draftOf } from '../support/drafts'
import { adminTest as test, expect } from '../support/test'

test.use({ demo: true })

test.describe('creating', () => {
  test('asks for missing values at their fields, and leaves the focus alone during typing', async ({ page }) => {
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
    // A partly typed day is not dropped silently.
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
      'Banner image must be a web address that begins with https://, because browsers show no others',
    ])
      await expect(page.getByText(sentence)).toBeVisible()
    await expect(page.getByLabel('Last Day')).toBeFocused()
  })

  test('shows the fields of a choice only when it is made', async ({ page }) => {
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

  test('everything that was filled in is on the public page', async ({ page, server, admin }) => {
    await page.goto('/admin/events/create')
    await field(page, 'Title').fill('Night of the Looms')
    await field(page, 'Description').fill('We **weave** until morning.')
    await page.getByLabel('Type', { exact: true }).selectOption('hackathon')
    await field(page, 'Difficulty').selectOption('advanced')
    await field(page, 'Date').fill('2031-03-12')
    await expect(page.getByText(/^The community’s time: Europe\/Berlin/).first()).toBeVisible()
    await page.getByLabel('Last Day').fill('2031-03-13')
    await field(page, 'Time').fill('18:30')
    await expect(page.getByText('(5:30 PM your time)')).toBeVisible()
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
    // Typed but not added: it counts.
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

  test('a refusal shows at its field or above the buttons, and nothing typed is lost', async ({ page }) => {
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
