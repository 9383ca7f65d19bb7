// Reads a file that somebody brings, and says what can be said of it without asking anybody.
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { extract, type Missing } from './extract'
import { issuerOf, verify, type Fault } from './proof'
import { hasType, isObject, listOf, textOf, untilOf, type Fields } from './values'

/** Who got it: as it is, or hashed, so that only whoever knows it recognises it. */
export type Identifier = { kind: string; text: string; hashed: boolean; salt: string }
/** The place in a list that says what is revoked. */
export type Place = { type: string; purpose: string; list: string; index: number }

/** A credential whose signature fits the key that it names. */
export type Signed = {
  /** The SHA-256 of its text: what the log knows it by. */
  sum: string
  id: string
  issuer: string
  /** What the issuer calls itself. Anybody can write any name here. */
  issuerName: string
  issuerUrl: string
  /** The key that signed, as a Multikey. */
  key: string
  title: string
  achievement: string
  description: string
  criteria: string
  recipients: Identifier[]
  from: string
  until: string
  evidence: { address: string; name: string }[]
  status: Place[]
}

export type Read = { signed: Signed } | { missing: Missing } | Fault

export async function read(file: Uint8Array<ArrayBuffer>): Promise<Read> {
  const found = await extract(file)
  if ('missing' in found) return found
  if (found.text.startsWith('eyJ')) return { fault: 'other-proof' }
  const document = parse(found.text)
  if (!document || !isCredential(document)) return { fault: 'no-credential' }
  const verified = await verify(document)
  return 'fault' in verified ? verified : { signed: describe(document, found.text, verified.key) }
}

function parse(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

const objects = (value: unknown) => listOf(value).filter(isObject)

/** Others sign other documents in the same way, among them the lists of what is revoked. The standard has two names for a badge. */
const isCredential = (document: Fields) => hasType(document, 'VerifiableCredential') && ['OpenBadgeCredential', 'AchievementCredential'].some((name) => hasType(document, name))

function describe(document: Fields, text: string, key: string): Signed {
  const issuer = isObject(document.issuer) ? document.issuer : {}
  const subjects = objects(document.credentialSubject)
  const achievement = subjects.flatMap((subject) => objects(subject.achievement))[0] ?? {}
  return {
    sum: bytesToHex(sha256(utf8ToBytes(text))),
    id: textOf(document.id),
    issuer: issuerOf(document),
    issuerName: textOf(issuer.name),
    issuerUrl: textOf(issuer.url),
    key,
    title: textOf(document.name),
    achievement: textOf(achievement.name),
    description: textOf(achievement.description),
    criteria: textOf(objects(achievement.criteria)[0]?.narrative),
    recipients: subjects.flatMap((subject) => [
      ...(textOf(subject.id) ? [{ kind: 'id', text: textOf(subject.id), hashed: false, salt: '' }] : []),
      ...objects(subject.identifier).map((one) => ({ kind: textOf(one.identityType), text: textOf(one.identityHash), hashed: one.hashed === true, salt: textOf(one.salt) })),
    ]),
    from: textOf(document.validFrom),
    until: untilOf(document),
    evidence: objects(document.evidence).map(({ id, name }) => ({ address: textOf(id), name: textOf(name) })),
    status: objects(document.credentialStatus).map((entry) => ({
      // Entries of several bits say more than yes and no.
      type: hasType(entry, 'BitstringStatusListEntry') && (entry.statusSize ?? 1) === 1 ? 'BitstringStatusListEntry' : 'unknown',
      purpose: textOf(entry.statusPurpose),
      list: textOf(entry.statusListCredential),
      index: /^\d{1,9}$/.test(textOf(entry.statusListIndex)) ? Number(entry.statusListIndex) : -1,
    })),
  }
}

/** The SHA-256 of the credential in a file, by which the log knows it; nothing when there is none. */
export async function sumOf(file: Uint8Array<ArrayBuffer>): Promise<string | undefined> {
  const found = await extract(file)
  return 'text' in found ? bytesToHex(sha256(utf8ToBytes(found.text))) : undefined
}
