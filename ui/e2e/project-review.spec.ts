import type { Page } from '@playwright/test'
import { ask, pageOf, type Account } from './support/accounts'
import type { Server } from './support/server'
import { adminTest as test, axe, expect } from './support/test'

type Listed = { _id: string; projectId: string; title: string; status: string; submittedBy: { name: string } }

test.use({ demo: true })

const queue = async (server: Server, admin: Account): Promise<Listed[]> => (await ask(server, admin, '/admin/projects/review')).body

const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Admin' })
const states = (page: Page) => page.getByRole('navigation', { name: 'Projects by status' })
const titles = (page: Page) => page.getByRole('rowheader').getByRole('link')
const names = (items: Listed[]) => items.map((one) => one.title)
const count = (page: Page) => page.getByText(/^Showing [\d,]+ of [\d,]+ projects$/)
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test.describe('who may enter', () => {
  test('a guest is asked to sign in, and returns afterwards', async ({ browser, server }) => {
    const context = await browser.newContext({ storageState: { cookies: [], origins: [] }, baseURL: server.url })
    const page = await context.newPage()
    await page.goto('/admin/projects?status=all')
    await expect(page).toHaveURL((url) => url.pathname === '/login' && url.searchParams.get('returnTo') === '/admin/projects?status=all')
    await context.close()
  })

  test('a member is sent away', async ({ browser, server, member }) => {
    const context = await browser.newContext({ storageState: member.state, baseURL: server.url })
    const page = await context.newPage()
    const asked: string[] = []
    page.on('request', (request) => request.url().includes('/api/admin/projects') && asked.push(request.url()))
    for (const address of ['/admin', '/admin/projects', '/admin/projects/review/anything']) {
      await page.goto(address)
      await expect(page).toHaveURL('/')
    }
    expect(asked).toEqual([])
    await context.close()
  })
})

test.describe('the frame', () => {
  test('shows the page and the admin, and stays narrow', async ({ page, admin }) => {
    await page.goto('/admin/projects')
    await expect(sidebar(page).getByRole('link')).toHaveText(['Dashboard', 'Events', 'Projects', 'Users', 'Email System', 'Certificates', 'Badges', 'Settings'])
    await expect(sidebar(page).getByRole('link', { name: 'Projects' })).toHaveAttribute('aria-current', 'page')
    const frame = page.getByRole('complementary', { name: 'Admin sidebar' })
    await expect(frame.getByText(admin.name)).toBeVisible()
    await expect(frame.getByText('Admin', { exact: true })).toBeVisible()

    await page.getByRole('button', { name: 'Collapse sidebar' }).click()
    await expect(page.getByRole('button', { name: 'Expand sidebar' })).toHaveAttribute('aria-expanded', 'false')
    await page.reload()
    await expect(page.getByRole('button', { name: 'Expand sidebar' })).toBeVisible()
    await sidebar(page).getByRole('link', { name: 'Dashboard' }).click()
    await expect(page).toHaveURL('/admin')
    await expect(heading(page)).toBeFocused()
    await expect(page).toHaveTitle(/^Admin Dashboard · /)
  })

  test('Logout leads to the login', async ({ page }) => {
    // The other tests still need this session.
    await page.route('**/api/auth/logout', (route) => route.fulfill({ json: {} }))
    await page.goto('/admin')
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/login')
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  })

  test('is a drawer on a phone', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto('/admin')
    await expect(sidebar(page)).toHaveCount(0)
    const open = page.getByRole('button', { name: 'Open menu' })
    await open.click()
    await expect(page.getByRole('dialog', { name: 'Admin menu' })).toBeVisible()
    expect(await axe(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(open).toBeFocused()
    await open.click()
    await sidebar(page).getByRole('link', { name: 'Projects' }).click()
    await expect(page).toHaveURL('/admin/projects')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(heading(page)).toBeFocused()
  })
})

test('the dashboard shows counts and the longest waiting projects', async ({ page, server, admin }) => {
  const { body: stats } = await ask(server, admin, '/admin/stats')
  const waiting = await queue(server, admin)
  await page.goto('/admin')
  for (const [label, number] of [['Total Users', stats.userCount], ['Total Projects', stats.projectCount], ['Total Events', stats.eventCount]])
    await expect(page.locator('dl > div', { hasText: label })).toContainText(number.toLocaleString('en-US'))
  const section = page.getByRole('region', { name: 'Pending Project Reviews' })
  await expect(section.getByRole('rowheader').getByRole('link')).toHaveText(names(waiting).slice(0, 5))
  await section.getByRole('link', { name: 'View All' }).click()
  await expect(page).toHaveURL('/admin/projects')
})

test('a dashboard that fails to load can be tried again', async ({ page }) => {
  let broken = true
  await page.route('**/api/admin/stats', (route) => (broken ? route.fulfill({ status: 500, json: { message: 'no', code: 'internal' } }) : route.continue()))
  await page.goto('/admin')
  await expect(page.getByText('Failed to load dashboard data. Please check your connection and try again.')).toBeVisible({ timeout: 10_000 })
  await expect(page.getByRole('heading', { name: 'Pending Project Reviews' })).toBeVisible()
  broken = false
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('Total Users')).toBeVisible()
})

test('a queue is reviewed by keys, which can be turned off', async ({ page, server, admin }) => {
  const waiting = await queue(server, admin)
  await page.goto(`/admin/projects/review/${waiting[0]!._id}`)
  await expect(heading(page)).toHaveText(waiting[0]!.title)
  const step = (name: string) => page.getByRole('navigation', { name: 'Review queue' }).getByRole('link', { name })
  await expect(step('Next')).toBeVisible()
  await page.keyboard.press('j')
  await expect(heading(page)).toHaveText(waiting[1]!.title)
  await expect(step('Previous')).toBeVisible()
  await page.keyboard.press('k')
  await expect(heading(page)).toHaveText(waiting[0]!.title)
  await page.keyboard.press('a')
  await expect(page.getByRole('button', { name: 'Approve Project' })).toBeFocused()
  await page.keyboard.press('r')
  const reason = page.getByRole('textbox', { name: 'Reason for rejection' })
  await expect(reason).toBeFocused()
  await page.keyboard.type('jk')
  await expect(reason).toHaveValue('jk')
  await page.getByRole('button', { name: 'Cancel' }).click()
  // A decision by keys, and back.
  await page.keyboard.press('a')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  await page.keyboard.press('z')
  await expect(page.getByText('The decision is taken back. Nobody was told.')).toBeVisible()
  await page.goto(`/admin/projects/review/${waiting[0]!._id}`)
  await expect(heading(page)).toHaveText(waiting[0]!.title)
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keys for reviewing' })
  expect(await axe(page)).toEqual([])
  await expect(keys.getByText('Undo the last decision')).toBeVisible()
  await keys.getByRole('switch', { name: 'Use these keys' }).uncheck()
  await page.keyboard.press('Escape')
  await expect(keys).toBeHidden()
  await expect(step('Next')).toBeVisible()
  await page.keyboard.press('j')
  await expect(heading(page)).toHaveText(waiting[0]!.title)
})

test.describe('the list', () => {
  test('starts with waiting projects, counts every state, and keeps its filters in the address', async ({ page, server, admin }) => {
    const { body: counts } = await ask(server, admin, '/admin/projects/counts')
    const waiting = await queue(server, admin)
    await page.goto('/admin/projects')
    await expect(page).toHaveTitle(/^Projects · Admin · /)
    await expect(titles(page)).toHaveText(names(waiting))
    await expect(page.getByRole('row').nth(1)).toContainText(waiting[0]!.submittedBy.name)
    for (const [label, number] of [['Pending Review', counts.inReview], ['All Projects', counts.all], ['Approved', counts.approved], ['Rejected', counts.rejected]])
      await expect(states(page).getByRole('link', { name: label })).toHaveText(`${label}${number}`)
    await expect(states(page).getByRole('link', { name: 'Pending Review' })).toHaveAttribute('aria-current', 'true')

    await states(page).getByRole('link', { name: 'Rejected' }).click()
    await expect(page).toHaveURL('/admin/projects?status=rejected')
    await expect(count(page)).toHaveText(`Showing ${counts.rejected} of ${counts.rejected} projects`)
    await expect(page.getByRole('cell', { name: 'Rejected' })).toHaveCount(counts.rejected)
    await page.goBack()
    await expect(titles(page)).toHaveText(names(waiting))
  })

  test('searches by title during typing', async ({ page, server, admin }) => {
    await page.goto('/admin/projects?status=all')
    const word = (await queue(server, admin)).at(-1)!.title.split(' ')[0]!
    const search = page.getByRole('searchbox', { name: 'Search projects by title' })
    await search.pressSequentially(word.toUpperCase(), { delay: 30 })
    await expect(page).toHaveURL((url) => url.searchParams.get('search') === word.toUpperCase() && url.searchParams.get('status') === 'all')
    const found = await ask(server, admin, `/admin/projects?search=${encodeURIComponent(word)}`)
    await expect(titles(page)).toHaveText(names(found.body))
    await expect(search).toBeFocused()

    await search.fill('zzzzqqqq')
    await expect(page.getByRole('heading', { name: 'No projects match your search criteria' })).toBeVisible()
    await page.getByRole('link', { name: 'Clear Search' }).click()
    await expect(page).toHaveURL('/admin/projects?status=all')
    await expect(search).toHaveValue('')
  })

  test('has page links, and is the same after a review', async ({ page, server, admin }) => {
    const second = await ask(server, admin, '/admin/projects?limit=25&offset=25')
    await page.goto('/admin/projects?status=all')
    await page.getByRole('navigation', { name: 'Pages of projects' }).getByRole('link', { name: 'Page 2' }).click()
    await expect(page).toHaveURL('/admin/projects?status=all&page=2')
    await expect(titles(page)).toHaveText(names(second.body))

    await page.getByRole('link', { name: `Review ${second.body[3].title}` }).first().click()
    await expect(heading(page)).toHaveText(second.body[3].title)
    await page.getByRole('link', { name: 'Back to Projects' }).click()
    await expect(page).toHaveURL('/admin/projects?status=all&page=2')
    await page.goBack()
    await page.goBack()
    await expect(page).toHaveURL('/admin/projects?status=all&page=2')
    await expect(titles(page)).toHaveText(names(second.body))

    await page.goto('/admin/projects?status=all&page=99')
    await expect(page).toHaveURL((url) => Number(url.searchParams.get('page')) === Math.ceil(second.total / 25))
    await expect(titles(page).first()).toBeVisible()
  })

  test('says what went wrong, and tries again', async ({ page }) => {
    let answer: object = { status: 403, json: { message: 'You are no longer an admin.', code: 'forbidden' } }
    await page.route('**/api/admin/projects?*', (route) => (answer ? route.fulfill(answer) : route.continue()))
    await page.goto('/admin/projects')
    await expect(page.getByText('You are no longer an admin.')).toBeVisible()
    answer = { json: { projects: [] } }
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText('Received invalid data format from server')).toBeVisible()
    answer = { json: [{ _id: 'x' }], headers: { 'X-Total-Count': '1' } }
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('row').nth(1)).toContainText(/Untitled Project.*Unknown User.*Unknown/)
  })
})

test.describe('a review', () => {
  test('shows everything that was submitted', async ({ page, server, admin }) => {
    const { body: list } = await ask(server, admin, '/admin/projects?status=Rejected')
    const { body: project } = await ask(server, admin, `/projects/${list[0]._id}`)
    await page.goto(`/admin/projects/review/${project._id}`)
    await expect(page).toHaveTitle(/^Review: /)
    const main = page.getByRole('main')
    await expect(heading(page)).toHaveText(project.title)
    await expect(main.getByText(project.shortDescription).first()).toBeVisible()
    await expect(main.getByText(project.projectId)).toBeVisible()
    await expect(main.getByText(/^Submitted /).locator('time')).toHaveAttribute('datetime', project.submissionDate)
    await expect(main.getByRole('link', { name: 'GitHub Repository' })).toHaveAttribute('href', project.githubLink)
    await expect(main.getByRole('link', { name: 'Live Demo' })).toHaveCount(project.demoLink ? 1 : 0)
    await expect(main.getByRole('list', { name: 'Technologies' }).getByRole('link').locator('bdi')).toHaveText(project.techStack)
    await expect(main.getByRole('link', { name: project.submittedBy.name })).toHaveAttribute('href', `/profile/${project.submittedBy._id}`)
    await expect(main.getByRole('link', { name: project.submittedBy.email })).toHaveAttribute('href', `mailto:${project.submittedBy.email}`)
    await expect(main.getByText(project.rejectionReason)).toBeVisible()
    await expect(main.getByRole('button', { name: 'Reject Project' })).toHaveCount(0)
    await expect(main.getByRole('button', { name: /^Feature/ })).toHaveCount(0)
  })

  test('links to the next and the previous project in the queue', async ({ page, server, admin }) => {
    const waiting = await queue(server, admin)
    await page.goto(`/admin/projects/review/${waiting[0]!._id}`)
    const steps = page.getByRole('navigation', { name: 'Review queue' })
    await expect(steps.getByRole('button', { name: 'Previous' })).toBeDisabled()
    await steps.getByRole('link', { name: 'Next' }).click()
    await expect(heading(page)).toHaveText(waiting[1]!.title)
    await steps.getByRole('link', { name: 'Previous' }).click()
    await expect(heading(page)).toHaveText(waiting[0]!.title)
  })

  test('a missing one says so; one that fails to load can be tried again', async ({ page, server, admin }) => {
    await page.goto('/admin/projects/review/nothing-here')
    await expect(heading(page)).toHaveText('Project Not Found')
    const [first] = await queue(server, admin)
    let broken = true
    await page.route(`**/api/projects/${first!._id}`, (route) => (broken ? route.fulfill({ status: 500, json: { message: 'no', code: 'internal' } }) : route.continue()))
    await page.goto(`/admin/projects/review/${first!._id}`)
    await expect(page.getByText('Failed to load project data. Please check your connection and try again.')).toBeVisible({ timeout: 10_000 })
    broken = false
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(heading(page)).toHaveText(first!.title)
  })

  test('features an approved project, and stops', async ({ page, server, admin }) => {
    const { body: list } = await ask(server, admin, '/admin/projects?status=Approved')
    const project = list.find((one: { featured: boolean }) => !one.featured)
    await page.goto(`/admin/projects/review/${project._id}`)
    const toggle = page.getByRole('button', { name: /^Feature/ })
    await expect(toggle).toHaveText('Feature Project')
    await page.route('**/feature', (route) => route.fulfill({ status: 500, json: { message: 'no', code: 'internal' } }))
    await toggle.click()
    await expect(page.getByText('Failed to update featured status.')).toBeVisible()
    await expect(toggle).toHaveText('Feature Project')
    await page.unrouteAll()
    await toggle.click()
    await expect(toggle).toHaveText('Featured')
    await expect(toggle).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByText('Project featured.')).toBeVisible()
    await page.reload()
    await expect(toggle).toHaveText('Featured')
    await toggle.click()
    await expect(page.getByText('Project is no longer featured.')).toBeVisible()
    expect((await ask(server, admin, `/projects/${project._id}`)).body.featured).toBe(false)
  })

  test('rejects with a reason, and loses nothing typed', async ({ page, server, admin }) => {
    const project = (await queue(server, admin)).at(-1)!
    await page.goto('/admin/projects')
    await page.getByRole('link', { name: `Review ${project.title}` }).click()
    await page.getByRole('button', { name: 'Reject Project' }).click()
    await expect(page).toHaveURL(/reject=true/)
    const reason = page.getByLabel('Reason for rejection')
    await expect(reason).toBeFocused()
    await reason.fill('   ')
    await page.getByRole('button', { name: 'Confirm Rejection' }).click()
    await expect(page.getByText('Please provide a reason for rejection')).toBeVisible()
    await expect(reason).toHaveAttribute('aria-invalid', 'true')
    await expect(reason).toBeFocused()

    await reason.fill('The demo does not start.')
    await page.route('**/status', (route) => route.fulfill({ status: 500, json: { message: 'no', code: 'internal' } }))
    await page.getByRole('button', { name: 'Confirm Rejection' }).click()
    await expect(page.getByText('Failed to reject project')).toBeVisible()
    await expect(reason).toHaveValue('The demo does not start.')
    await page.unrouteAll()

    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('button', { name: 'Reject Project' })).toBeFocused()
    await page.getByRole('button', { name: 'Reject Project' }).click()
    await expect(reason).toHaveValue('The demo does not start.')
    const sent = page.waitForRequest('**/status')
    await page.getByRole('button', { name: 'Confirm Rejection' }).click()
    expect((await sent).postDataJSON()).toEqual({ status: 'Rejected', rejectionReason: 'The demo does not start.', expected: 'In Review' })
    await expect(page.getByText('Project rejected. An email with your feedback has been sent to the submitter.')).toBeVisible()
    await expect(page).toHaveURL('/admin/projects')
    await expect(titles(page).first()).toBeVisible()
    await expect(titles(page).filter({ hasText: project.title })).toHaveCount(0)
    expect((await ask(server, admin, `/projects/${project._id}`)).body).toMatchObject({ status: 'Rejected', rejectionReason: 'The demo does not start.' })

    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('The decision is taken back. Nobody was told.')).toBeVisible()
    await expect(titles(page).filter({ hasText: project.title })).toHaveCount(1)
    await page.getByRole('button', { name: 'Review it again' }).click()
    await expect(page.getByRole('heading', { level: 2, name: 'Your decision' })).toBeVisible()
  })

  test('approves, and the second of two admins sees what happened', async ({ page, browser, server, admin }) => {
    const project = (await queue(server, admin)).at(-1)!
    const address = `/admin/projects/review/${project._id}?list=search%3D${encodeURIComponent(encodeURIComponent(project.title.slice(0, 4)))}`
    const other = await browser.newContext({ storageState: admin.state, baseURL: server.url })
    const second = await other.newPage()
    await second.goto(address)
    await second.getByRole('button', { name: 'Reject Project' }).click()
    await second.getByLabel('Reason for rejection').fill('Not for us.')

    await page.goto(address)
    await page.route('**/status', (route) => route.abort())
    await page.getByRole('button', { name: 'Approve Project' }).click()
    await expect(page.getByText('Failed to approve project. Please try again.')).toBeVisible()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Approve Project' }).click()
    await expect(page.getByText('Project approved.')).toBeVisible()
    await expect(page).toHaveURL((url) => url.pathname === '/admin/projects' && url.searchParams.get('search') === project.title.slice(0, 4))

    await second.getByRole('button', { name: 'Confirm Rejection' }).click()
    await expect(second.getByText(`This project has already been approved by ${admin.name}.`)).toBeVisible()
    await expect(second.getByRole('heading', { name: 'Approved', exact: true })).toBeVisible()
    await expect(second.getByLabel('Reason for rejection')).toHaveValue('Not for us.')
    await second.getByRole('button', { name: 'Cancel' }).click()
    await expect(second.getByRole('button', { name: 'Feature Project' })).toBeVisible()
    await expect(second.getByRole('button', { name: 'Approve Project' })).toHaveCount(0)
    await other.close()
    expect((await ask(server, admin, `/projects/${project._id}`)).body.status).toBe('Approved')
  })
})

test('a project that was submitted again shows the earlier reason, and what has changed since', async ({ browser, page, server, admin, member }) => {
  const mine = await member.ask<(Listed & { isOwner: boolean })[]>('GET', '/users/me/projects?limit=50')
  const { _id: id } = mine.find((one) => one.isOwner && one.status === 'Approved')!
  await page.goto(`/admin/projects/review/${id}`)
  await expect(heading(page)).toBeVisible()
  await admin.ask('PUT', `/admin/projects/${id}/status`, { status: 'Rejected', rejectionReason: 'Say what it costs' })
  const before = await member.ask<{ description: string; techStack: string[] }>('GET', `/projects/${id}`)

  // The owner mends it in the form.
  const owner = await pageOf(browser, server, member.state)
  await owner.goto(`/projects/${id}/edit`)
  await expect(owner.getByText('Say what it costs')).toBeVisible()
  await owner.getByLabel('Description', { exact: true }).fill(`${before.description} It costs nothing.`)
  await owner.getByRole('button', { name: `Remove ${before.techStack[0]}`, exact: true }).click()
  await owner.getByRole('textbox', { name: 'Technologies' }).fill('Brass')
  await owner.getByRole('button', { name: 'Save and resubmit' }).click()
  await expect(owner.getByText('Project saved and sent to review.')).toBeVisible()

  await page.goto(`/admin/projects/review/${id}`)
  const again = page.getByRole('region', { name: 'Submitted again' })
  await expect(again.getByText('Say what it costs')).toBeVisible()
  await expect(again).toContainText(`Rejected by ${admin.name} on`)
  await expect(again.getByRole('term')).toHaveText(['Description', 'Technologies'])
  await expect(again.getByRole('insertion').first()).toContainText('It costs nothing.')
  await expect(again.getByRole('deletion').last()).toContainText(before.techStack[0]!)
  await expect(again.getByRole('insertion').last()).toContainText('Brass')
  expect(await axe(page)).toEqual([])
})

test('on a phone the list is cards with everything in the table', async ({ page, server, admin }) => {
  const [first] = await queue(server, admin)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/admin/projects')
  const card = page.getByRole('row').filter({ hasText: first!.title })
  await expect(card).toContainText(first!.submittedBy.name)
  await expect(card.getByText('In Review')).toBeVisible()
  await expect(page.getByRole('columnheader').filter({ visible: true })).toHaveCount(0)
  await card.getByRole('link', { name: `Review ${first!.title}` }).click()
  await expect(heading(page)).toHaveText(first!.title)
})
