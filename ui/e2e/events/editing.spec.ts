// Changing an existing event.
import { ask } from '../support/accounts'
import { button, create, field, heading, listed } from '../support/adminEvents'
import { draftOf } from '../support/drafts'
import { png } from '../support/images'
import { adminTest as test, expect } from '../support/test'

test.use({ demo: true })

test.describe('editing', () => {
  test('a banner is uploaded, removed, and chosen again when it is no longer there', async ({ page, server, admin }) => {
    const event = await create(server, admin, { title: 'With a Banner' })
    const address = async () => (await ask(server, admin, `/admin/events/${event._id}`)).body.bannerImage
    await page.goto(`/admin/events/edit/${event._id}`)
    const choose = () => page.getByLabel('Choose a banner').setInputFiles({ name: 'banner.png', mimeType: 'image/png', buffer: png(400, 125) })
    const chosen = page.getByRole('img', { name: 'The chosen banner' })
    await choose()
    await expect(chosen).toBeVisible()
    expect(await address()).toBe('')
    // The unsaved form keeps it.
    await page.reload()
    await expect(chosen).toBeVisible()
    await button(page, 'Save Event').click()
    await expect(page).toHaveURL(/\/admin\/events(\?|$)/)
    expect(await address()).toMatch(/^\/media\//)

    await page.goto(`/admin/events/edit/${event._id}`)
    await button(page, 'Remove').click()
    await expect(chosen).toBeHidden()
    await choose()
    // Another event takes the picture before this one is saved.
    await create(server, admin, { title: 'Faster', bannerImage: await chosen.getAttribute('src') })
    await button(page, 'Save Event').click()
    await expect(page.getByText('This picture is no longer there. Please choose it again.')).toBeVisible()
    await expect(page.getByRole('textbox', { name: /^Banner Image/ })).toBeFocused()
    await choose()
    await expect(chosen).toBeVisible()
    await button(page, 'Save Event').click()
    await expect(page).toHaveURL(/\/admin\/events(\?|$)/)
  })

  test('sends the changes, keeps the rest, and clears emptied fields', async ({ page, server, admin }) => {
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
    // Another admin changes something else in the meantime.
    await ask(server, admin, `/admin/events/${event._id}`, { method: 'PUT', body: { requirements: 'Yarn and needles' } })
    for (const label of ['Last Day', 'Duration in Minutes', 'Maximum Participants', 'Registration Deadline']) await page.getByLabel(label).fill('')
    await page.getByLabel('Task 2', { exact: true }).fill('Build it')
    await button(page, 'Move Build it up').click()
    await button(page, 'Save Event').click()
    await expect(page.getByRole('alert').getByText(/has changed this event since you opened it\. Nothing was saved/)).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: 'Requirements: Yarn and needles' })).toBeVisible()
    await expect(page.getByLabel('Requirements')).toHaveValue('Yarn and needles')
    await expect(page.getByLabel('Last Day')).toHaveValue('')
    await expect(page.getByLabel('Task 1', { exact: true })).toHaveValue('Build it')
    const sent = page.waitForRequest((request) => request.method() === 'PUT')
    await button(page, 'Save Event').click()
    expect((await sent).postDataJSON()).toEqual({
      updatedAt: expect.any(String),
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

  test('says who will be mailed, and that the maximum must fit everybody', async ({ page, server, admin }) => {
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

  test('keeps unsaved text through a reload and an accidental Cancel', async ({ page, server, admin }) => {
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

  test('a missing event says so; one that fails to load can be tried again', async ({ page, server, admin }) => {
    await page.goto('/admin/events/edit/nothing-here')
    await expect(heading(page)).toHaveText('Event not found')
    const event = await create(server, admin, { title: 'Flaky' })
    let broken = true
    await page.route(`**/api/admin/events/${event._id}`, (route) => (broken ? route.fulfill({ status: 400, json: { message: 'no', code: 'bad_request' } }) : route.continue()))
    await page.goto(`/admin/events/edit/${event._id}`)
    await expect(page.getByText('Failed to load event details')).toBeVisible()
    broken = false
    await button(page, 'Retry').click()
    await expect(field(page, 'Title')).toHaveValue('Flaky')
  })
})
