// Sign-in with ID tokens of a real OpenID provider, run here; only Google's button is not part of it.
import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto'
import { createServer, type Server as HttpServer } from 'node:http'
import { expect } from '@playwright/test'
import Provider from 'oidc-provider'
import { test as base } from './support/fresh'
import { firstAdmin } from './support/accounts'

const CLIENT = 'community-test'
const REDIRECT = 'http://127.0.0.1/signed-in'

type Person = { sub: string; email: string; email_verified: boolean; name?: string }
type Issuer = { url: string; idToken: (person: Person, client?: string) => Promise<string> }

/** A provider that signs in the given person without asking. */
async function startIssuer(): Promise<Issuer & { stop: () => Promise<void> }> {
  const people = new Map<string, Person>()
  const http: HttpServer = createServer()
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done))
  const address = http.address()
  if (!address || typeof address !== 'object') throw new Error('no port')
  const url = `http://127.0.0.1:${address.port}`
  const client = (client_id: string) => ({
    client_id,
    redirect_uris: [REDIRECT],
    token_endpoint_auth_method: 'none' as const,
    response_types: ['code' as const],
    grant_types: ['authorization_code'],
  })
  const provider: Provider = new Provider(url, {
    clients: [client(CLIENT), client('another-site')],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    jwks: { keys: [generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }) as never] },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 600, Interaction: 60, Session: 60 },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ ...people.get(id)! }) }),
    async loadExistingGrant(ctx) {
      const grant = new provider.Grant({ clientId: ctx.oidc.client!.clientId, accountId: ctx.oidc.session!.accountId! })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  const answer = provider.callback()
  let next: Person | undefined
  http.on('request', (request, response) => {
    if (request.url?.startsWith('/interaction/')) void provider.interactionFinished(request, response, { login: { accountId: next!.sub } })
    else void answer(request, response)
  })

  return {
    url,
    async idToken(person, clientId = CLIENT) {
      people.set(person.sub, person)
      next = person
      const verifier = randomBytes(32).toString('base64url')
      const query = new URLSearchParams({
        client_id: clientId,
        redirect_uri: REDIRECT,
        response_type: 'code',
        scope: 'openid email profile',
        state: randomBytes(8).toString('hex'),
        nonce: randomBytes(8).toString('hex'),
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
      })
      const cookies = new Map<string, string>()
      let at = `${url}/auth?${query}`
      for (let steps = 0; !at.startsWith(REDIRECT); steps++) {
        const step = await fetch(at, { redirect: 'manual', headers: { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') } })
        for (const cookie of step.headers.getSetCookie()) {
          const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!
          cookies.set(name!, value!)
        }
        const to = step.headers.get('Location')
        if (!to || steps > 10) throw new Error(`the provider answered ${step.status} at ${at}: ${await step.text()}`)
        at = new URL(to, at).href
      }
      const code = new URL(at).searchParams.get('code')
      if (!code) throw new Error(`no code in ${at}`)
      const tokens = await fetch(`${url}/token`, {
        method: 'POST',
        body: new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: REDIRECT, client_id: clientId, code_verifier: verifier }),
      })
      const { id_token } = (await tokens.json()) as { id_token?: string }
      if (!id_token) throw new Error('the provider gave no ID token')
      return id_token
    },
    stop: () =>
      new Promise((done) => {
        http.close(() => done())
        http.closeAllConnections()
      }),
  }
}

const test = base.extend<{ issuer: Issuer }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the pattern
  issuer: async ({}, use) => {
    const issuer = await startIssuer()
    await use(issuer)
    await issuer.stop()
  },
  env: async ({ issuer }, use) =>
    use({
      COMMUNITY_CAPTCHA__PROVIDER: 'none',
      COMMUNITY_GOOGLE__CLIENT_ID: CLIENT,
      COMMUNITY_GOOGLE__ISSUER: issuer.url,
      COMMUNITY_GOOGLE__JWKS_URL: `${issuer.url}/jwks`,
    }),
})

const GRACE: Person = { sub: 'grace-1', email: 'grace@example.org', email_verified: true, name: 'Grace Hopper' }

const send = (site: string, tokenId: string) =>
  fetch(`${site}/api/auth/google`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ tokenId, captchaToken: '' }) })

type SignedIn = { user: { id: string; name: string; email: string; role: string }; token: string }

test('a real ID token signs in, once', async ({ page, server, issuer }) => {
  const token = await issuer.idToken(GRACE)
  const answer = await send(server.url, token)
  expect(answer.status).toBe(200)
  const { user, token: bearer } = (await answer.json()) as SignedIn
  expect(user).toMatchObject({ name: 'Grace Hopper', email: 'grace@example.org', role: 'user' })
  expect((await send(server.url, token)).status).toBe(401)

  await page.addInitScript(([user, token]) => {
    localStorage.setItem('user', user!)
    localStorage.setItem('token', token!)
  }, [JSON.stringify(user), bearer])
  await page.goto('/login')
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('button', { name: 'Grace', exact: true })).toBeVisible()

  const again = (await (await send(server.url, await issuer.idToken(GRACE))).json()) as SignedIn
  expect(again.user.id).toBe(user.id)
})

test('a token for another site, of an unverified address or a changed one is refused', async ({ server, issuer }) => {
  expect((await send(server.url, await issuer.idToken(GRACE, 'another-site'))).status).toBe(401)
  const unverified = await send(server.url, await issuer.idToken({ ...GRACE, sub: 'grace-2', email_verified: false }))
  expect(unverified.status).toBe(401)
  expect(unverified.headers.get('X-Attempts-Left')).toBe('3')
  const [header, body, signature] = (await issuer.idToken(GRACE)).split('.') as [string, string, string]
  const claims = { ...(JSON.parse(Buffer.from(body, 'base64url').toString()) as object), email: 'ada@example.org' }
  const changed = [header, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.')
  expect((await send(server.url, changed)).status).toBe(401)
})

test('an identity joins the account with its verified address, but a second identity does not', async ({ server, issuer }) => {
  const own = await firstAdmin(server, 'Grace', 'Grace@Example.org')
  const joined = (await (await send(server.url, await issuer.idToken(GRACE))).json()) as SignedIn
  expect(joined.user).toMatchObject({ id: own.id, role: 'admin' })
  const second = await send(server.url, await issuer.idToken({ ...GRACE, sub: 'somebody-else' }))
  expect(second.status).toBe(409)
})

test('the button waits for the captcha, and its script loads only on sites that use it', async ({ page }) => {
  const asked: string[] = []
  await page.route('https://accounts.google.com/**', (route) => {
    asked.push(route.request().url())
    return route.abort()
  })
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(asked).toEqual([])
  await page.goto('/login')
  await expect(page.getByText('Google sign-in initialization failed. Please enable third-party cookies or try a different browser.')).toBeVisible()
  expect(asked).toEqual(['https://accounts.google.com/gsi/client'])
  await expect(page.getByLabel('E-mail address')).toBeEnabled()
  await page.goto('/privacy')
  await expect(page.getByText('Continue with Google')).toBeVisible()
})
