// The typed client: same origin, the stored bearer, and error bodies that also tell their status.
import createClient, { type Middleware } from 'openapi-fetch'
import { statusMessage } from '../lib/errors'
import { readStored } from '../lib/storage'
import type { paths } from './schema'

const bearer: Middleware = {
  onRequest({ request }) {
    const token = readStored('token')
    if (token) request.headers.set('Authorization', `Bearer ${token}`)
    return request
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
