import type { APIRequestContext, Page } from '@playwright/test'
import { withoutAnswers } from './support/pages'
import { expect, memberTest, test } from './support/test'

test.use({ demo: true })

type Listed = { _id: string; title: string; category: string; techStack: string[]; upvoteCount: number; commentCount: number; popular: boolean; githubLink: string }

async function list(request: APIRequestContext, query = ''): Promise<{ items: Listed[]; total: number }> {
  const response = await request.get(`/api/projects?limit=24${query}`)
  return { items: await response.json(), total: Number(response.headers()['x-total-count']) }
}

const titles = (page: Page) => page.getByRole('main').getByRole('article').getByRole('heading', { level: 3 })
const names = (items: Listed[]) => items.map((one) => one.title)
const count = (page: Page) => page.getByText(/^Showing [\d,]+ of [\d,]+ projects$/)

test.describe('the list', () => {
  test('shows a page of projects, newest first, and says how many there are', async ({ page, request }) => {
    const { items, total } = await list(request)
    await page.goto('/projects')
    await expect(page.getByRole('heading', { level: 1, name: 'Innovation Showcase' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Share Your Innovation' })).toHaveAttribute('href', '/submit-project')
    await expect(count(page)).toHaveText(`Showing ${items.length} of ${total} projects`)
    await expect(titles(page)).toHaveText(names(items))
  })

  test('a card shows what a project is and links to its page', async ({ page, request }) => {
    const { items } = await list(request, '&sort=popular')
    const at = items.findIndex((one) => one.techStack.length > 4)
    const project = items[at]!
    await page.goto('/projects?sort=popular')
    const card = page.getByRole('article').nth(at)
    await expect(card.getByText('Approved')).toBeVisible()
    await expect(card.getByText('Popular')).toHaveCount(project.popular ? 1 : 0)
    await expect(card.getByText(`${project.upvoteCount.toLocaleString('en-US')} upvote`)).toHaveCount(1)
    const tags = card.getByRole('list', { name: 'Technologies' })
    await expect(tags.getByRole('link').locator('bdi')).toHaveText(project.techStack.slice(0, 4))
    await expect(tags.getByText(`+${project.techStack.length - 4} more`)).toBeVisible()
    await expect(card.getByRole('link', { name: 'GitHub' })).toHaveAttribute('href', project.githubLink)
    await card.getByRole('link', { name: 'View Details' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(project.title)
  })

  test('category, sort, Featured Only and tags live in the address', async ({ page, request }) => {
    await page.goto('/projects')
    await expect(titles(page).first()).toBeVisible()
    await page.getByLabel('Category').selectOption({ label: 'Web Development' })
    await expect(page).toHaveURL('/projects?category=web')
    const web = await list(request, '&category=web')
    await expect(count(page)).toHaveText(`Showing ${web.items.length} of ${web.total} projects`)

    await page.getByLabel('Sort by').selectOption('alphabetical')
    await expect(page).toHaveURL('/projects?category=web&sort=alphabetical')
    await expect(titles(page)).toHaveText(names((await list(request, '&category=web&sort=alphabetical')).items))

    await page.goBack()
    await page.goBack()
    await expect(page).toHaveURL('/projects')
    await expect(page.getByLabel('Category')).toHaveValue('all')

    await page.getByRole('button', { name: 'Featured Only' }).click()
    await expect(page).toHaveURL('/projects?featured=true')
    await expect(titles(page)).toHaveText(names((await list(request, '&featured=true')).items))
    await page.reload()
    await expect(page.getByRole('button', { name: 'Featured Only' })).toHaveAttribute('aria-pressed', 'true')

    const tag = page.getByRole('list', { name: 'Technologies' }).getByRole('link').locator('bdi').first()
    const name = (await tag.textContent())!
    await tag.click()
    await expect(page).toHaveURL((url) => url.searchParams.get('tag') === name && url.searchParams.size === 1)
    await expect(count(page)).toHaveText(`Showing ${(await list(request, `&tag=${encodeURIComponent(name)}`)).items.length} of ${(await list(request, `&tag=${encodeURIComponent(name)}`)).total} projects`)
    await page.getByRole('link', { name: `Remove the tag ${name}` }).click()
    await expect(page).toHaveURL('/projects')
  })

  test('searches during typing and keeps the focus', async ({ page, request }) => {
    const { items } = await list(request)
    const word = items[3]!.title.split(' ')[0]!
    await page.goto('/projects?page=2')
    const search = page.getByRole('searchbox', { name: 'Search projects' })
    await search.pressSequentially(word, { delay: 40 })
    await expect(page).toHaveURL((url) => url.searchParams.get('search') === word && !url.searchParams.has('page'))
    const found = await list(request, `&search=${encodeURIComponent(word)}`)
    await expect(titles(page)).toHaveText(names(found.items))
    await expect(search).toBeFocused()
    await expect(search).toHaveValue(word)
    await page.keyboard.press('Escape')
    await expect(count(page)).toContainText(`of ${(await list(request)).total} projects`)
    await expect(search).toBeFocused()
  })

  test('a click right after typing opens its page, and Back returns to the search', async ({ page, request }) => {
    const { items } = await list(request)
    const word = items[0]!.title.split(' ')[0]!
    await page.route('**/ProjectPage-*.js', async (route) => {
      await new Promise((done) => setTimeout(done, 600))
      await route.continue()
    })
    await page.goto('/projects')
    await expect(titles(page).first()).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search projects' }).fill(word)
    await titles(page).first().getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1, name: items[0]!.title })).toBeVisible()
    await expect(page).toHaveURL(`/projects/${items[0]!._id}`)
    await page.goBack()
    await expect(page).toHaveURL((url) => url.searchParams.get('search') === word)
  })

  test('pages with real links, and Back returns to the old position', async ({ page, request }) => {
    const second = await list(request, '&offset=24')
    await page.goto('/projects')
    await page.getByRole('navigation', { name: 'Pages of projects' }).getByRole('link', { name: 'Page 2' }).click()
    await expect(page).toHaveURL('/projects?page=2')
    await expect(titles(page)).toHaveText(names(second.items))
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    await expect(page.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page')

    const card = page.getByRole('article').nth(7)
    await card.scrollIntoViewIfNeeded()
    // The page has heard of this position when its listeners were called.
    const before = await page.evaluate(() => new Promise<number>((heard) => {
      addEventListener('scroll', () => heard(scrollY), { once: true })
      scrollBy({ top: 200, behavior: 'instant' })
    }))
    expect(before).toBeGreaterThan(300)
    await card.getByRole('heading').getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(second.items[7]!.title)
    await page.goBack()
    await expect(titles(page).first()).toBeVisible()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(before)
  })

  test('the current page stays until the next one has loaded', async ({ page }) => {
    await page.goto('/projects')
    await expect(titles(page).first()).toBeVisible()
    await page.route('**/api/projects?*sort=popular*', async (route) => {
      await new Promise((go) => setTimeout(go, 400))
      await route.continue()
    })
    await page.getByLabel('Sort by').selectOption('popular')
    await expect(page.locator('ul[aria-busy=true]')).toBeVisible()
    await expect(titles(page).first()).toBeVisible()
    await expect(page.locator('ul[aria-busy=false]')).toBeVisible()
  })

  test('an empty result says what to do', async ({ page }) => {
    await page.goto('/projects?search=zzzzqqqq')
    await expect(page.getByRole('heading', { name: 'No Projects Found' })).toBeVisible()
    await expect(page.getByText('Try adjusting your filters or search terms')).toBeVisible()
    await expect(count(page)).toHaveText('Showing 0 of 0 projects')
    await page.getByRole('button', { name: 'Clear Filters' }).click()
    await expect(page).toHaveURL('/projects')
    await expect(titles(page).first()).toBeVisible()
  })

  test('an empty community invites people to submit', async ({ page }) => {
    await withoutAnswers(page)
    await page.route('**/api/projects?*', (route) => route.fulfill({ json: [], headers: { 'X-Total-Count': '0' } }))
    await page.goto('/projects')
    await expect(page.getByText('Be the first to submit a project!')).toBeVisible()
  })

  test('a failure is shown and can be retried', async ({ page }) => {
    let broken = true
    await withoutAnswers(page)
    await page.route('**/api/projects?*', (route) => (broken ? route.fulfill({ status: 500, json: { message: 'no', code: 'internal' } }) : route.continue()))
    await page.goto('/projects')
    await expect(page.getByRole('heading', { name: 'Oops! Something went wrong' })).toBeVisible({ timeout: 10_000 })
    await expect(page.getByText('Failed to load projects')).toBeVisible()
    broken = false
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(titles(page).first()).toBeVisible()
  })

  test('a card without usable data says so, and the others stay', async ({ page, request }) => {
    const { items } = await list(request)
    await withoutAnswers(page)
    await page.route('**/api/projects?*', (route) => route.fulfill({ json: [null, { ...items[0], title: '' }, items[1]], headers: { 'X-Total-Count': '3' } }))
    await page.goto('/projects')
    await expect(page.getByText('Invalid project data')).toHaveCount(2)
    await expect(titles(page)).toHaveText([items[1]!.title])
  })
})

memberTest.describe('the list of a member', () => {
  memberTest('a vote is one press on the card, and outlives a lost answer', async ({ page, member }) => {
    const items = await member.ask<(Listed & { hasUpvoted: boolean })[]>('GET', '/projects?limit=24')
    const at = items.findIndex((one) => !one.hasUpvoted)
    const { title, upvoteCount, _id } = items[at]!
    // The server gets the vote, and its answer is lost.
    let lost = 0
    await page.route('**/upvote', async (route) => {
      if (lost++) return route.continue()
      await route.fetch()
      await route.abort('connectionreset')
    })
    await page.goto('/projects')
    const vote = page.getByRole('button', { name: `Upvote ${title}` })
    await expect(vote).toHaveAttribute('aria-pressed', 'false')
    await vote.click()
    await expect(vote).toHaveAttribute('aria-pressed', 'true')
    await expect(vote).toContainText(String(upvoteCount + 1))
    await expect.poll(() => lost).toBe(2)
    const seen = () => member.ask<Listed & { hasUpvoted: boolean }>('GET', `/projects/${_id}`)
    await expect.poll(async () => (await seen()).upvoteCount).toBe(upvoteCount + 1)
    await expect(vote).toHaveAttribute('aria-pressed', 'true')
    await vote.click()
    await expect(vote).toHaveAttribute('aria-pressed', 'false')
    await expect.poll(async () => (await seen()).upvoteCount).toBe(upvoteCount)
  })
})

test.describe('on a phone', () => {
  test('a page of projects is short, and its choices are read whole', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/projects')
    await expect(titles(page)).toHaveCount(24)
    expect(await page.evaluate(() => document.documentElement.scrollHeight / innerHeight)).toBeLessThan(8.5)
    await page.setViewportSize({ width: 320, height: 568 })
    for (const label of ['Category', 'Sort by']) {
      const cut = await page.getByLabel(label).evaluate((select: HTMLSelectElement) => {
        const pen = document.createElement('canvas').getContext('2d')!
        pen.font = getComputedStyle(select).font
        const { paddingLeft, paddingRight } = getComputedStyle(select)
        const room = select.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)
        return [...select.options].filter((option) => pen.measureText(option.label).width > room).map((option) => option.label)
      })
      expect(cut, label).toEqual([])
    }
    const small = await page.getByRole('main').locator('button, select, input, nav a').evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().height < 44 && one.checkVisibility()).map((one) => one.outerHTML.slice(0, 90)))
    expect(small).toEqual([])
  })

  test('what is laid out late is reached by its address, and by the way back', async ({ page, request }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    const [project] = (await list(request, '&sort=popular')).items
    const comments = (await (await request.get(`/api/projects/${project!._id}/comments`)).json()) as { _id: string }[]
    await page.goto(`/projects/${project!._id}#comment-${comments.at(-1)!._id}`)
    const last = page.locator(`#comment-${comments.at(-1)!._id}`)
    await expect(last).toBeInViewport()
    const similar = page.getByRole('article').last()
    await similar.scrollIntoViewIfNeeded()
    await similar.getByRole('heading').getByRole('link').click()
    await expect(page).not.toHaveURL(new RegExp(project!._id))
    await page.goBack()
    await expect(similar).toBeInViewport()
    await page.reload()
    await expect(similar).toBeInViewport()
  })
})

test.describe('one project', () => {
  test('shows everything about the project', async ({ page, request }) => {
    const { items } = await list(request, '&sort=popular')
    const project = await (await request.get(`/api/projects/${items[0]!._id}`)).json()
    await page.goto(`/projects/${project._id}`)
    await expect(page).toHaveTitle(new RegExp(`^${escape(project.title)} · `))
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { level: 1 })).toHaveText(project.title)
    await expect(main.getByText('Approved', { exact: true }).first()).toBeVisible()
    await expect(main.getByText(project.projectId)).toBeVisible()
    await expect(main.getByRole('heading', { name: 'Tech Stack' })).toBeVisible()
    await expect(main.getByRole('list', { name: 'Technologies' }).first().getByRole('link').locator('bdi')).toHaveText(project.techStack)
    await expect(main.getByRole('link', { name: 'GitHub Repository' })).toHaveAttribute('href', project.githubLink)
    await expect(main.getByRole('link', { name: 'Live Demo' })).toHaveCount(project.demoLink ? 1 : 0)
    await expect(main.getByRole('heading', { name: 'Project Achievements' })).toBeVisible()
    await expect(main.getByText(`${project.upvoteTier.threshold.toLocaleString('en-US')} or more upvotes`)).toBeVisible()
    const owner = main.getByRole('link', { name: /Project Owner$/ })
    await expect(owner).toContainText(project.submittedBy.name)
    await expect(owner).toHaveAttribute('href', `/profile/${project.submittedBy._id}`)
    await expect(main.getByText('Submitted On')).toBeVisible()
    for (const member of project.team) await expect(main.getByRole('link', { name: member.name, exact: true }).first()).toBeVisible()
  })

  test('is shared by its address, and a button jumps to the comments', async ({ page, request, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const { items } = await list(request)
    await page.goto(`/projects/${items[0]!._id}`)
    await page.getByRole('button', { name: 'Share Project' }).click()
    await expect(page.getByRole('button', { name: 'Link Copied!' })).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())
    await page.getByRole('button', { name: 'Jump to Comments' }).click()
    await expect(page.getByRole('heading', { name: /^Comments/ })).toBeFocused()
    await expect(page.getByRole('heading', { name: /^Comments/ })).toBeInViewport()
  })

  test('comments load page by page; no comments are an invitation', async ({ page, request }) => {
    const { items } = await list(request)
    const address = `/projects/${items[0]!._id}`
    const comment = (at: number) => ({ _id: `c${at}`, user: { _id: 'u', name: `Person ${at}`, profilePicture: '' }, text: `Remark ${at}`, timestamp: '2026-01-02T03:04:05Z', canEdit: false, canDelete: false })
    // Each page begins after the last entry of the one before, so it matters to nobody how many there are by now.
    await withoutAnswers(page)
    await page.route('**/comments?*', (route) => {
      const last = Number(new URL(route.request().url()).searchParams.get('after') ?? 0)
      const more = last + 20 < 45
      return route.fulfill({ json: Array.from({ length: more ? 20 : 45 - last }, (_, at) => comment(last + at + 1)), headers: { 'X-Total-Count': '45', ...(more && { 'X-Next': String(last + 20) }) } })
    })
    await page.goto(address)
    await expect(page.getByRole('heading', { name: 'Comments (45)' })).toBeVisible()
    await expect(page.getByText(/^Remark \d+$/)).toHaveCount(20)
    await page.getByRole('button', { name: 'Show More Comments' }).click()
    await expect(page.getByText(/^Remark \d+$/)).toHaveCount(40)
    await page.getByRole('button', { name: 'Show More Comments' }).click()
    await expect(page.getByText('Remark 45', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Show More Comments' })).toHaveCount(0)

    await page.unrouteAll()
    await page.route('**/comments?*', (route) => route.fulfill({ json: [], headers: { 'X-Total-Count': '0' } }))
    await page.reload()
    await expect(page.getByText('No comments yet. Be the first to comment!')).toBeVisible()
  })

  test('comments that fail to load leave the project readable', async ({ page, request }) => {
    const { items } = await list(request)
    await withoutAnswers(page)
    await page.route('**/comments?*', (route) => route.fulfill({ status: 500, json: { message: 'no', code: 'internal' } }))
    await page.goto(`/projects/${items[0]!._id}`)
    await expect(page.getByText('Failed to load comments')).toBeVisible({ timeout: 10_000 })
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(items[0]!.title)
  })

  test('guests are sent to the login to upvote or comment, and return afterwards', async ({ page, request }) => {
    const { items } = await list(request)
    const address = `/projects/${items[0]!._id}`
    await page.goto(address)
    await expect(page.getByPlaceholder('Login to comment')).toBeDisabled()
    await page.getByRole('link', { name: /^Upvote/ }).click()
    await expect(page).toHaveURL((url) => url.pathname === '/login' && url.searchParams.get('returnTo') === address)
    await page.goBack()
    await page.getByRole('link', { name: 'Login to comment' }).click()
    await expect(page).toHaveURL((url) => url.pathname === '/login' && url.searchParams.get('returnTo') === `${address}#comments`)
  })

  test('the address holds the open picture, which closes again', async ({ page, request }) => {
    const { items } = await list(request)
    const address = `/projects/${items[0]!._id}`
    const picture = (at: number) => ({ _id: `p${at}`, alt: `Side ${at}`, cardUrl: '/assets/og-default.png', fullUrl: '/assets/og-default.png', width: 1200, height: at === 1 ? 630 : 2400 })
    await withoutAnswers(page)
    await page.route(`**/api${address}`, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), pictures: [picture(1), picture(2)] } })
    })
    await page.goto(address)
    // On top, whole, one beside the other; arrow keys and buttons lead on.
    const gallery = page.getByRole('region', { name: 'Pictures' })
    await expect(gallery.getByRole('img', { name: 'Side 1' })).toHaveCSS('object-fit', 'contain')
    await expect(gallery.getByRole('img', { name: 'Side 1' })).toBeInViewport()
    await gallery.getByRole('link', { name: 'Side 1' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(gallery.getByText('Picture 2 of 2')).toBeVisible()
    await expect(gallery.getByRole('img', { name: 'Side 2' })).toBeInViewport({ ratio: 0.9 })
    await gallery.getByRole('button', { name: 'Next picture' }).click()
    await expect(gallery.getByText('Picture 1 of 2')).toBeVisible()
    await page.getByRole('link', { name: 'Side 2' }).click()
    await expect(page).toHaveURL(`${address}?picture=2`)
    const dialog = page.getByRole('dialog', { name: 'Picture 2 of 2' })
    await expect(dialog.getByRole('img', { name: 'Side 2' })).toBeVisible()
    // On a phone that lies on its side, too, the buttons are in sight and stay where they are.
    await page.setViewportSize({ width: 844, height: 390 })
    const next = page.getByRole('dialog').getByRole('link', { name: 'Next' })
    await expect(next).toBeInViewport({ ratio: 1 })
    await expect(dialog.getByRole('img', { name: 'Side 2' })).toBeInViewport({ ratio: 1 })
    const place = await next.boundingBox()
    await next.click()
    await expect(page.getByRole('dialog', { name: 'Picture 1 of 2' })).toBeVisible()
    expect(await next.boundingBox()).toEqual(place)
    await page.keyboard.press('ArrowLeft')
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page).toHaveURL(address)
    // The row is at the picture that was seen last.
    await expect(gallery.getByText('Picture 2 of 2')).toBeVisible()
    await expect(gallery.getByRole('link', { name: 'Side 2' })).toBeFocused()
  })

  test('a missing project says so', async ({ page }) => {
    await page.goto('/projects/nothing-here')
    await expect(page.getByRole('heading', { name: 'Project Not Found' })).toBeVisible()
    await expect(page.getByText('The requested project does not exist.')).toBeVisible()
    await expect(page).toHaveTitle(/^Project Not Found · /)
    await page.getByRole('link', { name: 'Browse All Projects' }).click()
    await expect(page).toHaveURL('/projects')
  })

  test('a project that fails to load can be tried again', async ({ page, request }) => {
    const { items } = await list(request)
    let broken = true
    await withoutAnswers(page)
    await page.route(`**/api/projects/${items[0]!._id}`, (route) => (broken ? route.fulfill({ status: 500, json: { message: 'no', code: 'internal' } }) : route.continue()))
    await page.goto(`/projects/${items[0]!._id}`)
    await expect(page.getByText('Failed to load project data')).toBeVisible({ timeout: 10_000 })
    broken = false
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(items[0]!.title)
  })
})

const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
