// The admins' list of events, and who may see it.
import { ask } from '../support/accounts'
import { button, count, field, heading, type Listed, listed, shown, titles } from '../support/adminEvents'
import { adminTest as test, expect } from '../support/test'

test.use({ demo: true })

test.describe('who may enter', () => {
  test('a guest must sign in, and a member is sent away', async ({ browser, server, member }) => {
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
  test('shows all events with their details, and keeps its filter in the address', async ({ page, server, admin }) => {
    const all = await listed(server, admin, '?limit=25')
    const { total } = await ask(server, admin, '/admin/events')
    await page.goto('/admin/events')
    await expect(page).toHaveTitle(/^Events · Admin · /)
    await expect(titles(page)).toHaveText(all.map((one) => one.title))
    await expect(count(page)).toHaveText(`Showing ${all.length} of ${total} events`)
    await expect(page.getByRole('columnheader')).toHaveText(['Title', 'Date', 'Mode', 'Registrations', 'Status', 'Actions'])

    const row = (event: Listed) => page.getByRole('row').filter({ hasText: event.eventId })
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
    await expect(page.getByRole('row').getByText(/^(Live|Later today|Past|Cancelled)$/)).toHaveCount(today.length)
    await expect(page.getByRole('row').getByText('Today', { exact: true })).toHaveCount(today.length)
    await page.goto('/admin/events?status=past')
    await expect(page.getByRole('row').getByText('Past', { exact: true }).first()).toBeVisible()
    await page.reload()
    await expect(shown(page).getByRole('link', { name: 'Past' })).toHaveAttribute('aria-current', 'true')
  })

  test('sorts by the column whose head is pressed, and back', async ({ page, server, admin }) => {
    const inOrder = async (sort: string) => (await listed(server, admin, `?sort=${sort}&limit=25`)).map((one) => one.title)
    await page.goto('/admin/events')
    const head = (name: string) => page.getByRole('columnheader', { name })
    for (const [name, first, second] of [['Title', 'title', 'title-desc'], ['Date', 'date-desc', 'date'], ['Registrations', 'registrations', 'registrations-asc']] as const)
      for (const sort of [first, second]) {
        await head(name).getByRole('button').click()
        await expect(page).toHaveURL(`/admin/events?sort=${sort}`)
        await expect(titles(page)).toHaveText(await inOrder(sort))
        await expect(head(name)).toHaveAttribute('aria-sort', /-desc$|^registrations$/.test(sort) ? 'descending' : 'ascending')
      }
    await page.reload()
    await expect(head('Registrations')).toHaveAttribute('aria-sort', 'ascending')
    await expect(head('Title')).toHaveAttribute('aria-sort', 'none')
  })

  test('searches by title during typing, and says when nothing matches', async ({ page, server, admin }) => {
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

  test('has page links, and an edit returns to its page', async ({ page, server, admin }) => {
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
    await expect(page.getByText('There is no page 99. This is the last one.')).toBeVisible()
  })

  test('says that it failed, and tries again', async ({ page }) => {
    let broken = true
    await page.route('**/api/admin/events?*', (route) => (broken ? route.fulfill({ status: 403, json: { message: 'no', code: 'forbidden' } }) : route.continue()))
    await page.goto('/admin/events')
    await expect(page.getByText('no', { exact: true })).toBeVisible()
    broken = false
    await button(page, 'Retry').click()
    await expect(titles(page).first()).toBeVisible()
  })

  test('shows cards on a phone, with everything in the table', async ({ page, server, admin }) => {
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

test('the dashboard shows the next three events', async ({ page, server, admin }) => {
  const next = await listed(server, admin, '?status=upcoming&limit=3')
  await page.goto('/admin')
  const section = page.getByRole('region', { name: 'Upcoming Events' })
  await expect(titles(page).and(section.getByRole('link'))).toHaveText(next.map((one) => one.title))
  await section.getByRole('link', { name: 'View All' }).click()
  await expect(page).toHaveURL('/admin/events?status=upcoming')
})
