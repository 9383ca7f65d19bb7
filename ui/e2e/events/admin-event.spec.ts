// The admins' page of one event: what it shows, and what can be done with the event.
import { ask, pageOf } from '../support/accounts'
import { address, event, find, FORM, heading, make, participants, row } from '../support/participants'
import { adminTest as test, expect } from '../support/test'

test.use({ demo: true })

test.describe('the event', () => {
  test('shows when, where, how many, the tasks done, and the possible actions', async ({ page, server, admin }) => {
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

  test('a draft says that it is not public; an event without participants or tasks says so', async ({ page, server, admin }) => {
    const { id } = await make(server, admin, 0, { published: false })
    await page.goto(address(id))
    await expect(page.getByText('This event is a draft and not public.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Edit it to publish' })).toHaveAttribute('href', `/admin/events/edit/${id}`)
    await expect(page.getByText('No participants registered yet.')).toBeVisible()
    await expect(page.getByText('No tasks defined for this event.')).toBeVisible()
  })

  test('a missing one says so; one that fails to load can be tried again', async ({ page, server, admin }) => {
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
    await reason.fill('The shed is flooded, see www.shed.example/news.')

    await page.route('**/cancel', (route) => route.fulfill({ status: 500, json: { message: 'no', code: 'internal' } }))
    await dialog.getByRole('button', { name: 'Cancel event' }).click()
    await expect(dialog.getByText('Failed to cancel event')).toBeVisible()
    await expect(reason).toHaveValue('The shed is flooded, see www.shed.example/news.')
    await page.unrouteAll()
    await dialog.getByRole('button', { name: 'Cancel event' }).click()
    await expect(page.getByText('Event cancelled. Everybody who registered will be told by e-mail.')).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    const main = page.getByRole('main')
    await expect(main.getByText('Cancelled', { exact: true })).toBeVisible()
    await expect(main.getByText('The shed is flooded, see www.shed.example/news.')).toBeVisible()
    await expect(main.getByRole('button', { name: 'Add participant' })).toHaveCount(0)
    await page.getByRole('button', { name: 'More actions' }).click()
    await expect(page.getByRole('menuitem', { name: 'Cancel event' })).toHaveCount(0)

    const other = await pageOf(browser, server)
    await other.goto(`/events/${id}`)
    await expect(other.getByText('This event was cancelled.')).toBeVisible()
    await expect(other.getByText('The shed is flooded, see www.shed.example/news.')).toBeVisible()
    await expect(other.getByRole('link', { name: 'www.shed.example/news' })).toHaveAttribute('href', 'http://www.shed.example/news')
  })

  test('is deleted only while nobody is registered', async ({ page, server, admin }) => {
    const { id, guests } = await make(server, admin, 0)
    await page.goto(address(id))
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete event' }).click()
    const dialog = page.getByRole('dialog', { name: `Delete “${FORM.title}”?` })
    // Somebody registers in the meantime.
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
