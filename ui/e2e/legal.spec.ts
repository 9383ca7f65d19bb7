import { expect, test } from './support/test'

const TEXTS = [
  {
    path: '/terms',
    title: 'Terms of Service',
    sections: ['Introduction', 'Community guidelines', 'Account responsibilities', 'Intellectual property', 'Content restrictions', 'Termination', 'Liability', 'Changes', 'Contact'],
  },
  {
    path: '/privacy',
    title: 'Privacy Policy',
    sections: ['Data we collect', 'How we use it', 'We do not sell data', 'Security', 'Your rights', 'Cookies', 'Third-party links', 'Children', 'Changes', 'Contact'],
  },
]

for (const { path, title, sections } of TEXTS) {
  test(`${title} has all its sections, and a table of contents that links to them`, async ({ page }) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page).toHaveTitle(`${title} · Community`)
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(['Contents', ...sections.map((section) => new RegExp(`${section}$`))])
    const contents = page.getByRole('navigation', { name: 'Contents' })
    await expect(contents.getByRole('link')).toHaveText(sections.map((section) => new RegExp(`${section}$`)))
    await contents.getByRole('link', { name: sections.at(-2)! }).click()
    await expect(page.getByRole('main').getByRole('heading', { level: 2, name: sections.at(-2)! })).toBeInViewport()
    await page.reload()
    await expect(page.getByRole('main').getByRole('heading', { level: 2, name: sections.at(-2)! })).toBeInViewport()
  })
}

test('the footer and the sign-in page link to both', async ({ page }) => {
  await page.goto('/login')
  for (const { path, title } of TEXTS) {
    await page.getByRole('main').getByRole('link', { name: title }).click()
    await expect(page).toHaveURL(path)
    await page.goBack()
    await page.getByRole('contentinfo').getByRole('link', { name: title }).click()
    await expect(page).toHaveURL(path)
    await page.goBack()
  }
})
