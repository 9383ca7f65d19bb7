// Signing in as people do: the captcha, the form, the link, the button.
import { expect, type Page } from '@playwright/test'
import type { Server } from './server'

/** Waits until the built-in captcha has solved itself; the focus in its form starts it. */
export async function solveCaptcha(page: Page) {
  await page.getByRole('checkbox', { name: /not a robot/ }).focus()
  await expect(page.getByText('Verified', { exact: true })).toBeVisible({ timeout: 20_000 })
}

/** Asks for a sign-in link on /login. A built-in captcha solves itself. */
export async function askForLink(page: Page, email: string) {
  await page.getByLabel('E-mail address').fill(email)
  await page.getByRole('button', { name: 'Email me a sign-in link' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Check your mail' })).toBeVisible({ timeout: 30_000 })
}

/** The length of the output so far, to look only at what is printed later. */
export const mark = (server: Server) => server.output().length

/** The sign-in link that a server without mail prints. */
export async function printedLink(server: Server, from = 0): Promise<string> {
  const [link] = await server.printed(/http\S+\/login#token=[^\s"')>]+/, from)
  return link
}

/** The code that the server printed, with its space. */
export async function printedCode(server: Server, from = 0): Promise<string> {
  const [, code] = await server.printed(/type the code (\d{3} ?\d{3})/, from)
  return code!
}

/** At the first sign-in: chooses a name. */
export async function giveName(page: Page, name: string) {
  await page.getByRole('heading', { level: 1, name: 'What is your name?' }).waitFor()
  await page.getByLabel('Your name').fill(name)
  await page.getByRole('button', { name: 'Go on' }).click()
}

/** The token in a sign-in link. */
export const tokenOf = (link: string) => new URLSearchParams(new URL(link).hash.slice(1)).get('token')

/** The set-up link of a server that has no admin yet. */
export async function setupLink(server: Server): Promise<string> {
  const [link] = await server.printed(/http\S+\/setup\?token=[^\s"')>]+/)
  return link
}

/** From the form to being signed in, by the printed link. */
export async function signInByLink(page: Page, server: Server, email: string, { at = '/login' } = {}) {
  const from = mark(server)
  await page.goto(at)
  await askForLink(page, email)
  await page.goto(await printedLink(server, from))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('token'))).not.toBeNull()
}

/** Claims a fresh site through its set-up page. */
export async function claim(page: Page, server: Server, { name = 'Ada Lovelace', email = 'ada@example.org', community = 'Build Village', at = '' } = {}) {
  await page.goto(at || (await setupLink(server)))
  await page.getByLabel('Name', { exact: true }).fill(community)
  await page.getByLabel('Your name').fill(name)
  await page.getByLabel('Your e-mail address').fill(email)
  await page.getByRole('button', { name: 'Create the community' }).click()
  await expect(page).toHaveURL('/')
}
