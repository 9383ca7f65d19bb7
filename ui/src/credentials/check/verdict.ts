// What is known of a credential, put together: what was checked, what came out, what people are told. Pure functions.
import { profileAddress } from './issuer'
import type { Missing } from './extract'
import type { Fault } from './proof'
import type { Place, Signed } from './read'
import { termOf } from './values'

/** This community: the id and the keys with which it signs. */
export type Own = { issuer: string; keys: string[]; url: string; name: string }

/** What a list says, as far as it is known. `untrusted`: it is not signed by the issuer. */
export type ListAnswer = 'set' | 'clear' | 'away' | 'untrusted' | 'unreadable' | 'old'
/** What the issuer's site says of the key. */
type ProfileAnswer = 'knows' | 'not' | 'away'

export type Known = {
  own?: Own
  profile?: ProfileAnswer
  /** For each entry of `signed.status`. */
  lists: (ListAnswer | undefined)[]
  /** When this community revoked it: RFC 3339. */
  revokedAt?: string
  now: Date
}

export type Check = { subject: 'signature' | 'issuer' | 'time' | 'status'; state: 'good' | 'bad' | 'open'; text: string; /** A date after the text. */ at?: string }

export type Verdict = {
  tone: 'good' | 'bad' | 'open'
  title: string
  text: string
  at?: string
  checks: Check[]
  /** The sites that could answer what is open. */
  hosts: string[]
}

/** The site of an address; nothing when it is no address. */
export const hostOf = (address: string) => (URL.canParse(address) ? new URL(address).host : '')
const isSecure = (address: string) => address.startsWith('https://') && URL.canParse(address)

/** Whether this community signed it. */
export const isOwn = ({ key }: Signed, own: Own | undefined) => own?.keys.includes(key) === true

/** Whether it says that it comes from this community. Everybody can write that. */
const claimsOwn = (signed: Signed, own: Own) => [signed.issuer, signed.issuerUrl, signed.id].some((address) => isAt(address, own.url)) || signed.issuer === own.issuer

const callsItselfSo = ({ issuerName }: Signed, { name }: Own) => issuerName.trim().toLowerCase() === name.trim().toLowerCase()

const isAt = (address: string, site: string) => URL.canParse(address) && URL.canParse(site) && new URL(address).origin === new URL(site).origin && new URL(site).origin !== 'null'

/** What the name of an issuer is worth: the site that vouches for it, or the name in quotes. */
const named = (signed: Signed) => hostOf(profileAddress(signed.issuer) ?? '') || signed.issuerName || signed.issuer

function issuerCheck(signed: Signed, { own, profile }: Known): Check {
  const check = (state: Check['state'], text: string): Check => ({ subject: 'issuer', state, text })
  if (own && isOwn(signed, own)) return check('good', `It was signed by ${own.name}, the community of this site.`)
  if (own && claimsOwn(signed, own)) return check('bad', `It says that it comes from ${own.name}, but it was not signed with a key of this community. Somebody else made it.`)
  if (own && signed.issuer.startsWith('did:key:') && callsItselfSo(signed, own)) return check('open', `Its issuer calls itself ${own.name}, as this community does, but this community did not sign it.`)
  if (signed.issuer.startsWith('did:key:'))
    return check('open', own ? `It is signed with a key that this site does not know. Anybody can make a key and call it “${signed.issuerName || 'anything'}”.` : 'This site does not answer now, so it cannot say whether the key is its own.')
  const address = profileAddress(signed.issuer)
  if (!address) return check('open', `It is signed in the name of ${signed.issuer}, and this page knows no way to ask who that is.`)
  if (profile === 'knows') return check('good', `It was signed by ${hostOf(address)}: that site says that the key is its own.`)
  if (profile === 'not') return check('bad', `It names ${hostOf(address)} as its issuer, but that site does not know the key. Somebody else signed it.`)
  if (profile === 'away') return check('open', `${hostOf(address)} does not say now whether the key is its own.`)
  return check('open', `Whether the key is that of ${hostOf(address)}, only ${hostOf(address)} can say.`)
}

function timeCheck({ from, until }: Signed, now: Date): Check[] {
  switch (termOf(from, until, now)) {
    case 'early':
      return [{ subject: 'time', state: 'bad', text: 'It is not valid before', at: from }]
    case 'over':
      return [{ subject: 'time', state: 'bad', text: 'It was valid until', at: until }]
    case 'unclear':
      return [{ subject: 'time', state: 'open', text: 'It does not say clearly when it is valid.' }]
    case 'counts':
      return []
  }
}

const PURPOSES: Record<string, { set: string; clear: string }> = {
  revocation: { set: 'It was revoked.', clear: 'It has not been revoked.' },
  suspension: { set: 'It is suspended for now.', clear: 'It is not suspended.' },
}

/** Whether this page can read an entry. */
export const isReadable = ({ type, purpose, index }: Place) => type === 'BitstringStatusListEntry' && purpose in PURPOSES && index >= 0

function statusChecks(signed: Signed, known: Known): Check[] {
  const check = (state: Check['state'], text: string, at?: string): Check => ({ subject: 'status', state, text, at })
  if (known.revokedAt) return [check('bad', 'It was revoked on', known.revokedAt)]
  if (signed.status.length === 0) return [check('open', 'Whether it was revoked cannot be told: it names no place that says so.')]
  return signed.status.map((place, at) => {
    const answer = known.lists[at]
    const host = hostOf(place.list) || 'somebody'
    if (!isReadable(place)) return check('open', 'Whether it was revoked is written in a way that this page does not know.')
    const words = PURPOSES[place.purpose]!
    if (answer === 'set') return check('bad', words.set)
    if (answer === 'clear') return check('good', words.clear)
    if (answer === 'untrusted') return check('open', 'The list of what is revoked is not signed by the issuer, so it says nothing.')
    if (answer === 'old') return check('open', 'The list of what is revoked is not of today.')
    if (answer === 'unreadable') return check('open', 'The list of what is revoked cannot be read.')
    if (answer === 'away') return check('open', `Whether it was revoked cannot be told now: ${isOwn(signed, known.own) ? 'this site' : host} does not answer.`)
    if (isOwn(signed, known.own)) return check('open', 'Whether it was revoked cannot be told yet.')
    return isSecure(place.list) ? check('open', `Whether it was revoked, only ${host} can say.`) : check('open', `Whether it was revoked, only ${host} can say, and it has no secure address (https) at which this page could ask.`)
  })
}

/** The sites that can answer what is open. */
function sitesToAsk(signed: Signed, known: Known): string[] {
  if (isOwn(signed, known.own) || (known.own && claimsOwn(signed, known.own))) return []
  const open = (answer: string | undefined) => answer === undefined || answer === 'away'
  const profile = open(known.profile) ? [profileAddress(signed.issuer) ?? ''] : []
  const lists = signed.status.filter((place, at) => isReadable(place) && open(known.lists[at])).map(({ list }) => list)
  return [...new Set([...profile, ...lists].filter(isSecure).map(hostOf))]
}

/** What is said of a credential whose signature fits. */
export function judge(signed: Signed, known: Known): Verdict {
  const issuer = issuerCheck(signed, known)
  const checks: Check[] = [
    { subject: 'signature', state: 'good', text: 'Nothing in it was changed since it was signed.' },
    issuer,
    // What is forged was never issued, so nobody has revoked it.
    ...(issuer.state === 'bad' ? [] : [...timeCheck(signed, known.now), ...statusChecks(signed, known)]),
  ]
  const hosts = sitesToAsk(signed, known)
  const bad = checks.find(({ state }) => state === 'bad')
  if (bad) {
    // Somebody holds it in their hands, so it is told what it was.
    const text = bad.subject === 'status' && bad.at ? `It was genuine once, but ${isOwn(signed, known.own) ? known.own!.name : named(signed)} revoked it on` : bad.text
    return { tone: 'bad', title: badTitle(bad, signed, known.now), text, at: bad.at, checks, hosts: bad.subject === 'issuer' ? [] : hosts }
  }
  const open = checks.find(({ state }) => state === 'open')
  if (!open) {
    return { tone: 'good', title: 'This is genuine.', text: `${isOwn(signed, known.own) ? known.own!.name : named(signed)} issued it, nothing in it was changed, and it has not been revoked.`, checks, hosts }
  }
  return { tone: 'open', title: openTitle(open, hosts, signed, known), text: open.text, checks, hosts }
}

function badTitle({ subject, text }: Check, { from }: Signed, now: Date): string {
  if (subject === 'issuer') return 'This is forged.'
  if (subject === 'time') return Date.parse(from) > now.getTime() ? 'This is not valid yet.' : 'This has expired.'
  return text.startsWith('It is suspended') ? 'This is suspended.' : 'This was revoked.'
}

function openTitle({ subject }: Check, hosts: string[], signed: Signed, { own, profile }: Known): string {
  if (subject !== 'issuer') return hosts.length ? 'One question is left.' : 'Nobody can say now whether it still stands.'
  if (profile === undefined && hosts.length && profileAddress(signed.issuer)) return `Only ${hosts[0]} can say.`
  return own ? 'Its issuer is not known here.' : 'This cannot be decided now.'
}

/** What is said of a file that holds no credential. */
export function explainMissing(missing: Missing): { title: string; text: string } {
  switch (missing) {
    case 'empty':
      return { title: 'This is empty.', text: 'There is nothing in it to check.' }
    case 'large':
      return { title: 'This is too large.', text: 'No certificate and no badge is as large as this.' }
    case 'nothing':
      return { title: 'This is not a credential.', text: 'Nothing signed is in this file, so it can be neither genuine nor forged. A photo, a scan or a screenshot never holds it, and some programs drop it when they save or send a picture. Ask for the file as it was downloaded.' }
    case 'old':
      return { title: 'This badge is of an older kind.', text: 'It is an Open Badge 1 or 2, whose proof is not in the file. This page checks Open Badges 3.' }
    case 'page':
      return { title: 'This is a page, not a credential.', text: 'Download the certificate or the badge on that page (PNG, SVG, PDF or JSON), and check the file.' }
    case 'kind':
      return { title: 'This is not a credential.', text: 'A certificate or a badge is a PNG, SVG, PDF or JSON file.' }
    case 'damaged':
      return { title: 'This file is damaged.', text: 'It ends too early or cannot be read. Ask for it again.' }
  }
}

/** What is said of a document that is not as its issuer signed it. */
export function explainFault(fault: Fault): { tone: 'bad' | 'open'; title: string; text: string } {
  switch (fault.fault) {
    case 'no-credential':
      return { tone: 'open', title: 'This is not a credential.', text: 'It holds data of another kind, and neither a certificate nor a badge.' }
    case 'unsigned':
      return { tone: 'bad', title: 'This is not signed.', text: 'Anybody could have written it. It proves nothing.' }
    case 'other-proof':
      return { tone: 'open', title: 'This is signed in a way that this page does not know.', text: 'It may be genuine. Ask whoever gave it to you how it can be checked.' }
    case 'other-key':
      return { tone: 'bad', title: 'This is forged.', text: 'It is signed with a key that is not that of the issuer it names.' }
    case 'altered':
      return { tone: 'bad', title: 'This was changed after it was signed.', text: 'The signature does not fit what it says now. Do not trust anything in it.' }
    case 'unclear':
      if (fault.why === 'word') return { tone: 'bad', title: 'This was changed after it was signed.', text: `It says something that no signature covers${fault.what ? ` (“${fault.what}”)` : ''}. Do not trust anything in it.` }
      if (fault.why === 'context') return { tone: 'open', title: 'This page does not know its vocabulary.', text: `It uses words that this page cannot look up without asking others${fault.what ? ` (${fault.what})` : ''}, so the signature cannot be checked.` }
      if (fault.why === 'complex') return { tone: 'open', title: 'This is too complicated to be checked here.', text: 'No certificate and no badge that we know is built like this.' }
      return { tone: 'bad', title: 'This cannot be read as a credential.', text: 'It was changed or damaged after it was signed.' }
  }
}
