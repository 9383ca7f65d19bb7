// What is true of every page: accessible in both themes, no wider than 320 px, still, quiet, and asking nobody else.
// One visit to each address serves all of it.
import { pageOf } from './support/accounts'
import { addressOf, arrive, PLACES } from './support/pages'
import { examine, FIRST_VIEW, LAYOUT_SHIFT, watch } from './support/quality'
import { expect, test } from './support/test'

test.use({ demo: true })

/** What the browser says about a 404, which is right where nothing is. */
const NOT_FOUND = /^Failed to load resource: .* 404 /

for (const place of PLACES)
  test(`${place.as ?? 'guest'}: ${place.name}`, async ({ browser, server, admin, member, newcomer }) => {
    const people = { admin, member, newcomer }
    const page = await pageOf(browser, server, place.as && people[place.as].state)
    const seen = await watch(page, server.url)
    await arrive(page, await addressOf(place, { server, ...people }))
    if (place.light) expect(await seen.scriptBytes(), 'bytes of script').toBeLessThanOrEqual(FIRST_VIEW)
    await place.first?.(page)
    expect(await seen.layoutShift(), 'layout shift').toBeLessThanOrEqual(LAYOUT_SHIFT)
    await place.press?.(page)
    await examine(page)
    expect(seen.foreign).toEqual([])
    expect(seen.complaints.filter((complaint) => !(place.missing && NOT_FOUND.test(complaint)))).toEqual([])
  })

test('where people arrive is still on a phone', async ({ page, server, admin, member, newcomer }) => {
  test.slow()
  await page.setViewportSize({ width: 360, height: 800 })
  const seen = await watch(page, server.url)
  for (const place of PLACES.filter(({ still }) => still)) {
    await arrive(page, await addressOf(place, { server, admin, member, newcomer }))
    await place.first?.(page)
    expect(await seen.layoutShift(), place.name).toBeLessThanOrEqual(LAYOUT_SHIFT)
  }
})
