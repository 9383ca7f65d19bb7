// The life of one project: submitted, rejected by mail, edited, approved, featured, and found by a guest in three scripts.
import { expect } from '@playwright/test'
import { firstAdmin, pageOf } from './support/accounts'
import { memberByMail, test } from './support/mailbox'
import { draftOf } from './support/drafts'

const TITLE = 'Über 网站 Калькулятор'

test('a project is submitted, rejected, edited, approved, featured and found', async ({ browser, server, mailbox }) => {
  test.setTimeout(180_000)
  const admin = await pageOf(browser, server, (await firstAdmin(server)).state)
  const member = await pageOf(browser, server, (await memberByMail(server, mailbox, 'mira.maker@example.org')).state)

  await member.goto('/submit-project')
  await member.getByRole('button', { name: 'Launch My Project' }).click()
  await expect(member.getByText('Project title is required')).toBeVisible()
  await expect(member.getByLabel('Title')).toBeFocused()
  await member.getByLabel('Title').fill(TITLE)
  await member.getByLabel('Short Description').fill('It adds.')
  await member.getByLabel('Description', { exact: true }).fill('It adds **numbers**.\n\n- quickly\n- <script>alert(1)</script>')
  await member.getByRole('textbox', { name: 'Technologies' }).fill('Rust')
  await member.getByRole('textbox', { name: 'Technologies' }).press('Enter')
  await member.getByLabel('GitHub Link').fill('https://github.com/example/calculator')
  await member.getByRole('button', { name: 'Preview' }).click()
  await expect(member.locator('strong', { hasText: 'numbers' })).toBeVisible()
  // A closed tab loses nothing.
  await expect.poll(() => draftOf(member, 'project/new')).toContain('github.com/example/calculator')
  await member.reload()
  await expect(member.getByLabel('Title')).toHaveValue(TITLE)
  await member.getByRole('button', { name: 'Launch My Project' }).click()
  await expect(member.getByRole('heading', { name: 'Project Launched!' })).toBeVisible()
  await expect(member.getByText('Project submitted successfully! Our team will review it soon.')).toBeVisible()

  await admin.goto('/admin/projects')
  await admin.getByRole('link', { name: new RegExp(TITLE) }).first().click()
  await admin.getByRole('button', { name: 'Reject Project' }).click()
  await admin.getByRole('button', { name: 'Confirm Rejection' }).click()
  await expect(admin.getByText('Please provide a reason for rejection')).toBeVisible()
  await admin.getByLabel('Reason for rejection').fill('Please say what it is for.')
  await admin.getByRole('button', { name: 'Confirm Rejection' }).click()
  await expect(admin.getByText('Project rejected. An email with your feedback has been sent to the submitter.')).toBeVisible()
  await expect.poll(() => mailbox.mails.find((mail) => mail.text?.includes('Please say what it is for.'))?.recipients, { message: 'told when the rejection is final', timeout: 30_000 }).toEqual(['mira.maker@example.org'])

  const guest = await pageOf(browser, server)
  await guest.goto('/projects')
  await expect(guest.getByRole('heading', { name: 'No Projects Found' })).toBeVisible()

  await member.goto('/projects/mine')
  await expect(member.getByText('Please say what it is for.')).toBeVisible()
  await member.getByRole('link', { name: 'Edit and resubmit' }).click()
  await member.getByLabel('Short Description').fill('For everybody who counts.')
  await member.getByRole('button', { name: 'Save and resubmit' }).click()
  await expect(member.getByText('Project saved and sent to review.')).toBeVisible()

  await admin.goto('/admin/projects')
  await admin.getByRole('link', { name: new RegExp(TITLE) }).first().click()
  await admin.getByRole('button', { name: 'Approve Project' }).click()
  await expect(admin.getByText('Project approved.')).toBeVisible()
  await admin.goto('/admin/projects?status=approved')
  await admin.getByRole('link', { name: new RegExp(TITLE) }).first().click()
  // The button changes at once; others see it when it is saved.
  const featured = admin.waitForResponse('**/feature')
  await admin.getByRole('button', { name: 'Feature Project' }).click()
  await expect(admin.getByRole('button', { name: 'Featured', exact: true })).toBeVisible()
  expect((await featured).status()).toBe(200)

  await guest.goto('/')
  await expect(guest.getByRole('heading', { name: 'Show what you make' })).toBeVisible()
  await guest.keyboard.press('PageDown')
  await guest.getByRole('heading', { name: 'Featured Projects' }).scrollIntoViewIfNeeded()
  await expect(guest.getByRole('link', { name: TITLE }).first()).toBeVisible()
  for (const word of ['ÜBER', '网站', 'калькулятор']) {
    await guest.goto('/projects')
    await guest.getByRole('searchbox').fill(word)
    await expect(guest.getByText('Showing 1 of 1 projects')).toBeVisible()
    await expect(guest.getByRole('link', { name: TITLE }).first()).toBeVisible()
  }

  // The guest upvotes, comes back from the login, and comments.
  await guest.getByRole('link', { name: TITLE }).first().click()
  await expect(guest).toHaveURL(/\/projects\/\w+$/)
  await member.goto(guest.url())
  await member.getByRole('button', { name: /^Upvote/ }).click()
  await expect(member.getByRole('button', { name: /^Upvoted/ })).toHaveAttribute('aria-pressed', 'true')
  await member.getByLabel('Your comment').fill('Glad that it is here.')
  await member.getByRole('button', { name: 'Post Comment' }).click()
  await expect(member.getByText('Glad that it is here.')).toBeVisible()
  await guest.reload()
  await expect(guest.getByText('Glad that it is here.')).toBeVisible()
  await expect(guest.getByRole('link', { name: /Upvote/ })).toContainText('1')
})
