// Certificates: who can verify what, and what becomes of it when its recipient or an admin changes their mind.
import type { components } from '../src/api/schema'
import { pageOf } from './support/accounts'
import { expect, test } from './support/test'

type Schemas = components['schemas']

test.use({ demo: true })

test('a guest verifies a certificate, and finds out a forged one', async ({ page, admin }) => {
  // An executable built for debugging draws slowly.
  test.slow()
  const all = await admin.ask<Schemas['AdminCertificate'][]>('GET', '/admin/certificates?limit=200')
  const real = all.find(({ status, isPrivate }) => status === 'valid' && !isPrivate)!
  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Verify a certificate' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Verify a certificate' })).toBeVisible()
  const field = page.getByLabel('Certificate ID')
  const verify = page.getByRole('button', { name: 'Verify', exact: true })
  await verify.click()
  await expect(page).toHaveURL('/verify-certificate')

  await field.fill(` ${real.certificateId.toLowerCase().replace(/(\d{4})(?=\d)/g, '$1 ')} `)
  await verify.click()
  await expect(page).toHaveURL(`/verify-certificate?id=${real.certificateId}`)
  const result = page.getByRole('region', { name: 'Result' })
  await expect(result.getByRole('heading', { name: 'This certificate is valid.' })).toBeVisible()
  await expect(result.getByRole('definition').first()).toHaveText(real.recipientName)
  await expect(result.getByRole('definition').nth(1)).toHaveText(real.context.name)
  const picture = result.getByRole('img', { name: new RegExp(real.certificateId) })
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  const [download] = await Promise.all([page.waitForEvent('download'), result.getByRole('button', { name: 'Download', exact: true }).click()])
  expect(download.suggestedFilename()).toMatch(new RegExp(`_${real.certificateId}\\.png$`))

  // A link that was pasted, of a number that nobody was given.
  await field.fill('https://example.org/certificates/CERT-BV-000000000000')
  await field.press('Enter')
  await expect(page.getByRole('heading', { name: 'Certificate Not Found' })).toBeVisible()
  await expect(page.getByText('Certificate not found or invalid certificate ID.')).toBeVisible()
  await page.goBack()
  await expect(result.getByRole('heading', { name: 'This certificate is valid.' })).toBeVisible()
  await expect(field).toHaveValue(real.certificateId)
})

test('its recipient makes a certificate private, and a guest no longer sees it', async ({ browser, server, page: guest, member }) => {
  test.slow()
  const page = await pageOf(browser, server, member.state)
  await page.goto('/profile?tab=certificates')
  const card = page.getByRole('tabpanel').getByRole('listitem').first()
  const id = (await card.getByText(/^CERT-/).textContent())!
  await card.getByRole('link').click()
  const dialog = page.getByRole('dialog')
  await expect(page).toHaveURL(`/profile?tab=certificates&certificate=${id}`)
  await expect(dialog.getByText('Verified')).toBeVisible()
  const linkedIn = new URL((await dialog.getByRole('link', { name: 'Add to LinkedIn' }).getAttribute('href'))!)
  expect(linkedIn.searchParams.get('certId')).toBe(id)

  const onlyMine = dialog.getByRole('switch', { name: 'Private' })
  await onlyMine.click()
  await expect(page.getByText('Only you and the admins see this certificate now.')).toBeVisible()
  await expect(onlyMine).toBeChecked()
  // The picture comes by a call that says who asks.
  await expect.poll(() => dialog.getByRole('img', { name: new RegExp(id) }).evaluate((image: HTMLImageElement) => image.src.startsWith('data:image/svg') && image.naturalWidth > 0)).toBe(true)

  await guest.goto(`/certificates/${id}`)
  await expect(guest.getByRole('heading', { level: 1, name: 'Certificate Not Found' })).toBeVisible()
  await expect(guest.getByText('This certificate is not publicly accessible.')).toBeVisible()
  await onlyMine.click()
  await expect(onlyMine).not.toBeChecked()
  await expect(page.getByText('Everybody can see and verify this certificate now.')).toBeVisible()
  await guest.reload()
  await expect(guest.getByText('Verified')).toBeVisible()
})

test('an admin creates a certificate and revokes it, and its page says so', async ({ browser, server, page: guest, admin }) => {
  const page = await pageOf(browser, server, admin.state)
  // Somebody who has none yet, and whose profile no other test looks at.
  const search = (q: string) => admin.ask<Schemas['MemberRef'][]>('GET', `/users/search?q=${encodeURIComponent(q)}`)
  let name = ''
  for (const one of await search('an')) {
    const { certificates } = await admin.ask<Schemas['Profile']>('GET', `/users/${one._id}`)
    if (certificates.length === 0 && (await search(one.name)).length === 1) name = one.name
  }
  expect(name, 'somebody without a certificate and without a namesake').not.toBe('')
  await page.goto('/admin/certificates')
  await expect(page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Certificates' })).toHaveAttribute('aria-current', 'page')
  await page.getByRole('button', { name: 'Create Certificate' }).click()
  const dialog = page.getByRole('dialog')
  const create = dialog.getByRole('button', { name: 'Create Certificate' })
  await create.click()
  for (const fault of ['Certificate title is required', 'User is required', 'Either event or project must be selected']) await expect(dialog.getByText(fault)).toBeVisible()

  await dialog.getByLabel('Recipient').fill(name)
  await dialog.getByRole('list', { name: 'Found members' }).getByRole('button', { name: name }).click()
  await dialog.getByLabel('Find an event').fill('hackathon')
  await dialog.getByRole('list', { name: 'Found events' }).getByRole('button').first().click()
  await expect(dialog.getByLabel('Title')).toHaveValue(/ Completion Certificate$/)
  await dialog.getByLabel('Abstract').check()
  await create.click()
  await expect(page.getByText(new RegExp(`^Certificate created for ${name} for .*An email with the certificate has been sent\\.$`))).toBeVisible()
  await expect(dialog).toBeHidden()

  await page.getByRole('searchbox', { name: 'Search certificates' }).fill(name)
  await expect(page.getByText('Showing 1 of 1 certificates')).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: name })
  const id = (await row.getByRole('rowheader').textContent())!
  await guest.goto(`/certificates/${id}`)
  await expect(guest.getByText('Verified')).toBeVisible()

  await row.getByRole('button', { name: `Revoke ${id}` }).click()
  await dialog.getByLabel('Reason').fill('It was for another person.')
  await dialog.getByRole('button', { name: 'Revoke certificate' }).click()
  await expect(page.getByText('Certificate revoked.')).toBeVisible()
  await expect(row.getByText('Revoked')).toBeVisible()
  // Its button is gone; the focus is still in its row.
  await expect(row.locator(':focus')).toHaveCount(1)

  await guest.reload()
  await expect(guest.getByText(/This certificate was revoked on .* and is no longer valid\./)).toBeVisible()
  await expect(guest.getByText('It was for another person.')).toBeVisible()
  await expect(guest.getByText('Verified')).toBeHidden()
  await expect(guest.getByRole('button', { name: /Download/ })).toHaveCount(0)
})
