// Inviting people: a list is checked before anybody is invited, and an invitation is taken back before it leaves.
import { expect } from '@playwright/test'
import { firstAdmin, pageOf } from '../support/accounts'
import { test } from '../support/mailbox'
import { examine } from '../support/quality'

test('an admin checks a list, invites, and takes an invitation back', async ({ browser, server, page: visitor }) => {
  const admin = await firstAdmin(server)
  const page = await pageOf(browser, server, admin.state)
  await page.goto('/admin/invite')
  await page.getByLabel('Or read a file').setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from('Name,E-mail\n"Hopper, Grace",grace@example.com\nAda,ada@example.org\nx,none\nalan@example.com') })
  await expect(page.getByLabel('Addresses')).toHaveValue(/Hopper/)
  await page.getByRole('button', { name: 'Check the list' }).click()
  const rows = page.getByRole('list', { name: 'What becomes of each row' }).getByRole('listitem')
  await expect(rows).toContainText(['Is invited', 'Already a member', 'Not an address', 'Is invited'])
  await page.getByRole('button', { name: 'Invite 2 people' }).click()
  await expect(page.getByText('2 invitations will be sent in 10 minutes.')).toBeVisible()
  const grace = page.getByRole('row').filter({ hasText: 'grace@example.com' })
  await expect(grace).toContainText('Leaves soon')
  await examine(page)
  await grace.getByRole('button', { name: /^Undo/ }).click()
  await expect(page.getByText('1 invitation taken back.')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Taken back' })).toHaveCount(1)

  // The link of an invitation has the address filled in.
  await visitor.goto('/login?email=alan%40example%2Ecom')
  await expect(visitor.getByLabel('E-mail address')).toHaveValue('alan@example.com')
})
