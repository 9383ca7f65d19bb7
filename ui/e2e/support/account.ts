// `test` with the demo's admin and member, signed in once for all tests of a worker; every page is the admin's.
import type { Server } from './server'
import { test as base } from './test'

type State = { cookies: []; origins: { origin: string; localStorage: { name: string; value: string }[] }[] }
export type Account = { id: string; token: string; name: string; state: State }

/** What is kept in the browser of somebody who is signed in. */
export function stateOf(server: Server, token: string, user: { id: string; name: string }): State {
  const localStorage = [
    { name: 'token', value: token },
    { name: 'user', value: JSON.stringify(user) },
  ]
  return { cookies: [], origins: [{ origin: server.url, localStorage }] }
}

/** Signs in with one of the links that the demo prints. */
async function signIn(server: Server, who: 'an admin' | 'a member'): Promise<Account> {
  const [, link] = await server.printed(new RegExp(`${who}\\s+http\\S+/login\\?token=(\\S+)`))
  const response = await fetch(`${server.url}/api/auth/email/verify`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ token: link }) })
  const { token, user } = await response.json()
  return { id: user.id, token, name: user.name, state: stateOf(server, token, user) }
}

export const test = base.extend<object, { admin: Account; member: Account }>({
  admin: [async ({ server }, use) => use(await signIn(server, 'an admin')), { scope: 'worker' }],
  member: [async ({ server }, use) => use(await signIn(server, 'a member')), { scope: 'worker' }],
  storageState: async ({ admin }, use) => use(admin.state),
})

type Call = { method?: string; body?: unknown }

/** Asks the server as somebody; the answer, and the total of a list. */
export async function ask(server: Server, { token }: { token: string }, path: string, { method = 'GET', body }: Call = {}) {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  const response = await fetch(`${server.url}/api${path}`, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) })
  return { status: response.status, body: await response.json(), total: Number(response.headers.get('X-Total-Count')) }
}
