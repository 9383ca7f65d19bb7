// Accounts and events made by calls, for tests whose subject is what comes after.
import type { components } from '../../src/api/schema'
import { stateOf } from './account'
import { mark, printedLink, setupLink } from './signIn'
import type { Server } from './server'

export type Account = { token: string; id: string; name: string; state: ReturnType<typeof stateOf>; ask: <T>(method: string, path: string, body?: unknown) => Promise<T> }

async function call<T>(server: Server, method: string, path: string, body?: unknown, token?: string): Promise<T> {
  const response = await fetch(`${server.url}/api${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  const answer: unknown = await response.json()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`)
  return answer as T
}

function account(server: Server, { user, token }: components['schemas']['SignedIn']): Account {
  return { token, id: user.id, name: user.name, state: stateOf(server, token, user), ask: (method, path, body) => call(server, method, path, body, token) }
}

/** The first admin of a fresh site. */
export async function firstAdmin(server: Server, name = 'Ada Lovelace'): Promise<Account> {
  const token = new URL(await setupLink(server)).searchParams.get('token')
  return account(server, await call(server, 'POST', '/setup', { token, communityName: 'Build Village', name, email: 'ada@example.org' }))
}

/** A new member, by the link that a server without mail prints. Needs one without a captcha. */
export async function newMember(server: Server, email: string): Promise<Account> {
  const from = mark(server)
  await call(server, 'POST', '/auth/email', { email, captchaToken: '' })
  const link = new URL(await printedLink(server, from))
  return account(server, await call(server, 'POST', '/auth/email/verify', { token: link.searchParams.get('token') }))
}
