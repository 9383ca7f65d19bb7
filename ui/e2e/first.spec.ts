// A page has what it needs before it is drawn: the answers to its first calls stand in it.
import type { Page } from '@playwright/test'
import { addressOf, arrive, PLACES } from './support/pages'
import { expect, memberTest, test } from './support/test'

test.use({ demo: true })
memberTest.use({ demo: true })

/** The addresses under /api that a page asks for, from now on. */
function asked(page: Page): string[] {
  const seen: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    // Views are counted without an answer that anybody waits for; what is far below the first view loads later.
    if (request.method() === 'GET' && pathname.startsWith('/api/') && !search.includes('type=')) seen.push(pathname + search)
  })
  return seen
}

for (const [name, late] of [['home'], ['projects'], ['events'], ['project'], ['event with a partner'], ['certificate', /certificates\/public/]] as [string, RegExp?][])
  test(`a guest's ${name} asks for nothing`, async ({ page, server, admin, member, newcomer }) => {
    const place = PLACES.find((one) => one.name === name && !one.as)!
    const address = await addressOf(place, { server, admin, member, newcomer })
    const seen = asked(page)
    await arrive(page, address)
    // A certificate may be revoked at any time, so the page that shows it looks again; its picture is a file.
    expect(seen.filter((one) => !late?.test(one))).toEqual([])
  })

memberTest('whoever is signed in gets their own answers', async ({ page, member, server }) => {
  const [project] = await member.ask<{ _id: string }[]>('GET', '/projects?limit=1')
  await member.ask('POST', `/projects/${project!._id}/upvote`, { upvoted: true })
  const seen = asked(page)
  await page.goto(`${server.url}/projects/${project!._id}`)
  await expect(page.getByRole('main').getByRole('button', { name: /upvote/i, pressed: true }).first()).toBeVisible()
  expect(seen.filter((one) => one === '/api/site')).toEqual([])
  expect(seen).toContain(`/api/projects/${project!._id}`)
})
