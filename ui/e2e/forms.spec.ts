// Every form and button: nothing typed is lost, nothing is sent twice, and no late answer undoes a new press.
import type { Page } from '@playwright/test'
import { newMember, type Account } from './support/accounts'
import { adminTest as test, expect, NO_CAPTCHA } from './support/test'

test.use({ env: NO_CAPTCHA })

const PROJECT = { title: 'Clock', category: 'web', shortDescription: 'It ticks.', description: 'It really does.', techStack: ['Rust'], githubLink: 'https://github.com/example/clock', demoLink: '', eventId: '', team: [], captchaToken: '' }
const EVENT = { title: 'Evening', description: 'We meet.', date: '2099-05-06', time: '18:30', mode: 'Online', published: true }

/** A project of the admin, a comment below it, a project that is waiting for review, and an event. */
async function make(admin: Account) {
  const { project } = await admin.ask<{ project: { _id: string } }>('POST', '/projects', PROJECT)
  await admin.ask('PUT', `/admin/projects/${project._id}/status`, { status: 'Approved', rejectionReason: '', expected: 'In Review' })
  const { comment } = await admin.ask<{ comment: { _id: string } }>('POST', `/projects/${project._id}/comment`, { text: 'First words' })
  const { project: waiting } = await admin.ask<{ project: { _id: string } }>('POST', '/projects', { ...PROJECT, title: 'Other clock', description: 'Another.' })
  const { event } = await admin.ask<{ event: { _id: string } }>('POST', '/admin/events', EVENT)
  await admin.ask('POST', `/admin/events/${event._id}/participants`, { userId: admin.id })
  return { project: project._id, comment: comment._id, waiting: waiting._id, event: event._id }
}

/** Signs the browser in as somebody. */
async function become(page: Page, who: Account) {
  await page.goto('/terms')
  await page.evaluate((items) => items.forEach(({ name, value }) => localStorage.setItem(name, value)), who.state.origins[0]!.localStorage)
}

const field = (page: Page, label: string) => page.getByRole('main').getByLabel(label, { exact: true })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).last().click()

type Form = { name: string; address: string; label: string; typed: string; open?: (page: Page) => Promise<void>; fill?: (page: Page) => Promise<void>; send: (page: Page) => Promise<void> }

function forms(at: Awaited<ReturnType<typeof make>>): Form[] {
  const whole = async (page: Page) => {
    await field(page, 'Short Description').fill('A clock')
    await field(page, 'Description').fill('It ticks.')
    await field(page, 'Technologies').fill('Rust')
    await page.keyboard.press('Enter')
    await field(page, 'GitHub Link').fill('https://github.com/example/clock')
  }
  return [
    { name: 'a new project', address: '/submit-project', label: 'Title', typed: 'Sun clock', fill: whole, send: (page) => press(page, 'Launch My Project') },
    { name: 'an edited project', address: `/projects/${at.project}/edit`, label: 'Title', typed: 'Moon clock', send: (page) => press(page, 'Save project') },
    { name: 'a new comment', address: `/projects/${at.project}`, label: 'Your comment', typed: 'Second words', send: (page) => press(page, 'Post Comment') },
    {
      name: 'an edited comment',
      address: `/projects/${at.project}`,
      label: 'Edit your comment',
      typed: 'Better words',
      open: (page) => page.locator('#comments').getByRole('button', { name: 'Edit' }).click(),
      send: (page) => press(page, 'Save'),
    },
    { name: 'the bio', address: '/profile', label: 'Your bio', typed: 'I build clocks.', open: (page) => page.getByRole('button', { name: 'Edit your bio' }).click(), send: (page) => press(page, 'Save') },
    {
      name: 'a new event',
      address: '/admin/events/create',
      label: 'Title',
      typed: 'Morning',
      fill: async (page) => {
        await field(page, 'Description').fill('We meet.')
        await field(page, 'Date').fill('2099-03-12')
        await field(page, 'Time').fill('08:30')
      },
      send: (page) => press(page, 'Create Event'),
    },
    { name: 'an edited event', address: `/admin/events/edit/${at.event}`, label: 'Title', typed: 'Late evening', send: (page) => press(page, 'Save Event') },
    {
      name: 'a letter',
      address: `/admin/events/view/${at.event}?tab=messages&write=true`,
      label: 'Message',
      typed: 'Bring gloves.',
      fill: (page) => field(page, 'Subject').fill('Gloves'),
      send: (page) => press(page, 'Send Email'),
    },
    { name: 'links', address: `/admin/events/view/${at.event}?tab=messages`, label: 'Meeting link', typed: 'https://meet.example.org/1', send: (page) => press(page, 'Send Links') },
    { name: 'a reason for a rejection', address: `/admin/projects/review/${at.waiting}?reject=true`, label: 'Reason for rejection', typed: 'It does not tick.', send: (page) => press(page, 'Confirm Rejection') },
    { name: 'a reason for a cancellation', address: `/admin/events/view/${at.event}?dialog=cancel`, label: 'Reason (optional)', typed: 'The shed is flooded.', send: (page) => press(page, 'Cancel event') },
  ]
}

test('in every form, typed text survives the end of the session and is shown to nobody else', async ({ page, server, admin }) => {
  test.setTimeout(180_000)
  const at = await make(admin)
  const other = await newMember(server, 'grace@example.org')
  for (const form of forms(at))
    await test.step(form.name, async () => {
      await become(page, admin)
      await page.goto(form.address)
      await form.open?.(page)
      await field(page, form.label).fill(form.typed)
      await form.fill?.(page)
      await page.route('**/api/**', (route) => (route.request().method() === 'GET' ? route.continue() : route.fulfill({ status: 401, json: { message: 'no', code: 'unauthorized' } })))
      await form.send(page)
      await expect(page.getByText('Session expired. Please log in again.').first()).toBeVisible()
      await page.unrouteAll()

      if (!form.address.startsWith('/admin') && !form.address.endsWith('/edit') && !form.open) {
        await become(page, other)
        await page.goto(form.address)
        await expect(field(page, form.label)).toHaveValue('')
      }
      await become(page, admin)
      await page.goto(form.address)
      await expect(field(page, form.label)).toHaveValue(form.typed)
    })
})

test('two clicks send once', async ({ page, admin }) => {
  const at = await make(admin)
  const sent: string[] = []
  await page.route('**/api/**', async (route) => {
    const { method, url } = { method: route.request().method(), url: route.request().url() }
    // A counted page view is no click.
    if (method !== 'GET' && !url.endsWith('/api/analytics')) {
      sent.push(`${method} ${new URL(url).pathname}`)
      await new Promise((next) => setTimeout(next, 300))
    }
    await route.continue()
  })
  await page.goto(`/projects/${at.project}`)
  await field(page, 'Your comment').fill('Said once')
  await page.getByRole('button', { name: 'Post Comment' }).dblclick()
  await expect(page.locator('#comments').getByText('Said once', { exact: true })).toHaveCount(1)
  await expect(field(page, 'Your comment')).toHaveValue('')
  await page.goto('/admin/events/create')
  await field(page, 'Title').fill('Once')
  await field(page, 'Description').fill('We meet.')
  await field(page, 'Date').fill('2099-03-12')
  await field(page, 'Time').fill('08:30')
  await page.getByRole('button', { name: 'Create Event', exact: true }).dblclick()
  await expect(page).toHaveURL('/admin')
  expect(sent).toEqual([`POST /api/projects/${at.project}/comment`, 'POST /api/admin/events'])
})

test('the second of two quick votes wins, and a vote whose answer was lost counts once', async ({ page, admin }) => {
  const at = await make(admin)
  const votes: unknown[] = []
  let first = () => {}
  const held = new Promise<void>((go) => (first = go))
  await page.route('**/upvote', async (route) => {
    votes.push(route.request().postDataJSON())
    if (votes.length === 1) await held
    await route.continue()
  })
  await page.goto(`/projects/${at.project}`)
  const button = page.getByRole('main').getByRole('button', { name: /^Upvoted? .*so far/ })
  const state = async () => (await admin.ask<{ upvoteCount: number; hasUpvoted: boolean }>('GET', `/projects/${at.project}`))
  await button.click()
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  await expect(button).toContainText('1 upvote so far')
  await button.click()
  await expect(button).toHaveAttribute('aria-pressed', 'false')
  first()
  await expect.poll(() => votes).toEqual([{ upvoted: true }, { upvoted: false }])
  await expect(button).toHaveAttribute('aria-pressed', 'false')
  await expect.poll(state).toMatchObject({ upvoteCount: 0, hasUpvoted: false })
  await page.unrouteAll({ behavior: 'wait' })

  let lost = 0
  await page.route('**/upvote', async (route) => {
    if (lost++) return route.continue()
    await route.fetch()
    return route.abort()
  })
  await button.click()
  await expect.poll(() => lost).toBe(2)
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  await expect(button).toContainText('1 upvote so far')
  expect(await state()).toMatchObject({ upvoteCount: 1, hasUpvoted: true })
})
