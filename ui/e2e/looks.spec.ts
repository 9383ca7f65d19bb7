// Other looks of a page. Before it is public: as it will look, with a banner that says so. From a printer: the content, dark on
// white, whatever the theme, without the frame of the site.
import type { Page } from '@playwright/test'
import { addressOf, arrive, PLACES } from './support/pages'
import { pageOf } from './support/accounts'
import { expect, NO_CAPTCHA, test } from './support/test'

test.use({ demo: true, env: NO_CAPTCHA })

const THEMES = ['light', 'dark'] as const

/** The lightness of a computed colour, from 0 to 1; of none, 1: the paper. */
const lightness = (colour: string) => {
  const [red = 255, green = 255, blue = 255, alpha = 1] = (colour.match(/[\d.]+/g) ?? []).map(Number)
  if (colour.startsWith('oklch')) return red
  return alpha === 0 ? 1 : (red + green + blue) / 765
}

/** Printed in this theme: nothing of the frame, and every visible text dark on white. */
async function printed(page: Page, theme: (typeof THEMES)[number]) {
  await page.emulateMedia({ media: 'screen', colorScheme: theme })
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
  await page.emulateMedia({ media: 'print', colorScheme: theme })
  for (const part of ['banner', 'contentinfo'] as const) await expect(page.getByRole(part)).toBeHidden()
  await expect(page.getByRole('button').filter({ visible: true })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeHidden()
  await expect(page.locator('canvas')).toBeHidden()
  // The style of the print may come a frame after the announcement.
  await expect(async () => {
    const texts = await page.evaluate(() => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const found: { text: string; ink: string; papers: string[] }[] = []
      while (walker.nextNode()) {
        const element = walker.currentNode.parentElement!
        const { width, height } = element.getBoundingClientRect()
        if (!walker.currentNode.textContent!.trim() || width < 2 || height < 2 || element.closest('svg, .sr-only')) continue
        const papers: string[] = []
        for (let one: Element | null = element; one; one = one.parentElement) papers.push(getComputedStyle(one).backgroundColor)
        found.push({ text: walker.currentNode.textContent!.trim(), ink: getComputedStyle(element).color, papers })
      }
      return found
    })
    expect(texts.length).toBeGreaterThan(3)
    expect(texts.filter(({ ink }) => lightness(ink) > 0.45).map(({ text, ink }) => `${text}: ${ink}`)).toEqual([])
    expect(texts.filter(({ papers }) => papers.some((paper) => lightness(paper) < 0.85)).map(({ text, papers }) => `${text}: ${papers.join(' on ')}`)).toEqual([])
  }).toPass({ timeout: 5000 })
}

/** How many pages it takes. */
const pages = async (page: Page) => (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)!.length

test('an event and a project', async ({ page, server, admin, member, newcomer }) => {
  for (const name of ['event with a partner', 'project']) {
    await arrive(page, await addressOf(PLACES.find((place) => place.name === name)!, { server, admin, member, newcomer }))
    const title = page.getByRole('heading', { level: 1 })
    for (const theme of THEMES) {
      await printed(page, theme)
      await expect(title).toBeVisible()
    }
    expect(await pages(page), name).toBeLessThan(6)
    await page.emulateMedia({ media: 'screen' })
  }
})

test('a ticket, alone on one page with name and number', async ({ browser, server, admin, member }) => {
  const { event } = await admin.ask<{ event: { _id: string; title: string } }>('POST', '/admin/events', {
    title: 'Evening of the printers',
    description: Array.from({ length: 80 }, (_, at) => `Paragraph ${at} of a long description.`).join('\n\n'),
    date: '2099-05-06',
    time: '18:30',
    mode: 'Offline',
    location: 'The old mill',
    published: true,
  })
  await member.ask('POST', `/events/${event._id}/register`, { captchaToken: '' })
  const { ticket } = await member.ask<{ ticket: string }>('GET', `/events/${event._id}/ticket`)
  const page = await pageOf(browser, server, member.state)
  await page.goto(`/events/${event._id}?ticket=show`)
  const dialog = page.getByRole('dialog', { name: 'Your ticket' })
  await expect(dialog.getByText(ticket, { exact: true })).toBeVisible()
  for (const theme of THEMES) {
    await printed(page, theme)
    for (const text of [event.title, member.name, ticket]) await expect(dialog.getByText(text, { exact: true })).toBeVisible()
    await expect(dialog.getByText('The old mill')).toBeVisible()
    await expect(dialog.getByRole('img', { name: 'The code of your ticket' })).toBeVisible()
    await expect(page.getByText('Paragraph 1 of a long description.')).toBeHidden()
    expect(await pages(page)).toBe(1)
  }
})

test('lists of the admin area, with heads and names and without controls', async ({ browser, server, admin }) => {
  const page = await pageOf(browser, server, admin.state)
  await page.emulateMedia({ media: 'print' })
  await page.goto('/admin/events')
  await expect(page.getByRole('columnheader', { name: 'Registrations' })).toBeVisible()
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  await expect(page.getByText('Actions', { exact: true })).toBeHidden()
  await page.goto('/admin/badges')
  await expect(page.getByRole('main').getByRole('listitem').getByRole('heading').first()).toBeVisible()
})

test('what a verification found, on one page', async ({ page, server, admin, member, newcomer }) => {
  await arrive(page, await addressOf(PLACES.find(({ name }) => name === 'verification, found')!, { server, admin, member, newcomer }))
  await expect(page.getByRole('img', { name: /^Certificate/ })).toBeVisible()
  await printed(page, 'light')
  await expect(page.getByText('Spaces and case do not matter.')).toBeHidden()
  expect(await pages(page)).toBe(1)
})

test('a draft of an event, and a project in review', async ({ browser, server, admin }) => {
  const { event } = await admin.ask<{ event: { _id: string } }>('POST', '/admin/events', { title: 'Evening', description: 'We **meet**.', date: '2099-05-06', time: '18:30', mode: 'Online', published: false })
  const input = { title: 'Clock', category: 'web', shortDescription: 'It ticks.', description: 'It really does.', techStack: ['Rust'], githubLink: 'https://github.com/example/clock', captchaToken: '' }
  const { project } = await admin.ask<{ project: { _id: string } }>('POST', '/projects', input)
  const page = await pageOf(browser, server, admin.state)
  await page.goto(`/events/${event._id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Evening' })).toBeVisible()
  await expect(page.getByText('Draft. Only its organisers and admins see this page.')).toBeVisible()
  // As it will look; nothing in it can be used.
  await expect(page.locator('aside[inert]').getByText('Register', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Edit draft' }).click()
  await expect(page).toHaveURL(`/admin/events/edit/${event._id}`)

  await page.goto(`/projects/${project._id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Clock' })).toBeVisible()
  await expect(page.getByText('In review. This is how the page will look.')).toBeVisible()

  const guest = await pageOf(browser, server)
  for (const address of [`/events/${event._id}`, `/projects/${project._id}`]) {
    await guest.goto(address)
    await expect(guest.getByRole('heading', { level: 1, name: /Not Found/ })).toBeVisible()
  }
  await admin.ask('PUT', `/admin/events/${event._id}`, { published: true })
  await guest.goto(`/events/${event._id}`)
  await expect(guest.getByRole('link', { name: 'Login to Register' })).toBeVisible()
  await expect(guest.getByText('Only its organisers and admins see this page.')).toHaveCount(0)
})

test('paragraphs run from their own side: Arabic and Hebrew beside English', async ({ browser, server, admin }) => {
  const page = await pageOf(browser, server, admin.state)
  for (const [title, words] of [
    ['ساعة شمسية', 'تعرض الساعة وقت الشمس.'],
    ['שעון שמש', 'השעון מראה את השמש.'],
  ] as const) {
    const { project } = await admin.ask<{ project: { _id: string } }>('POST', '/projects', {
      title,
      category: 'web',
      shortDescription: words,
      description: `${words}\n\nIt shows the sun.\n\n## ${words}\n\n- ${words}\n- One more\n\n> ${words}\n\n| ${words} | Sun |\n| --- | --- |\n| 1 | 2 |`,
      techStack: ['Rust'],
      githubLink: 'https://github.com/example/clock',
      captchaToken: '',
    })
    await page.goto(`/projects/${project._id}`)
    const main = page.getByRole('main')
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    for (const text of await main.getByText(words, { exact: true }).all()) await expect(text).toHaveCSS('direction', 'rtl')
    await expect(main.getByText(words, { exact: true })).toHaveCount(6)
    // What holds them runs as its first letter says: bullets, the bar of a quote and the first column stand on the right.
    for (const holder of ['ul', 'blockquote', 'table']) await expect(main.locator(`.prose ${holder}`)).toHaveCSS('direction', 'rtl')
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    await expect(main.getByText('It shows the sun.', { exact: true })).toHaveCSS('direction', 'ltr')
    await expect(main.getByText('One more', { exact: true })).toHaveCSS('direction', 'ltr')
  }
})

test('in forced colours: a switch shows its state, a select its arrow, a menu item its focus', async ({ browser, server, admin }) => {
  const page = await pageOf(browser, server, admin.state)
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/admin/events/create')
  const toggle = page.getByRole('switch').first()
  const paint = () => toggle.evaluate((element) => getComputedStyle(element).backgroundColor)
  const before = await paint()
  await toggle.click()
  await expect.poll(paint).not.toBe(before)
  // The arrow is drawn in the system's colour for texts in fields.
  const [text, arrow] = await page.getByRole('combobox').first().evaluate((element) => [getComputedStyle(element).color, getComputedStyle(element).backgroundImage])
  expect(arrow).toContain(text)

  for (const forcedColors of ['active', 'none'] as const) {
    await page.emulateMedia({ forcedColors })
    await page.goto('/terms')
    await page.getByRole('banner').getByRole('button', { name: admin.name.split(' ')[0]!, exact: true }).press('Enter')
    await expect(page.getByRole('menuitem').first()).toBeFocused()
    await expect(page.getByRole('menuitem').first()).toHaveCSS('outline-style', 'solid')
  }
})

test('in forced colours: a drawn choice shows that it is chosen, and icons have the colours of texts', async ({ browser, server, admin }) => {
  const page = await pageOf(browser, server, admin.state)
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/admin/certificates?dialog=create')
  const design = (name: string) => page.getByRole('dialog').locator('label', { hasText: name })
  await design('Corporate').click()
  await expect(design('Corporate')).toHaveCSS('outline-style', 'solid')
  await expect(design('Modern')).toHaveCSS('outline-style', 'none')

  await page.goto('/projects')
  const arrow = page.getByRole('article').first().locator('svg.text-accent-ink').first()
  await expect(arrow).toHaveCSS('color', await page.locator('body').evaluate((body) => getComputedStyle(body).color))
})

test('the accent is the colour of what can be pressed, and of nothing else', async ({ browser, server, admin, member, newcomer }) => {
  const people = { admin, member, newcomer }
  for (const name of ['home', 'project', 'badge for upvotes', 'verification, found', 'event, registered', 'invite', 'projects of the admin area', 'participants']) {
    const place = PLACES.find((one) => one.name === name)!
    const page = await pageOf(browser, server, place.as && people[place.as].state)
    await arrive(page, await addressOf(place, { server, ...people }))
    const coloured = await page.evaluate(() => {
      // An element for each, because a change of colour would take its time.
      const paint = (colour: string, of: 'color' | 'backgroundColor') => {
        const probe = document.createElement('i')
        probe.style[of] = `var(${colour})`
        document.body.append(probe)
        const painted = getComputedStyle(probe)[of]
        probe.remove()
        return painted
      }
      const inks = [paint('--accent-ink', 'color')]
      const fills = [paint('--accent', 'backgroundColor'), paint('--accent-tint', 'backgroundColor')]
      return [...document.querySelectorAll('main *')]
        .filter((element) => !element.closest('a, button, label, input, summary, svg') && element.textContent?.trim())
        .filter((element) => inks.includes(getComputedStyle(element).color) || fills.includes(getComputedStyle(element).backgroundColor))
        .map((element) => element.outerHTML.slice(0, 200))
    })
    expect(coloured, name).toEqual([])
    await page.context().close()
  }
})
