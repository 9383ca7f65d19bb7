// The typed client. It sends the session's bearer, ends the session on a 401 and adds the status to error bodies.
// Its types are those of openapi-fetch; its code is in every first view, so it does only what the calls of this site need.
import type { Client } from 'openapi-fetch'
import { statusMessage } from '../lib/errors'
import type { paths } from './schema'
import { currentSession, endSession } from './session'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Values = Record<string, unknown>
type Asked = Omit<RequestInit, 'body'> & {
  params?: { path?: Values; query?: Values }
  body?: unknown
  bodySerializer?: (body: unknown) => BodyInit
  parseAs?: 'json' | 'blob'
}

/** Sign-in calls carry no bearer: their 401 is about a link or a credential, not about the session. */
const SIGNS_IN = ['/api/auth/email', '/api/auth/email/verify', '/api/auth/google']

/** The path with its values, and the query without those that are absent. */
function addressOf(path: string, { path: inPath = {}, query = {} }: { path?: Values; query?: Values } = {}) {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(inPath[name])))
  const pairs = Object.entries(query).flatMap(([name, value]) => [value].flat().flatMap((one) => one ?? []).map((one) => `${name}=${encodeURIComponent(String(one))}`))
  return location.origin + filled + (pairs.length > 0 ? `?${pairs.join('&')}` : '')
}

/** The error body of an answer, with its status. */
async function problemOf(response: Response) {
  const text = await response.text()
  let body: object
  try {
    body = JSON.parse(text) as object
  } catch {
    body = { message: statusMessage(response.status), code: 'unreadable' }
  }
  const wait = Number(response.headers.get('Retry-After'))
  return { ...body, status: response.status, ...(wait > 0 && { retryAfter: wait }) }
}

async function ask(method: Method, path: string, { params, body, bodySerializer = JSON.stringify, parseAs, ...init }: Asked = {}) {
  const request = new Request(addressOf(path, params), { ...init, method, body: body === undefined ? undefined : bodySerializer(body) })
  if (body !== undefined && !init.headers) request.headers.set('Content-Type', 'application/json')
  const token = SIGNS_IN.includes(path) ? undefined : currentSession()?.token
  if (token) request.headers.set('Authorization', `Bearer ${token}`)
  const response = await fetch(request)
  // The only place where a 401 ends a session. It ends the session that the request was sent with, so a late answer to an earlier one does no harm.
  if (response.status === 401 && token) endSession(token, { expired: true })
  if (!response.ok) return { error: await problemOf(response), response }
  if (parseAs === 'blob') return { data: await response.blob(), response }
  const text = await response.text()
  return { data: text ? (JSON.parse(text) as unknown) : undefined, response }
}

const calls = (method: Method) => (path: string, asked?: Asked) => ask(method, path, asked)

export const client = { GET: calls('GET'), POST: calls('POST'), PUT: calls('PUT'), DELETE: calls('DELETE') } as unknown as Pick<Client<paths>, Method>
