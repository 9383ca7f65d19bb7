// Pictures of every page and state: at the widths of phones, a tablet and two desktops in both themes, printed, and in forced
// colours. One browser and one server; each place is visited once and then resized.
//
//   ONLY=guest        the places whose title has it (a regular expression)
import { pageOf } from '../e2e/support/accounts'
import { addressOf, arrive, PLACES, scrollThrough } from '../e2e/support/pages'
import { test } from '../e2e/support/test'
import { pictures } from './pictures'

test.use({ demo: true })

for (const place of PLACES)
  test(`${place.as ?? 'guest'}: ${place.name}`, async ({ browser, server, admin, member, newcomer }) => {
    const people = { admin, member, newcomer }
    const page = await pageOf(browser, server, place.as && people[place.as].state)
    await arrive(page, await addressOf(place, { server, ...people }))
    await place.first?.(page)
    await place.press?.(page)
    await scrollThrough(page)
    await pictures(page, `${place.as ?? 'guest'}: ${place.name}`)
  })
