// Watches a page from its start: what it logs, whom it asks, how much script it loads, how far things jump.
import type { Page } from '@playwright/test'

export type Watch = {
  /** Errors and warnings in the console, and uncaught ones. */
  complaints: string[]
  /** Addresses outside of the site that were asked. */
  foreign: string[]
  /** Bytes of script as they came over the wire. */
  scriptBytes: () => Promise<number>
  /** The sum of all unexpected layout shifts of this document. */
  layoutShift: () => Promise<number>
}

/** Call before the first navigation. */
export async function watch(page: Page, origin: string): Promise<Watch> {
  const complaints: string[] = []
  const foreign: string[] = []
  const scripts: Promise<number>[] = []
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('request', (request) => new URL(request.url()).origin !== origin && foreign.push(request.url()))
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.sizes().then((sizes) => sizes.responseBodySize, () => 0))
  })
  await page.addInitScript(() => {
    const shifts: number[] = ((window as unknown as { shifts: number[] }).shifts = [])
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) if (!entry.hadRecentInput) shifts.push(entry.value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return {
    complaints,
    foreign,
    scriptBytes: async () => (await Promise.all(scripts)).reduce((sum, bytes) => sum + bytes, 0),
    layoutShift: () => page.evaluate(() => (window as unknown as { shifts: number[] }).shifts.reduce((sum, shift) => sum + shift, 0)),
  }
}

/** Whether the page is wider than its window. */
export const overflows = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
