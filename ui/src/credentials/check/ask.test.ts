import { describe, expect, test } from 'vitest'
import { askOthers, askOwn, findOwn } from './ask'
import { bytes, file, json, OWN } from './fixtures'
import { namesKey, profileAddress } from './issuer'
import { read, type Signed } from './read'
import type { Fields } from './values'

const signedIn = async (content: Uint8Array<ArrayBuffer>): Promise<Signed> => {
  const found = await read(content)
  if (!('signed' in found)) throw new Error(JSON.stringify(found))
  return found.signed
}
/** A site that has these answers only. */
const site = (answers: Record<string, unknown>) => {
  const asked: string[] = []
  const get = (address: string) => {
    asked.push(address)
    return address in answers ? Promise.resolve(answers[address]) : Promise.reject(new Error('404'))
  }
  return { get, asked }
}
const LIST = '/credentials/status/1'

describe('this site', () => {
  test('says what it has revoked, and when', async () => {
    const revoked = await signedIn(file('revoked.json'))
    const entry = (event: string, at: string) => ({ entry: JSON.stringify({ event, at, credential: revoked.sum }) })
    const log = { entries: [entry('issued', '2026-11-29T08:41:31.1Z'), entry('revoked', '2026-11-29T08:41:56.2Z')] }
    const { get } = site({ [LIST]: json('list.json'), [`/api/transparency/inclusion?credential=${revoked.sum}`]: log })
    expect(await askOwn(revoked, OWN, get)).toEqual({ lists: ['set'], revokedAt: '2026-11-29T08:41:56.2Z' })
    expect(await askOwn(await signedIn(file('certificate.json')), OWN, get)).toEqual({ lists: ['clear'], revokedAt: undefined })
    expect(await askOwn(revoked, OWN, site({ [LIST]: json('list.json') }).get)).toEqual({ lists: ['set'], revokedAt: undefined })
  })

  test('is not believed when its list was bent', async () => {
    const revoked = await signedIn(file('revoked.json'))
    const list = json('list.json')
    const bent = { ...list, credentialSubject: { ...(list.credentialSubject as Fields), statusPurpose: 'suspension' } }
    expect((await askOwn(revoked, OWN, site({ [LIST]: bent }).get)).lists).toEqual(['untrusted'])
    // The right signature, of somebody else.
    expect((await askOwn(revoked, OWN, site({ [LIST]: json('plain-list.json') }).get)).lists).toEqual(['untrusted'])
    expect((await askOwn(revoked, { ...OWN, keys: [] }, site({ [LIST]: list }).get)).lists).toEqual(['untrusted'])
    expect((await askOwn(revoked, OWN, site({ [LIST]: 'x' }).get)).lists).toEqual(['unreadable'])
    expect((await askOwn(revoked, OWN, site({}).get)).lists).toEqual(['away'])
    const elsewhere = { ...revoked, status: [{ ...revoked.status[0]!, list: 'https://makers.example/credentials/status/2' }] }
    expect((await askOwn(elsewhere, OWN, site({ '/credentials/status/2': list }).get)).lists).toEqual(['untrusted'])
    const beyond = { ...revoked, status: [{ ...revoked.status[0]!, index: 131_072 }] }
    expect((await askOwn(beyond, OWN, site({ [LIST]: list }).get)).lists).toEqual(['unreadable'])
  })

  test('is asked nothing about a status that this page does not know', async () => {
    const signed = await signedIn(file('certificate.json'))
    const { get, asked } = site({})
    const status = [{ ...signed.status[0]!, type: 'StatusList2021Entry' }]
    expect(await askOwn({ ...signed, status }, OWN, get)).toEqual({ lists: [undefined], revokedAt: undefined })
    expect(asked).toEqual([])
  })

  test('tells its keys', async () => {
    const { get } = site({ '/api/transparency': json('transparency.json') })
    expect(await findOwn({ name: OWN.name, url: OWN.url }, get)).toEqual(OWN)
    expect(await findOwn({ name: OWN.name, url: OWN.url }, site({}).get)).toBeUndefined()
  })
})

describe('the site of another issuer', () => {
  const ISSUER = 'https://makers.example/issuer'
  const answers = { [ISSUER]: json('profile.json'), 'https://makers.example/credentials/status/1': json('list.json') }

  test('vouches for its key and says what it has revoked', async () => {
    expect(await askOthers(await signedIn(file('certificate.json')), ['makers.example'], site(answers).get)).toEqual({ profile: 'knows', lists: ['clear'] })
    expect(await askOthers(await signedIn(file('revoked.json')), ['makers.example'], site(answers).get)).toEqual({ profile: 'knows', lists: ['set'] })
    expect(await askOthers(await signedIn(file('forged.json')), ['makers.example'], site(answers).get)).toEqual({ profile: 'not', lists: ['clear'] })
    expect(await askOthers(await signedIn(file('certificate.json')), ['makers.example'], site({}).get)).toEqual({ profile: 'away', lists: ['away'] })
  })

  test('is asked only when it was named', async () => {
    const { get, asked } = site(answers)
    const signed = await signedIn(file('certificate.json'))
    expect(await askOthers(signed, ['other.example'], get)).toEqual({ profile: 'away', lists: [undefined] })
    const plain = await signedIn(file('plain-badge.json'))
    expect(await askOthers(plain, [new URL(plain.status[0]!.list).host], get)).toEqual({ profile: undefined, lists: [undefined] })
    expect(asked).toEqual([])
  })

  test('is found by its id', () => {
    expect(profileAddress(ISSUER)).toBe(ISSUER)
    expect(profileAddress('did:web:makers.example%3A8443')).toBe('https://makers.example:8443/.well-known/did.json')
    expect(profileAddress('did:web:makers.example:a:b')).toBe('https://makers.example/a/b/did.json')
    for (const id of ['did:key:z6Mk', 'http://makers.example', 'did:web:', 'did:web:a/b', 'javascript:1', '']) expect(profileAddress(id)).toBeUndefined()
  })

  test('names a key only as its own and for signing', () => {
    const profile = json('profile.json')
    const key = OWN.keys[0]!
    const [method] = profile.verificationMethod as Fields[]
    expect(namesKey(profile, ISSUER, key)).toBe(true)
    expect(namesKey({ ...profile, verificationMethod: undefined, assertionMethod: [method] }, ISSUER, key)).toBe(true)
    expect(namesKey(profile, 'https://makers.example/other', key)).toBe(false)
    expect(namesKey({ ...profile, assertionMethod: [] }, ISSUER, key)).toBe(false)
    expect(namesKey({ ...profile, verificationMethod: [{ ...method, controller: 'https://other.example' }] }, ISSUER, key)).toBe(false)
    expect(namesKey({ ...profile, id: 'https://other.example' }, ISSUER, key)).toBe(false)
    expect(namesKey(bytes('x'), ISSUER, key)).toBe(false)
  })
})
