// Pictures of every page and state, in both themes, at the widths of a phone, a tablet and a desktop; of some also at the edges,
// printed, and in forced colours. One browser and one server; each place is visited once and then resized.
//
//   ONLY=guest        the places whose title has it (a regular expression)
//   WIDTHS=360,1280   these widths only, and nothing printed
//   THEMES=dark       this theme only
import type { Page } from '@playwright/test'
import { pageOf } from '../e2e/support/accounts'
import { addressOf, arrive, PLACES, scrollThrough } from '../e2e/support/pages'
import { test } from '../e2e/support/test'

const FOLDER = '../pictures'
const list = (value: string | undefined) => (value ? value.split(',') : undefined)
const WIDTHS = list(process.env.WIDTHS)?.map(Number)
const THEMES = (list(process.env.THEMES) ?? ['light', 'dark']) as ('light' | 'dark')[]
const USUAL = [360, 768, 1280]
const EDGES = [320, 390, 1920]

/** The places with more pictures. */
const CLOSER = ['home', 'projects', 'project', 'event with a partner', 'own profile, events', 'project form, incomplete', 'event form, incomplete', 'participants', 'door']

test.use({ demo: true })

for (const place of PLACES)
  test(`${place.as ?? 'guest'}: ${place.name}`, async ({ browser, server, admin, member, newcomer }) => {
    const people = { admin, member, newcomer }
    const page = await pageOf(browser, server, place.as && people[place.as].state)
    await arrive(page, await addressOf(place, { server, ...people }))
    await place.first?.(page)
    await place.press?.(page)
    await scrollThrough(page)
    const name = `${place.as ?? 'guest'}-${place.name.replace(/[^a-z0-9]+/gi, '-')}`
    const closer = CLOSER.includes(place.name)
    for (const width of WIDTHS ?? (closer ? [...USUAL, ...EDGES] : USUAL)) {
      await page.setViewportSize({ width, height: width < 700 ? 800 : 900 })
      for (const colorScheme of THEMES) {
        await page.emulateMedia({ colorScheme })
        await picture(page, `${name}-${width}-${colorScheme}`)
      }
    }
    if (!closer || WIDTHS) return
    await page.setViewportSize({ width: 794, height: 1123 }) // A4 at 96 dpi
    await page.emulateMedia({ media: 'print', colorScheme: 'light' })
    await picture(page, `${name}-print`)
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.emulateMedia({ media: 'screen', forcedColors: 'active' })
    await picture(page, `${name}-forced`)
  })

const picture = (page: Page, name: string) => page.screenshot({ path: `${FOLDER}/${name}.png`, fullPage: true, animations: 'disabled' })
