// What members do with projects: submitting, editing, pictures, withdrawing, upvotes and comments.
import type { Locator, Page } from '@playwright/test'
import { ask, pageOf, type Account } from './support/accounts'
import type { Server } from './support/server'
import { draftOf } from './support/drafts'
import { png } from './support/images'
import { expect, memberTest as test, NO_CAPTCHA } from './support/test'

type Mine = { _id: string; title: string; status: string; isOwner: boolean }

test.use({ demo: true })

/** All but the first submission do without a captcha. */
const openTest = test.extend({ env: [NO_CAPTCHA, { scope: 'worker' }] })

const read = async <T>(server: Server, path: string, who = { token: '' }) => (await ask(server, who, path)).body as T
const mine = async (server: Server, member: Account) => (await read<Mine[]>(server, '/users/me/projects?limit=50', member)).filter((one) => one.isOwner && one.status === 'Approved')
const popular = async (server: Server) => (await read<{ _id: string; title: string; upvoteCount: number }[]>(server, '/projects?sort=popular'))[0]!

const launch = (page: Page) => page.getByRole('button', { name: 'Launch My Project' })
const description = (page: Page) => page.getByLabel('Description', { exact: true })

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
    // A failure without words keeps the text and says which one it was.
    await page.route('**/api/projects', (route) => route.fulfill({ status: 500, json: { message: 'no', code: 'internal' } }), { times: 1 })
    await launch(page).click()
    await expect(page.getByText('Failed to submit project')).toBeVisible()
    await launch(page).click()
    const heading = page.getByRole('heading', { level: 1, name: 'Project Launched!' })
    await expect(heading).toBeFocused()
    await expect(page.getByText('Project submitted successfully! Our team will review it soon.')).toBeVisible()
    await page.getByRole('link', { name: 'See your project' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Solar clock' })).toBeVisible()
    await expect(page.getByText('In Review', { exact: true })).toBeVisible()
  })

  openTest('technologies are trimmed and unique, by Enter and by the button', async ({ page }) => {
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

  openTest('the counter follows the typing, and says when the text is too long', async ({ page }) => {
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

  openTest('a draft survives a reload and can be discarded', async ({ page }) => {
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

  openTest('a team is searched, filled and reduced by keyboard', async ({ page }) => {
    await page.goto('/submit-project')
    const box = page.getByLabel('Team Members')
    const found = page.getByRole('list', { name: 'Found members' }).getByRole('button')
    await box.fill('an')
    const name = (await found.first().locator('bdi').textContent())!
    await box.press('Enter')
    const team = page.getByRole('list', { name: 'Team', exact: true })
    await expect(team.getByRole('listitem')).toHaveCount(1)
    await expect(team.getByRole('listitem')).toContainText(name)
    await expect(box).toHaveValue('')
    await expect(box).toBeFocused()
    await box.fill(name)
    await expect(page.getByRole('status').filter({ hasText: `${name} added` })).toHaveCount(1)
    await team.getByRole('button', { name: `Remove ${name}` }).press('Enter')
    await expect(team).toHaveCount(0)
  })
})

openTest('pictures are added, described, ordered and removed; a wrong file is refused', async ({ page, server, member }) => {
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

openTest('withdrawing asks first and names the project', async ({ page, server, member }) => {
  const project = (await mine(server, member)).at(-1)!
  const follow = async (entry: string) => {
    await page.getByRole('banner').getByRole('button', { name: member.name.split(' ')[0]!, exact: true }).click()
    await page.getByRole('menuitem', { name: entry }).click()
  }
  const onProfile = page.getByRole('main').getByRole('heading', { name: project.title, exact: true })
  await page.goto('/profile')
  await expect(onProfile).toBeVisible()
  await follow('My Projects')
  const card = page.getByRole('main').getByRole('listitem').filter({ has: page.getByRole('heading', { name: project.title, exact: true }) })
  await card.getByRole('button', { name: 'Withdraw' }).click()
  const dialog = page.getByRole('dialog', { name: `Withdraw “${project.title}”?` })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(card).toBeVisible()
  await card.getByRole('button', { name: 'Withdraw' }).click()
  await dialog.getByRole('button', { name: 'Withdraw project' }).click()
  await expect(page.getByText('Project withdrawn.')).toBeVisible()
  await expect(card).toHaveCount(0)
  // The profile that was seen before is gone, too.
  await follow('My Profile')
  await expect(page.getByRole('tab', { name: /^Projects/ })).toBeVisible()
  await expect(onProfile).toHaveCount(0)
})

openTest('an owner finds Edit on the page, and a team member can leave', async ({ page, server, member }) => {
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

openTest('an upvote shows at once, and is undone with a message when refused', async ({ page, server }) => {
  const project = await popular(server)
  await page.goto(`/projects/${project._id}`)
  const button = page.getByRole('main').getByRole('button', { name: /^Upvoted? .*so far/ })
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
  const saved = page.waitForResponse('**/upvote')
  await button.click()
  await expect(button).toHaveAttribute('aria-pressed', String(!pressed))
  expect((await saved).status()).toBe(200)
  await page.reload()
  await expect(button).toHaveAttribute('aria-pressed', String(!pressed))
})

openTest('an ended session says so, and typed text is kept', async ({ page, server }) => {
  const project = await popular(server)
  await page.goto(`/projects/${project._id}`)
  await page.getByLabel('Your comment').fill('Too long in the tab')
  await page.route('**/comment', (route) => route.fulfill({ status: 401, json: { message: 'no', code: 'unauthorized' } }))
  await page.getByRole('button', { name: 'Post Comment' }).click()
  await expect(page.getByText('Session expired. Please log in again.')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Login to comment' })).toHaveAttribute('href', `/login?returnTo=${encodeURIComponent(`/projects/${project._id}#comments`)}`)
  expect(await draftOf(page, `comment/${project._id}`)).toContain('Too long in the tab')
})

openTest('members edit and delete their own comments; an admin deletes another member’s comment', async ({ page, browser, server, member, admin }) => {
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
  // The focus stays where one writes; the comment is announced, and in view.
  await expect(page.getByLabel('Your comment')).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: 'Comment posted.' })).toHaveCount(1)
  await expect(comments.getByText('First words', { exact: true })).toBeInViewport()
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

openTest('similar projects are below', async ({ page, server }) => {
  const project = await popular(server)
  const similar = await read<{ title: string }[]>(server, `/projects/${project._id}/similar`)
  expect(similar.length).toBeGreaterThan(0)
  await page.goto(`/projects/${project._id}`)
  const section = page.locator('section', { has: page.getByRole('heading', { name: 'Similar Projects' }) })
  await expect(section.getByRole('heading', { level: 3 })).toHaveText(similar.map((one) => one.title))
})

type File = { name: string; mimeType: string; buffer: Buffer }

const section = (page: Page) => page.locator('section', { has: page.getByRole('heading', { name: 'Pictures', exact: true }) })
const rows = (within: Locator) => within.getByRole('listitem')
const choose = (page: Page, ...files: File[]) => page.getByLabel('Choose a picture').setInputFiles(files)
const picture = (name: string, colour: number[]): File => ({ name, mimeType: 'image/png', buffer: png(64, 40, colour) })

async function fill(page: Page, title: string) {
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Short Description').fill('A clock for the roof')
  await page.getByLabel('Description', { exact: true }).fill('It shows the sun.')
  await page.getByRole('textbox', { name: 'Technologies' }).fill('Rust')
  await page.getByLabel('GitHub Link').fill('https://github.com/example/solar-clock')
}

/** A noisy JPEG of more than 5 MB with a red corner at the top left, of a camera that was held upright (orientation 6). */
async function photo(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(async () => {
    const canvas = document.createElement('canvas')
    ;[canvas.width, canvas.height] = [2400, 1600]
    const context = canvas.getContext('2d')!
    const noise = context.createImageData(canvas.width, canvas.height)
    const words = new Uint32Array(noise.data.buffer)
    let seed = 1
    for (let at = 0; at < words.length; at++) words[at] = (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) | 0xff000000
    context.putImageData(noise, 0, 0)
    context.fillStyle = '#f00'
    context.fillRect(0, 0, 600, 600)
    const blob = await new Promise<Blob>((done) => canvas.toBlob((made) => done(made!), 'image/jpeg', 1))
    const address = await new Promise<string>((done) => {
      const reader = new FileReader()
      reader.onload = () => done(reader.result as string)
      reader.readAsDataURL(blob)
    })
    return address.slice(address.indexOf(',') + 1)
  })
  const exif = Buffer.from('ffe100224578696600004d4d002a00000008000101120003000000010006000000000000', 'hex')
  const plain = Buffer.from(base64, 'base64')
  return Buffer.concat([plain.subarray(0, 2), exif, plain.subarray(2)])
}

openTest('pictures are chosen with the submission; what fails on the way is sent again', async ({ page, member }) => {
  await page.goto('/submit-project')
  await fill(page, 'Pictured clock')
  await choose(page, picture('dial.png', [200, 90, 40]), picture('hands.png', [40, 90, 160]), { name: 'words.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await expect(rows(section(page))).toHaveCount(3)
  await choose(page, { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') })
  await expect(section(page).getByText('notes.txt: A picture must be a PNG, JPEG or WebP file')).toBeVisible()
  await page.getByLabel('What the cover shows').fill('The dial at noon')
  await page.getByRole('button', { name: 'Move picture 2 up' }).click()
  await expect(page.getByLabel('What picture 2 shows')).toHaveValue('The dial at noon')

  // They are there after a look at another page.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Events' }).click()
  await page.goBack()
  await expect(rows(section(page))).toHaveCount(3)

  let lost = false
  await page.route('**/pictures?*', async (route) => {
    if (lost || !route.request().url().includes('dial')) return route.continue()
    // The server has stored it, but its answer does not arrive.
    lost = true
    await route.fetch()
    return route.abort()
  })
  await page.getByRole('button', { name: 'Launch My Project' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Project Launched!' })).toBeVisible()
  const pictures = page.getByRole('region', { name: 'Pictures' })
  await expect(pictures.getByText('2 of 3 pictures are there. Your project is safe; the others can be sent again.')).toBeVisible()
  expect(lost).toBe(true)
  await expect(rows(pictures).filter({ hasText: 'words.png' })).toContainText('A picture must be a PNG, JPEG or WebP file')
  await pictures.getByRole('button', { name: 'Send again' }).click()
  await expect(pictures.getByText(/^2 of 3 pictures are there/)).toBeVisible()

  const [made] = await member.ask<{ _id: string }[]>('GET', '/users/me/projects?limit=1')
  const { pictures: stored } = await member.ask<{ pictures: { alt: string }[] }>('GET', `/projects/${made!._id}`)
  expect(stored.map(({ alt }) => alt)).toEqual(['', 'The dial at noon'])
  // The one that was refused waits no longer for the next project.
  await page.getByRole('button', { name: 'Submit another' }).click()
  await expect(page.getByRole('heading', { name: 'Project Submission Form' })).toBeVisible()
  await expect(rows(section(page))).toHaveCount(0)
})

openTest('a photo that is too large is made smaller here, upright and in its colours; a cut one is refused', async ({ page, member }) => {
  const mine = await member.ask<{ _id: string; isOwner: boolean; status: string }[]>('GET', '/users/me/projects?limit=50')
  const { _id } = mine.find((one) => one.isOwner && one.status === 'Approved')!
  await page.goto(`/projects/${_id}/edit`)
  const large = await photo(page)
  expect(large.length).toBeGreaterThan(5 * 1024 * 1024)
  const before = await rows(section(page)).count()
  await choose(page, { name: 'cut.jpg', mimeType: 'image/jpeg', buffer: large.subarray(0, large.length - 400_000) })
  await expect(section(page).getByText(/^A picture can have at most 5 MB, and this one cannot be made smaller/)).toBeVisible()
  await choose(page, { name: 'large.jpg', mimeType: 'image/jpeg', buffer: large })
  await expect(section(page).getByText(/^Made smaller before it is sent: from \d+\.\d MB to \d\.\d MB, [\d,]+ × [\d,]+ pixels\.$/)).toBeVisible({ timeout: 20_000 })
  await expect(rows(section(page))).toHaveCount(before + 1, { timeout: 20_000 })
  await expect(section(page).getByText('A picture can have at most 5 MB')).toHaveCount(0)

  const { pictures } = await member.ask<{ pictures: { fullUrl: string; width: number; height: number }[] }>('GET', `/projects/${_id}`)
  const { fullUrl, width, height } = pictures.at(-1)!
  expect(height).toBeGreaterThan(width)
  const corner = await page.evaluate(async (address) => {
    const bitmap = await createImageBitmap(await (await fetch(address)).blob())
    const canvas = document.createElement('canvas')
    ;[canvas.width, canvas.height] = [bitmap.width, bitmap.height]
    const context = canvas.getContext('2d')!
    context.drawImage(bitmap, 0, 0)
    return [...context.getImageData(bitmap.width - 40, 40, 1, 1).data]
  }, fullUrl)
  const [red, green, blue] = corner as [number, number, number]
  expect(red).toBeGreaterThan(230)
  expect(Math.max(green, blue)).toBeLessThan(40)
})
