// What every page must be: accessible in both themes, no wider than the window, free of shifts and errors, and independent of other sites.
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** The largest sum of unexpected layout shifts (CLS) that a page may have. */
const LAYOUT_SHIFT = 0.02

/** The smallest window that everything must fit (WCAG 2.2, 1.4.10). */
const NARROW = { width: 320, height: 700 }
/** The rule about every text; it takes as long as all the others together. */
const CONTRAST = 'color-contrast'

/** The sandbox of a mail's preview refuses every script, and so the one by which a page is watched. */
const OWN_SCRIPT = /^Blocked script execution in 'about:srcdoc' because the document's frame is sandboxed/

export type Watch = {
  /** Errors and warnings in the console, and uncaught errors. */
  complaints: string[]
  /** Requested addresses outside the site. */
  foreign: string[]
  /** Bytes of script as they came over the wire. */
  scriptBytes: () => Promise<number>
  /** What shifted in this document, when the sum of all unexpected shifts is over the limit. */
  layoutShifts: () => Promise<string[]>
}

/** Watches a page from its start. Call it before the first navigation. */
export async function watch(page: Page, origin: string): Promise<Watch> {
  const complaints: string[] = []
  const foreign: string[] = []
  const scripts: Promise<number>[] = []
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && !OWN_SCRIPT.test(message.text()) && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('request', (request) => ![origin, `blob:${origin}`].some((own) => request.url().startsWith(`${own}/`)) && foreign.push(request.url()))
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.sizes().then((sizes) => sizes.responseBodySize, () => 0))
  })
  await page.addInitScript(() => {
    type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] }
    const shifts: Shift[] = ((window as unknown as { shifts: Shift[] }).shifts = [])
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[]) if (!entry.hadRecentInput) shifts.push(entry)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return {
    complaints,
    foreign,
    scriptBytes: async () => (await Promise.all(scripts)).reduce((sum, bytes) => sum + bytes, 0),
    layoutShifts: () =>
      page.evaluate((most) => {
        const { shifts } = window as unknown as { shifts: { value: number; sources: { node: Node | null }[] }[] }
        if (shifts.reduce((sum, { value }) => sum + value, 0) <= most) return []
        return shifts.flatMap(({ value, sources }) => sources.map(({ node }) => `${value}: ${node instanceof Element ? node.outerHTML.slice(0, 200) : node?.textContent}`))
      }, LAYOUT_SHIFT),
  }
}

/** Whether the page is wider than its window. */
export const overflows = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)

/** Rows and cards of a long list beyond the eighth. The code that makes them made the others, and axe looks at every one of their texts. */
const MORE_OF_THE_SAME = ['tbody > tr:nth-child(n + 9)', 'main li:has(> article):nth-child(n + 9)']

const OPEN_DIALOG = 'dialog[open]'

/** What axe finds on the page, in words; empty when all is well. The site has no frames, so one run in the page does. */
export async function axe(page: Page, { only = [], without = [] }: { only?: string[]; without?: string[] } = {}): Promise<string[]> {
  const builder = new AxeBuilder({ page }).setLegacyMode()
  for (const more of MORE_OF_THE_SAME) builder.exclude(more)
  // What lies beneath an open dialog can neither be reached nor heard, and is examined where no dialog is open.
  if (await page.locator(OPEN_DIALOG).count()) builder.include(OPEN_DIALOG)
  const rules = Object.fromEntries(without.map((rule) => [rule, { enabled: false }]))
  const runOnly = only.length > 0 ? { type: 'rule' as const, values: only } : undefined
  const { violations } = await builder.options({ resultTypes: ['violations'], rules, ...(runOnly && { runOnly }) }).analyze()
  return violations.flatMap(({ id, help, nodes }) => nodes.map((node) => `${id}: ${help} (${node.target.join(' ')})`))
}

/** Has the browser lay out what is far below the window, too, which it otherwise does when it comes near. */
export const layOutAll = (page: Page) =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('.near { content-visibility: visible }')
    document.adoptedStyleSheets.push(sheet)
  })

/**
 * Examines the current page without loading it again: everything in the light theme, contrast in the dark theme, and
 * the structure again in the narrowest window, where menus and tables differ.
 */
export async function examine(page: Page) {
  await layOutAll(page)
  expect(await axe(page), 'wide and light').toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  expect(await axe(page, { only: [CONTRAST] }), 'wide and dark').toEqual([])
  await page.setViewportSize(NARROW)
  expect(await overflows(page), 'wider than 320 px').toBe(false)
  expect(await axe(page, { without: [CONTRAST] }), 'narrow').toEqual([])
}
