// Every page is accessible in both themes, fits 320 px, does not shift, logs no errors, and asks no other site.
// One visit to each address checks all of it.
import { pageOf } from './support/accounts'
import { addressOf, arrive, PLACES } from './support/pages'
import { examine, watch } from './support/quality'
import { expect, test } from './support/test'

test.use({ demo: true })

/** The browser's message about a 404, which is right on pages that do not exist. */
const NOT_FOUND = /^Failed to load resource: .* 404 /

for (const place of PLACES.filter(({ pictured }) => !pictured))
  test(`${place.as ?? 'guest'}: ${place.name}`, async ({ browser, server, admin, member, newcomer }) => {
    const people = { admin, member, newcomer }
    const page = await pageOf(browser, server, place.as && people[place.as].state)
    const seen = await watch(page, server.url)
    await arrive(page, await addressOf(place, { server, ...people }))
    if (place.light) expect(await seen.scriptBytes(), 'bytes of script').toBeLessThanOrEqual(place.light)
    await place.first?.(page)
    expect(await seen.layoutShifts(), 'layout shifts').toEqual([])
    await place.press?.(page)
    await examine(page)
    expect(seen.foreign).toEqual([])
    expect(seen.complaints.filter((complaint) => !(place.missing && NOT_FOUND.test(complaint)))).toEqual([])
  })

test('the pages where people arrive do not shift on a phone', async ({ page, server, admin, member, newcomer }) => {
  test.slow()
  await page.setViewportSize({ width: 360, height: 800 })
  const seen = await watch(page, server.url)
  for (const place of PLACES.filter(({ still }) => still)) {
    await arrive(page, await addressOf(place, { server, admin, member, newcomer }))
    await place.first?.(page)
    expect(await seen.layoutShifts(), place.name).toEqual([])
  }
})
