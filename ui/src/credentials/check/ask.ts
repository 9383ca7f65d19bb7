// Asks the sites that can say more: this one without being told to, any other when the reader presses the button that names it.
import { namesKey, profileAddress } from './issuer'
import type { Signed } from './read'
import { lookUp } from './status'
import { isObject } from './values'
import { isOwn, isReadable, type Known, type ListAnswer, type Own } from './verdict'

/** Bytes of an answer, and milliseconds for it. */
const ANSWER_BYTES = 2 * 1024 * 1024
const PATIENCE = 15_000

/** Thrown when a site does not answer, or with something else. */
class Away extends Error {}

/** The bytes at an address. Other sites learn nothing of who asks, and lead nowhere else. */
export async function fetchBytes(address: string, accept: string): Promise<Uint8Array<ArrayBuffer>> {
  const isOther = new URL(address, location.href).origin !== location.origin
  try {
    const answer = await fetch(address, {
      headers: { Accept: accept },
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-cache',
      redirect: isOther ? 'error' : 'follow',
      signal: AbortSignal.timeout(PATIENCE),
    })
    if (!answer.ok) throw new Away(String(answer.status))
    return await bounded(answer)
  } catch (error) {
    throw error instanceof Away ? error : new Away(String(error))
  }
}

async function bounded(answer: Response): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for (const reader = answer.body?.getReader(); reader; ) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.length
    if (size > ANSWER_BYTES) {
      void reader.cancel().catch(() => {})
      throw new Away('too large')
    }
    parts.push(value)
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer())
}

async function fetchJson(address: string): Promise<unknown> {
  const bytes = await fetchBytes(address, 'application/json, application/ld+json, application/vc+ld+json')
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as unknown
  } catch {
    throw new Away('no JSON')
  }
}

const OWN_LIST = /^\/credentials\/status\/\d+$/

/** What this site says of a credential of its own: its lists, and the log, which knows when it was revoked. */
export async function askOwn(signed: Signed, own: Own, get = fetchJson): Promise<Pick<Known, 'lists' | 'revokedAt'>> {
  const lists = await Promise.all(
    signed.status.map(async (place): Promise<ListAnswer | undefined> => {
      // The site may have had another address when it signed.
      const path = URL.canParse(place.list) ? new URL(place.list).pathname : ''
      if (!isReadable(place) || !OWN_LIST.test(path)) return isReadable(place) ? 'unreadable' : undefined
      return readList(signed, place, () => get(path), (id) => URL.canParse(id) && new URL(id).pathname === path, (key) => own.keys.includes(key))
    }),
  )
  const revokedAt = lists.includes('set') ? await findRevocation(signed, get).catch(() => undefined) : undefined
  return { lists, revokedAt }
}

async function findRevocation({ sum }: Signed, get: typeof fetchJson): Promise<string | undefined> {
  const logged = await get(`/api/transparency/inclusion?credential=${sum}`)
  const entries = isObject(logged) && Array.isArray(logged.entries) ? (logged.entries as { entry: string }[]) : []
  const events = entries.map(({ entry }) => JSON.parse(entry) as { at: string; event: string })
  return events.find(({ event }) => event === 'revoked')?.at
}

/** What the sites of another issuer say of its credential. Only those of `hosts` are asked. */
export async function askOthers(signed: Signed, hosts: string[], get = fetchJson): Promise<Pick<Known, 'profile' | 'lists'>> {
  const isNamed = (address: string) => URL.canParse(address) && new URL(address).protocol === 'https:' && hosts.includes(new URL(address).host)
  const address = profileAddress(signed.issuer)
  const profile = address && isNamed(address) ? await get(address).catch(() => undefined) : undefined
  const isKey = (key: string) => (signed.issuer.startsWith('did:key:') ? key === signed.key : namesKey(profile, signed.issuer, key))
  const lists = await Promise.all(
    signed.status.map((place) => (isReadable(place) && isNamed(place.list) ? readList(signed, place, () => get(place.list), (id) => id === place.list, isKey) : undefined)),
  )
  return { profile: !address ? undefined : profile === undefined ? 'away' : namesKey(profile, signed.issuer, signed.key) ? 'knows' : 'not', lists }
}

async function readList(signed: Signed, place: Signed['status'][number], get: () => Promise<unknown>, isAddress: (id: string) => boolean, isKey: (key: string) => boolean): Promise<ListAnswer> {
  let list: unknown
  try {
    list = await get()
  } catch {
    return 'away'
  }
  const listed = await lookUp(list, place, signed.issuer, isAddress, new Date())
  if ('wrong' in listed) return listed.wrong === 'unreadable' || listed.wrong === 'old' ? listed.wrong : 'untrusted'
  return isKey(listed.key) ? (listed.isSet ? 'set' : 'clear') : 'untrusted'
}

/** This community, as it says of itself. */
export async function findOwn(site: { name: string; url: string } | undefined, get = fetchJson): Promise<Own | undefined> {
  const answer = await get('/api/transparency').catch(() => undefined)
  if (!isObject(answer) || typeof answer.issuer !== 'string' || !Array.isArray(answer.keys)) return undefined
  return { issuer: answer.issuer, keys: (answer.keys as { multikey: string }[]).map(({ multikey }) => multikey), url: site?.url || location.origin, name: site?.name || location.host }
}

/** What is asked without being told to. */
export async function askHere(signed: Signed, own: Own | undefined): Promise<Pick<Known, 'lists' | 'revokedAt'>> {
  return own && isOwn(signed, own) ? askOwn(signed, own) : { lists: [] }
}
