// HTML and the syntax of templates in every text that members and organisers type, as admins see it: nothing runs, and the words
// stand there as they were typed.
import { newMember, pageOf } from '../support/accounts'
import { create } from '../support/adminEvents'
import { expect, NO_CAPTCHA, test } from '../support/test'

const EVIL = `<img src=x onerror="window.ran=1"><svg onload=window.ran=1>{{7*7}}\${7*7}<script>window.ran=1</script>`
const SHORT = '<b onclick=ran=1>{{7*7}}'

test.use({ demo: true, env: NO_CAPTCHA })

test('what members type runs nowhere in the admin area', async ({ browser, server, admin }) => {
  test.setTimeout(120_000)
  // Somebody new: other specs of this server know the member by name.
  const member = await newMember(server, 'mallory@example.org')
  const profile = { name: SHORT, bio: EVIL, status: SHORT, interestQuestions: { bestAchievement: EVIL, worstBugEver: EVIL, favoriteLanguage: SHORT, dreamProject: EVIL, programmingSuperpowers: EVIL } }
  await member.ask('PUT', '/users/profile', profile)
  const project = { title: SHORT, shortDescription: EVIL, description: EVIL, category: 'web', techStack: [SHORT.slice(0, 20)], githubLink: 'https://github.com/example/evil' }
  const made = await member.ask<{ project: { _id: string } }>('POST', '/projects', project)
  const id = made.project._id
  await member.ask('POST', `/projects/${id}/comment`, { text: EVIL })
  const event = await create(server, admin, {
    title: SHORT, description: EVIL, mode: 'Hybrid', location: EVIL.slice(0, 100), requirements: EVIL, tags: [SHORT.slice(0, 20)],
    organizationName: SHORT, tasks: [{ name: SHORT, description: EVIL }],
  })
  await member.ask('POST', `/events/${event._id}/register`, { captchaToken: '' })
  await admin.ask('PUT', `/admin/projects/${id}/status`, { status: 'Rejected', rejectionReason: EVIL })

  const page = await pageOf(browser, server, admin.state)
  const refused: string[] = []
  page.on('dialog', (dialog) => { refused.push(dialog.message()); void dialog.dismiss() })
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => console.error(`refused by the policy: ${event.violatedDirective} ${event.blockedURI}`))
  })
  page.on('console', (message) => { if (message.text().includes('refused by the policy')) refused.push(message.text()) })
  for (const [path, seen] of [
    [`/admin/projects?status=rejected`, SHORT],
    [`/admin/projects/review/${id}`, SHORT],
    [`/projects/${id}`, SHORT],
    [`/profile/${member.id}`, SHORT],
    ['/admin/users?search=onclick', SHORT],
    [`/events/${event._id}`, SHORT],
    ['/admin/events', SHORT],
    [`/admin/events/view/${event._id}`, SHORT],
    [`/admin/events/edit/${event._id}`, ''],
    ['/admin/audit', ''],
    ['/admin', ''],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    if (seen) await expect(page.getByText(seen).first(), path).toBeVisible()
    expect(await page.evaluate(() => (window as { ran?: number }).ran), path).toBeUndefined()
    expect(await page.locator('img[src="x"], svg[onload], b[onclick]').count(), path).toBe(0)
  }
  expect(refused).toEqual([])
})
