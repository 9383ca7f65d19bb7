// Users: an admin finds a member, makes them an admin, suspends them and ends it; the log tells all of it.
import { ask, pageOf } from './support/accounts'
import { expect, test } from './support/test'

test.use({ demo: true })

test('an admin gives a role, suspends a member, and reads in the log what was done', async ({ browser, server, admin, newcomer }) => {
  test.slow()
  const page = await pageOf(browser, server, admin.state)
  await page.goto('/admin')
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Users' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
  const { name, email } = await newcomer.ask<{ name: string; email: string }>('GET', '/users/profile')
  await page.getByRole('searchbox', { name: 'Search users' }).fill(email)
  await expect(page.getByText('Showing 1 of 1 users')).toBeVisible()
  const row = page.getByRole('row', { name: email })
  await expect(row.getByRole('link', { name: `View profile of ${name} in a new tab` })).toHaveAttribute('target', '_blank')

  const dialog = page.getByRole('dialog')
  await row.getByRole('button', { name: `Edit ${name}` }).click()
  await dialog.getByLabel('Role').selectOption('Admin')
  await dialog.getByRole('button', { name: 'Save role' }).click()
  await expect(page.getByText(`${name} is now an admin.`)).toBeVisible()
  await expect(row.getByText('Admin', { exact: true })).toBeVisible()
  expect((await ask(server, newcomer, '/admin/users')).status).toBe(200)

  await row.getByRole('button', { name: `Suspend ${name}` }).click()
  await dialog.getByRole('button', { name: 'Suspend member' }).click()
  await expect(dialog.getByText('A reason is required')).toBeVisible()
  await dialog.getByLabel('Reason').fill('Advertising')
  await dialog.getByRole('button', { name: 'Suspend member' }).click()
  await expect(row.getByText('Suspended', { exact: true })).toBeVisible()
  expect((await ask(server, newcomer, '/admin/users')).status).toBe(401)
  await page.getByRole('link', { name: 'Suspended', exact: true }).click()
  await expect(row).toBeVisible()
  await row.getByRole('button', { name: `End suspension of ${name}` }).click()
  await expect(dialog.getByText('Advertising')).toBeVisible()
  await dialog.getByRole('button', { name: 'End suspension' }).click()
  await expect(page.getByText('No users match your search criteria')).toBeVisible()

  await page.goto('/admin/audit?kind=user')
  const entries = page.getByRole('main').getByRole('listitem').filter({ hasText: name })
  await expect(entries).toHaveCount(3)
  await expect(entries.nth(0)).toContainText('User: unsuspend')
  await expect(entries.nth(2)).toContainText('user → admin')
  await page.getByLabel('Until').fill('2020-01-01')
  await expect(page.getByText('No entries match your filters')).toBeVisible()
})
