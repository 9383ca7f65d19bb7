// What members do with projects: submitting, editing, pictures, withdrawing, upvotes and comments.
import { deflateSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { ask, pageOf, type Account } from './support/accounts'
import type { Server } from './support/server'
import { draftOf } from './support/drafts'
import { expect, memberTest as test } from './support/test'

type Mine = { _id: string; title: string; status: string; isOwner: boolean }

test.use({ demo: true })

const read = async <T>(server: Server, path: string, who = { token: '' }) => (await ask(server, who, path)).body as T
const mine = async (server: Server, member: Account) => (await read<Mine[]>(server, '/users/me/projects?limit=50', member)).filter((one) => one.isOwner && one.status === 'Approved')
const popular = async (server: Server) => (await read<{ _id: string; title: string; upvoteCount: number }[]>(server, '/projects?sort=popular'))[0]!

const launch = (page: Page) => page.getByRole('button', { name: 'Launch My Project' })
const description = (page: Page) => page.getByLabel('Description', { exact: true })

/** A PNG of one colour. */
function png(width = 64, height = 40, colour = [200, 90, 40]): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(data.length, 0)
    frame.writeUInt32BE(crc(body), 4)
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2], 8)
  const row = Buffer.from([0, ...Array.from({ length: width }, () => colour).flat()])
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

function crc(bytes: Buffer): number {
  let value = ~0
  for (const byte of bytes) {
    value ^= byte
    for (let bit = 0; bit < 8; bit++) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0)
  }
  return ~value >>> 0
}

test.describe('submitting', () => {
  test('asks for one missing value after the other, in the order of the form', async ({ page }) => {
    test.setTimeout(90_000)
    await page.goto('/submit-project')
    await launch(page).click()
    for (const sentence of ['Project title is required', 'Project description is required', 'At least one technology must be added', 'GitHub link is required', 'Project short description is required'])
      await expect(page.getByText(sentence)).toBeVisible()
    await expect(page.getByText('Please complete the captcha verification')).toHaveCount(0)
    await expect(page.getByLabel('Title')).toBeFocused()

    // Letter by letter: the focus stays in the field.
    await page.getByLabel('Title').pressSequentially('Solar clock')
    await expect(page.getByLabel('Title')).toHaveValue('Solar clock')
    await expect(page.getByText('Project title is required')).toHaveCount(0)
    await launch(page).click()
    await expect(page.getByLabel('Short Description')).toBeFocused()
    await page.getByLabel('Short Description').fill('A clock for the roof')
    await launch(page).click()
    await expect(description(page)).toBeFocused()
    await description(page).fill('It shows the sun.')
    await launch(page).click()
    await expect(page.getByRole('textbox', { name: 'Technologies' })).toBeFocused()
    await page.getByRole('textbox', { name: 'Technologies' }).fill('Rust')
    await page.keyboard.press('Enter')
    await launch(page).click()
    await expect(page.getByLabel('GitHub Link')).toBeFocused()
    await page.getByLabel('GitHub Link').fill('javascript:alert(1)')
    await launch(page).click()
    await expect(page.getByText('GitHub link must be a web address that begins with https:// or http://')).toBeVisible()
    await page.getByLabel('GitHub Link').fill('https://github.com/example/solar-clock')
    // The captcha has solved itself by now.
    await expect(page.getByText('Verified', { exact: true })).toBeVisible()
    await launch(page).click()
    const heading = page.getByRole('heading', { level: 1, name: 'Project Launched!' })
    await expect(heading).toBeFocused()
    await expect(page.getByText('Project submitted successfully! Our team will review it soon.')).toBeVisible()
    await page.getByRole('link', { name: 'See your project' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Solar clock' })).toBeVisible()
    await expect(page.getByText('In Review', { exact: true })).toBeVisible()
  })

  test('technologies are trimmed and unique, by Enter and by the button', async ({ page }) => {
    await page.goto('/submit-project')
    const box = page.getByRole('textbox', { name: 'Technologies' })
    const tags = page.getByRole('button', { name: /^Remove / })
    await box.fill('  Rust  ')
    await box.press('Enter')
    await expect(page.getByRole('button', { name: 'Remove Rust', exact: true })).toBeVisible()
    await box.fill('React')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await box.fill('Rust ')
    await box.press('Enter')
    await box.fill('   ')
    await box.press('Enter')
    await expect(tags).toHaveCount(2)
    await page.getByRole('button', { name: 'Remove Rust', exact: true }).click()
    await expect(tags).toHaveCount(1)
  })

  test('the counter follows the typing, and says when the text is too long', async ({ page }) => {
    await page.goto('/submit-project')
    const short = page.getByLabel('Short Description')
    await expect(page.getByText('0/150')).toBeVisible()
    await short.fill('👩‍🚀 für alle')
    await expect(page.getByText('12/150')).toBeVisible()
    await short.fill('x'.repeat(151))
    await expect(page.getByText('151/150')).toBeVisible()
    await launch(page).click()
    await expect(page.getByText('This can have at most 150 characters')).toBeVisible()
  })

  test('a draft survives a reload and can be discarded', async ({ page }) => {
    await page.goto('/submit-project')
    await page.getByLabel('Title').fill('Half a thought')
    await page.getByRole('textbox', { name: 'Technologies' }).fill('Zig')
    await page.keyboard.press('Enter')
    await expect.poll(() => draftOf(page, 'project/new')).toContain('Zig')
    await page.reload()
    await expect(page.getByLabel('Title')).toHaveValue('Half a thought')
    await expect(page.getByText('Your draft is back.')).toBeVisible()
    await page.getByRole('button', { name: 'Discard draft' }).click()
    await expect(page.getByLabel('Title')).toHaveValue('')
    await expect.poll(() => draftOf(page, 'project/new')).toBeNull()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByLabel('Title')).toHaveValue('Half a thought')
  })

  test('a team is searched, filled and reduced by keyboard', async ({ page }) => {
    await page.goto('/submit-project')
    const box = page.getByLabel('Team Members')
    const found = page.getByRole('list', { name: 'Found members' }).getByRole('button')
    await box.fill('an')
    const name = (await found.first().locator('bdi').textContent())!
    await box.press('Enter')
    const team = page.getByRole('list', { name: 'Team', exact: true })
    await expect(team.getByRole('listitem')).toHaveText([new RegExp(name)])
    await expect(box).toHaveValue('')
    await expect(box).toBeFocused()
    await box.fill(name)
    await expect(page.getByRole('status').filter({ hasText: `${name} added` })).toHaveCount(1)
    await team.getByRole('button', { name: `Remove ${name}` }).press('Enter')
    await expect(team).toHaveCount(0)
  })
})

test('pictures are added, described, ordered and removed; a wrong file is refused', async ({ page, server, member }) => {
  const [project] = await mine(server, member)
  await page.goto(`/projects/${project!._id}/edit`)
  const choose = (name: string, buffer: Buffer) => page.getByLabel('Choose a picture').setInputFiles({ name, mimeType: 'image/png', buffer })
  const region = page.locator('section', { has: page.getByRole('heading', { name: 'Pictures' }) })
  const rows = region.getByRole('listitem')
  const before = await rows.count()
  await choose('words.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
  await expect(region.getByText('A picture must be a PNG, JPEG or WebP file')).toBeVisible()
  await choose('large.png', Buffer.alloc(5 * 1024 * 1024 + 1))
  await expect(region.getByText('A picture can have at most 5 MB')).toBeVisible()
  await choose('one.png', png())
  await expect(rows).toHaveCount(before + 1)
  await expect(region.getByText('A picture can have at most 5 MB')).toHaveCount(0)
  await choose('two.png', png(64, 40, [40, 90, 160]))
  await expect(rows).toHaveCount(before + 2)

  const described = async () => (await read<{ pictures: { alt: string }[] }>(server, `/projects/${project!._id}`, member)).pictures.map((one) => one.alt)
  await rows.last().getByRole('textbox').fill('The editor at night')
  await rows.last().getByRole('textbox').blur()
  await expect.poll(async () => (await described()).at(-1)).toBe('The editor at night')
  await region.getByRole('button', { name: `Move picture ${before + 2} up` }).click()
  await expect.poll(async () => (await described()).at(-2)).toBe('The editor at night')
  await expect(rows.nth(before).getByRole('img')).toHaveAttribute('alt', 'The editor at night')
  await region.getByRole('button', { name: `Remove picture ${before + 2}` }).click()
  await expect(rows).toHaveCount(before + 1)
  expect(await described()).toHaveLength(before + 1)
})

test('withdrawing asks first and names the project', async ({ page, server, member }) => {
  const project = (await mine(server, member)).at(-1)!
  await page.goto('/projects/mine')
  const card = page.getByRole('main').getByRole('listitem').filter({ has: page.getByRole('heading', { name: project.title, exact: true }) })
  await card.getByRole('button', { name: 'Withdraw' }).click()
  const dialog = page.getByRole('dialog', { name: `Withdraw “${project.title}”?` })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(card).toBeVisible()
  await card.getByRole('button', { name: 'Withdraw' }).click()
  await dialog.getByRole('button', { name: 'Withdraw project' }).click()
  await expect(page.getByText('Project withdrawn.')).toBeVisible()
  await expect(card).toHaveCount(0)
})

test('an owner finds Edit on the page, and a team member can leave', async ({ page, server, member }) => {
  const [own] = await mine(server, member)
  await page.goto(`/projects/${own!._id}`)
  await expect(page.getByRole('link', { name: 'Edit Project' })).toHaveAttribute('href', `/projects/${own!._id}/edit`)
  const team = (await read<Mine[]>(server, '/users/me/projects?limit=50', member)).find((one) => !one.isOwner)!
  await page.goto(`/projects/${team._id}`)
  await expect(page.getByRole('link', { name: 'Edit Project' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Leave the team' }).click()
  await page.getByRole('dialog', { name: `Leave the team of “${team.title}”?` }).getByRole('button', { name: 'Leave team' }).click()
  await expect(page.getByText('You have left the team.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Leave the team' })).toHaveCount(0)
})

test('an upvote shows at once, and is undone with a message when refused', async ({ page, server }) => {
  const project = await popular(server)
  await page.goto(`/projects/${project._id}`)
  const button = page.getByRole('main').getByRole('button', { name: /^Upvote/ })
  const pressed = (await button.getAttribute('aria-pressed')) === 'true'
  let answer = () => {}
  const held = new Promise<void>((go) => (answer = go))
  await page.route('**/upvote', async (route) => {
    await held
    await route.fulfill({ status: 429, json: { message: 'That was too quick.', code: 'busy' } })
  })
  await button.click()
  await expect(button).toHaveAttribute('aria-pressed', String(!pressed))
  answer()
  await expect(page.getByText('That was too quick.')).toBeVisible()
  await expect(button).toHaveAttribute('aria-pressed', String(pressed))
  await page.unroute('**/upvote')
  await button.click()
  await expect(button).toHaveAttribute('aria-pressed', String(!pressed))
  await page.reload()
  await expect(button).toHaveAttribute('aria-pressed', String(!pressed))
})

test('an ended session says so, and typed text is kept', async ({ page, server }) => {
  const project = await popular(server)
  await page.goto(`/projects/${project._id}`)
  await page.getByLabel('Your comment').fill('Too long in the tab')
  await page.route('**/comment', (route) => route.fulfill({ status: 401, json: { message: 'no', code: 'unauthorized' } }))
  await page.getByRole('button', { name: 'Post Comment' }).click()
  await expect(page.getByText('Session expired. Please log in again.')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Login to comment' })).toHaveAttribute('href', `/login?returnTo=${encodeURIComponent(`/projects/${project._id}#comments`)}`)
  expect(await draftOf(page, `comment/${project._id}`)).toContain('Too long in the tab')
})

test('members edit and delete their own comments; an admin deletes another member’s comment', async ({ page, browser, server, member, admin }) => {
  const [project] = await mine(server, member)
  await page.goto(`/projects/${project!._id}`)
  const comments = page.locator('#comments')
  const write = async (text: string) => {
    await page.getByLabel('Your comment').fill(text)
    await page.getByRole('button', { name: 'Post Comment' }).click()
    await expect(comments.getByText(text, { exact: true })).toBeVisible()
  }
  await expect(page.getByRole('button', { name: 'Post Comment' })).toBeDisabled()
  await write('First words')
  await write('Words for the broom')
  const own = comments.getByRole('listitem').filter({ hasText: 'First words' })
  await own.getByRole('button', { name: 'Edit' }).click()
  const box = page.getByLabel('Edit your comment')
  await expect(box).toBeFocused()
  await box.fill('Second thoughts')
  await comments.getByRole('button', { name: 'Save', exact: true }).click()
  const edited = comments.getByRole('listitem').filter({ hasText: 'Second thoughts' })
  await expect(edited.getByText('edited')).toBeVisible()
  await expect(edited.getByRole('button', { name: 'Edit' })).toBeFocused()
  await edited.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog', { name: 'Delete your comment?' }).getByRole('button', { name: 'Delete comment' }).click()
  await expect(edited).toHaveCount(0)

  const other = await pageOf(browser, server, admin.state)
  await other.goto(`/projects/${project!._id}`)
  const foreign = other.locator('#comments').getByRole('listitem').filter({ hasText: 'Words for the broom' })
  await expect(foreign.getByRole('button', { name: 'Edit' })).toHaveCount(0)
  await foreign.getByRole('button', { name: 'Delete' }).click()
  await other.getByRole('dialog', { name: `Delete the comment of ${member.name}?` }).getByRole('button', { name: 'Delete comment' }).click()
  await expect(foreign).toHaveCount(0)
})

test('similar projects are below', async ({ page, server }) => {
  const project = await popular(server)
  const similar = await read<{ title: string }[]>(server, `/projects/${project._id}/similar`)
  expect(similar.length).toBeGreaterThan(0)
  await page.goto(`/projects/${project._id}`)
  const section = page.locator('section', { has: page.getByRole('heading', { name: 'Similar Projects' }) })
  await expect(section.getByRole('heading', { level: 3 })).toHaveText(similar.map((one) => one.title))
})
