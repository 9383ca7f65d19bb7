// Accounts that are made and used through the API, for tests about something other than signing in.
import type { Browser, Page } from '@playwright/test'
import type { components } from '../../src/api/schema'
import { mark, printedLink, setupLink, tokenOf } from './signIn'
import type { Server } from './server'

type State = { cookies: []; origins: { origin: string; localStorage: { name: string; value: string }[] }[] }

export type Account = {
  token: string
  id: string
  name: string
  /** The storage of a signed-in browser. */
  state: State
  /** Calls the API as this account; throws when it refuses. */
  ask: <T>(method: string, path: string, body?: unknown) => Promise<T>
}

/** The people whose sign-in links a demo prints. */
export type Who = 'an admin' | 'a member' | 'somebody new'

const GUEST: State = { cookies: [], origins: [] }

/** The storage of a signed-in browser. */
function stateOf(server: Server, token: string, user: { id: string; name: string }): State {
  const localStorage = [
    { name: 'token', value: token },
    { name: 'user', value: JSON.stringify(user) },
  ]
  return { cookies: [], origins: [{ origin: server.url, localStorage }] }
}

type Call = { method?: string; body?: unknown }

/** Calls the API as somebody, or as a guest without a token: the status, the answer, and the total of a list. */
export async function ask(server: Server, { token }: { token: string }, path: string, { method = 'GET', body }: Call = {}) {
  const headers = { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) }
  const response = await fetch(`${server.url}/api${path}`, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) })
  return { status: response.status, body: await response.json(), total: Number(response.headers.get('X-Total-Count')) }
}

async function call<T>(server: Server, method: string, path: string, body?: unknown, token = ''): Promise<T> {
  const answer = await ask(server, { token }, path, { method, body })
  if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body as T
}

function account(server: Server, { user, token }: components['schemas']['SignedIn']): Account {
  return { token, id: user.id, name: user.name, state: stateOf(server, token, user), ask: (method, path, body) => call(server, method, path, body, token) }
}

/** Signs in with a link. Somebody new takes the name that the server proposes. */
export async function redeem(server: Server, link: string): Promise<Account> {
  const signedIn = await call<components['schemas']['SignedIn']>(server, 'POST', '/auth/email/verify', { token: tokenOf(link) })
  const { user, token } = signedIn
  if (!user.needsName) return account(server, signedIn)
  const { name } = await call<{ name: string }>(server, 'PUT', '/users/profile', { name: user.proposedName }, token)
  return account(server, { token, user: { ...user, name, needsName: false } })
}

/** Signs in with one of the links that the demo prints; each works once. */
export async function demoAccount(server: Server, who: Who): Promise<Account> {
  const [, link] = await server.printed(new RegExp(`${who}\\s+(http\\S+)`))
  return redeem(server, link!)
}

/** The first admin of a fresh site. */
export async function firstAdmin(server: Server, name = 'Ada Lovelace', email = 'ada@example.org'): Promise<Account> {
  const token = new URL(await setupLink(server)).searchParams.get('token')
  return account(server, await call(server, 'POST', '/setup', { token, communityName: 'Build Village', name, email }))
}

/** A new member, by the link that a server without mail prints. Needs one without a captcha. */
export async function newMember(server: Server, email: string): Promise<Account> {
  const from = mark(server)
  await call(server, 'POST', '/auth/email', { email, captchaToken: '' })
  return redeem(server, await printedLink(server, from))
}

/** A page of somebody, apart from the page of the test. */
export const pageOf = async (browser: Browser, server: Server, state: State = GUEST): Promise<Page> =>
  (await browser.newContext({ baseURL: server.url, storageState: state })).newPage()
