// The participants of an event, as admins see and change them.
import { readFileSync } from 'node:fs'
import { ask } from '../support/accounts'
import { address, count, event, filter, find, make, participants, row, rows, status, tab, type Waiting } from '../support/participants'
import { adminTest as test, expect } from '../support/test'

test.use({ demo: true })

test.describe('the participants', () => {
  test('are found by name and status and paged, all in the address', async ({ page, server, admin }) => {
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
    await search.fill('')
    await page.getByRole('button', { name: 'Name' }).click()
    await expect(page).toHaveURL((url) => url.searchParams.get('sort') === 'name')
    const named = all.filter((one) => one.status === 'Attended').map((one) => one.user.name.toLowerCase()).sort()
    await expect(rows(page).first()).toContainText(new RegExp(named[0]!, 'i'))

    await search.fill('zzzzqqqq')
    await expect(page.getByRole('heading', { name: 'No participants match' })).toBeVisible()
    await page.getByRole('link', { name: 'Show all participants' }).click()
    await expect(rows(page)).toHaveCount(25)
    await expect(search).toHaveValue('')
    await page.goto(address(big._id, '?page=99'))
    await expect(page).toHaveURL((url) => Number(url.searchParams.get('page')) === Math.ceil(big.registrationsCount / 25))
  })

  test('change status one by one, shown at once and undone when refused', async ({ page, server, admin }) => {
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

  test('change status as a selection, which can be undone', async ({ page, server, admin }) => {
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
    await expect(dialog.getByText('Nobody has that name or address.')).toBeVisible()
    await field.fill(wanted.name)
    await dialog.getByRole('button', { name: wanted.name }).first().click()
    await expect(dialog.getByText(wanted.name).first()).toBeVisible()
    await dialog.getByRole('button', { name: 'Add participant' }).click()
    await expect(page.getByText('Participant added.')).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(row(page, wanted.name)).toBeVisible()
    await expect(tab(page, 'Participants')).toContainText('2')

    await page.getByRole('button', { name: 'Add participant' }).click()
    await expect(dialog.getByText('All 2 places are taken.')).toBeVisible()
    await expect(dialog.getByRole('link', { name: 'Raise the maximum number of participants' })).toHaveAttribute('href', `/admin/events/edit/${id}`)
  })

  test('somebody who is registered is not added twice', async ({ page, server, admin }) => {
    const { id, guests } = await make(server, admin, 30)
    const { name } = guests.find((one) => /^\w+ \w+$/.test(one.name))!
    await page.goto(address(id, '?dialog=add'))
    const dialog = page.getByRole('dialog', { name: 'Add a participant' })
    await dialog.getByRole('textbox', { name: 'Find a member' }).fill(name)
    const found = dialog.getByRole('list', { name: 'Found members' }).getByRole('button')
    // Others may have the same name. Whoever is first in the list, a second registration is refused.
    await found.first().click()
    await page.route('**/participants', (route) => route.fulfill({ status: 409, json: { message: 'This member is already registered for this event.', code: 'conflict' } }))
    await dialog.getByRole('button', { name: 'Add participant' }).click()
    await expect(dialog.getByText('This member is already registered for this event.')).toBeVisible()
  })

  test('leave a place when removed, which goes to the first on the waiting list', async ({ page, server, admin }) => {
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
    await expect(dialog).toContainText(`The place goes to the next person on the waiting list, ${first.name}, who is told by email.`)
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
    // The focus is in the row that stands there now.
    await expect(rows(page).nth(0).locator(':focus')).toHaveCount(1)
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

test('on a phone the participants are cards with everything in the table', async ({ page, server, admin }) => {
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
