// The typed client. It sends the session's bearer, ends the session on a 401 and adds the status to error bodies.
import createClient, { type Middleware } from 'openapi-fetch'
import { statusMessage } from '../lib/errors'
import type { paths } from './schema'
import { currentSession, endSession } from './session'

/** Sign-in calls carry no bearer: their 401 is about a link or a credential, not about the session. */
const SIGNS_IN = ['/api/auth/email', '/api/auth/email/verify', '/api/auth/google']

const bearer: Middleware = {
  onRequest({ request, schemaPath }) {
    const token = SIGNS_IN.includes(schemaPath) ? undefined : currentSession()?.token
    if (token) request.headers.set('Authorization', `Bearer ${token}`)
    return request
  },
  /** The only place where a 401 ends a session. It ends the session that the request was sent with, so a late answer to an earlier one does no harm. */
  onResponse({ request, response }) {
    const sent = /^Bearer (.+)$/.exec(request.headers.get('Authorization') ?? '')?.[1]
    if (response.status === 401 && sent) endSession(sent, { expired: true })
  },
}

const problems: Middleware = {
  async onResponse({ response }) {
    if (response.ok || response.status === 304) return undefined
    const text = await response.clone().text()
    let body: object
    try {
      body = JSON.parse(text) as object
    } catch {
      body = { message: statusMessage(response.status), code: 'unreadable' }
    }
    const wait = Number(response.headers.get('Retry-After'))
    const told = JSON.stringify({ ...body, status: response.status, retryAfter: wait > 0 ? wait : undefined })
    const headers = new Headers(response.headers)
    for (const name of ['Content-Length', 'Content-Encoding']) headers.delete(name)
    headers.set('Content-Type', 'application/json')
    return new Response(told, { status: response.status, headers })
  },
}

export const client = createClient<paths>({ baseUrl: location.origin, fetch: (request) => fetch(request) })
client.use(bearer, problems)
