import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { isSame } from './compare'
import { bytes, file, json, text } from './fixtures'
import { FILE_BYTES, TEXT_BYTES } from './limits'
import { read, sumOf, type Read, type Signed } from './read'
import type { Fields } from './values'

const signed = async (content: Uint8Array<ArrayBuffer>): Promise<Signed> => {
  const found = await read(content)
  if (!('signed' in found)) throw new Error(JSON.stringify(found))
  return found.signed
}
const faultOf = (found: Read) => ('fault' in found ? found.fault : 'missing' in found ? found.missing : 'signed')

describe('files of the server', () => {
  test.each(['certificate.json', 'certificate.pdf', 'badge.png', 'badge.svg', 'revoked.json', 'plain-badge.json'])('%s fits its signature', async (name) => {
    const found = await signed(file(name))
    expect(found.issuerName).toBe('Build Village')
    expect(found.issuer).toBe(name.startsWith('plain') ? `did:key:${found.key}` : 'https://makers.example/issuer')
    expect(found.status).toMatchObject([{ type: 'BitstringStatusListEntry', purpose: 'revocation' }])
  })

  test('all files of a credential hold the same one', async () => {
    expect(await sumOf(file('certificate.pdf'))).toBe(await sumOf(file('certificate.json')))
    expect(await sumOf(file('badge.svg'))).toBe(await sumOf(file('badge.png')))
  })

  test('the recipient is named, and their address only compared', async () => {
    const { recipients, achievement, from } = await signed(file('certificate.json'))
    expect([achievement, from]).toEqual(['Wetterleuchten', '2025-10-18T05:21:14Z'])
    const [address, name] = recipients
    expect(name).toEqual({ kind: 'name', text: 'Mirjam Köhler', hashed: false, salt: '' })
    expect(isSame(address!, ' Mirjam@Example.org ')).toBe(true)
    expect(isSame(address!, 'somebody@example.org')).toBe(false)
  })
})

/** The document with every string in it changed, one after the other. */
function* changes(value: unknown, path: string): Generator<[string, unknown]> {
  if (typeof value === 'string') yield [path, value.endsWith('x') ? `${value}y` : `${value}x`]
  if (typeof value === 'boolean') yield [path, !value]
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value))
    for (const [at, changed] of changes(inner, `${path}/${key}`)) yield [at, Array.isArray(value) ? value.map((one: unknown, place) => (String(place) === key ? changed : one)) : { ...value, [key]: changed }]
}

describe('what was changed', () => {
  test.each([...changes(json('certificate.json'), '')])('is refused: %s', async (_, changed) => {
    expect(faultOf(await read(bytes(changed)))).not.toBe('signed')
  })

  test('a field less or more is refused', async () => {
    const { credentialStatus: _, ...rest } = json('certificate.json')
    expect(faultOf(await read(bytes(rest)))).toBe('altered')
    expect(faultOf(await read(bytes({ ...json('certificate.json'), validUntil: '2099-01-01T00:00:00Z' })))).toBe('altered')
    expect(await read(bytes({ ...json('certificate.json'), colour: 'red' }))).toMatchObject({ fault: 'unclear', why: 'word' })
    expect(await read(bytes({ ...json('certificate.json'), evidence: [{ '@note': 'unsigned' }] }))).toEqual({ fault: 'unclear', why: 'word', what: '@note' })
  })

  test('no other context may give the words another meaning', async () => {
    const document = json('certificate.json')
    const contexts = document['@context'] as string[]
    expect(await read(bytes({ ...document, '@context': [...contexts, 'https://example.org/c'] }))).toEqual({ fault: 'unclear', why: 'context', what: 'https://example.org/c' })
    expect(await read(bytes({ ...document, '@context': [...contexts, { name: 'urn:x' }] }))).toMatchObject({ fault: 'unclear', why: 'context' })
  })

  test('a signature of somebody else is not that of the issuer', async () => {
    const document = json('plain-badge.json')
    const other = 'did:key:z6MkjZRZv3aez3r18pB1RBFJR1kwUVJ5jHt92JmQwXbd5hwi'
    expect(await read(bytes({ ...document, issuer: { ...(document.issuer as Fields), id: other } }))).toEqual({ fault: 'other-key' })
    expect((await signed(file('forged.json'))).key).not.toBe((await signed(file('certificate.json'))).key)
  })
})

describe('what holds no credential', () => {
  const png = file('badge.png')
  /** A PNG with one chunk of text. */
  const chunk = (kind: string, data: Uint8Array) => {
    const size = new Uint8Array(4)
    new DataView(size.buffer).setUint32(0, data.length)
    return Uint8Array.from([...png.slice(0, 33), ...size, ...bytes(kind), ...data, 0, 0, 0, 0, ...png.slice(-12)])
  }
  const packed = (content: Uint8Array) => chunk('iTXt', Uint8Array.from([...bytes('openbadgecredential'), 0, 1, 0, 0, 0, ...deflateSync(content)]))

  test.each<[string, Uint8Array<ArrayBuffer>, string]>([
    ['nothing', new Uint8Array(), 'empty'],
    ['blanks', bytes(' \n'), 'empty'],
    ['a text', bytes('hello'), 'kind'],
    ['bytes', Uint8Array.of(0xff, 0xd8, 0xff), 'kind'],
    ['a picture', Uint8Array.from([...png.slice(0, 33), ...png.slice(-12)]), 'nothing'],
    ['half a picture', png.slice(0, 60), 'damaged'],
    ['an older badge', chunk('iTXt', Uint8Array.from([...bytes('openbadges'), 0, 0, 0, 0, 0, ...bytes('{}')])), 'old'],
    ['a drawing', bytes('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'nothing'],
    ['a page', bytes('<!doctype html><html></html>'), 'page'],
    ['a PDF', bytes('%PDF-1.7\n1 0 obj <<>> endobj\n%%EOF'), 'nothing'],
    ['half a PDF', file('certificate.pdf').slice(0, 5000), 'damaged'],
    ['data', bytes({ a: 1 }), 'no-credential'],
    ['no object', bytes('[1]'), 'no-credential'],
    ['no JSON', bytes('{"a":'), 'no-credential'],
    ['a list of what is revoked', file('list.json'), 'no-credential'],
    ['a signed credential that is no badge', bytes({ ...json('certificate.json'), type: ['VerifiableCredential'] }), 'no-credential'],
    ['a credential without a proof', bytes({ ...json('certificate.json'), proof: undefined }), 'unsigned'],
    ['another proof', bytes({ ...json('certificate.json'), proof: { type: 'Ed25519Signature2020' } }), 'other-proof'],
    ['a JWT', bytes('eyJhbGciOiJFZERTQSJ9.eyJ2YyI6MX0.AAAA'), 'other-proof'],
  ])('%s', async (_, content, fault) => {
    expect(faultOf(await read(content))).toBe(fault)
  })

  test('what unpacks to more than a credential is given up', async () => {
    expect(faultOf(await read(packed(new Uint8Array(TEXT_BYTES + 1).fill(0x20))))).toBe('large')
    expect(faultOf(await read(new Uint8Array(FILE_BYTES + 1)))).toBe('large')
    expect(faultOf(await read(bytes(`{"a":"${'x'.repeat(TEXT_BYTES)}"}`)))).toBe('large')
    const body = deflateSync(new Uint8Array(TEXT_BYTES + 1))
    const bomb = Uint8Array.from([...bytes(`%PDF-1.7\n1 0 obj<</Type/EmbeddedFile/Filter/FlateDecode/Length ${body.length}>>\nstream\n`), ...body, ...bytes('\nendstream\nendobj\n%%EOF')])
    expect(faultOf(await read(bomb))).toBe('large')
    // Packed, but small.
    expect((await signed(packed(file('certificate.json')))).achievement).toBe('Wetterleuchten')
  })

  test('what is too knotty is given up', async () => {
    const document = json('certificate.json')
    const knot = (count: number) => Array.from({ length: count }, (_, at) => ({ id: `_:n${at}`, type: ['Evidence'] }))
    const evidence = knot(60).map((node, at, all) => ({ ...node, name: 'n', narrative: 'n', genre: 'g', audience: 'a', ...(at && { type: ['Evidence'] }), description: String(all.length) }))
    const start = performance.now()
    expect(faultOf(await read(bytes({ ...document, evidence })))).not.toBe('signed')
    expect(await read(bytes({ ...document, evidence: knot(6000) }))).toMatchObject({ fault: 'unclear', why: 'complex' })
    let deep: unknown = 'x'
    for (let at = 0; at < 100; at++) deep = [deep]
    expect(await read(bytes({ ...document, evidence: deep }))).toMatchObject({ fault: 'unclear', why: 'complex' })
    // Nodes that point at each other and look the same.
    const poison = Array.from({ length: 24 }, (_, at) => ({ id: `_:n${at}`, type: ['Profile'], name: 'n', parentOrg: { id: `_:n${(at + 1) % 24}` }, endorsement: undefined }))
    expect(faultOf(await read(bytes({ ...document, issuer: { ...(document.issuer as Fields), otherIdentifier: poison } })))).not.toBe('signed')
    expect(performance.now() - start).toBeLessThan(10_000)
  })
})

test('a drawing may hold the credential in other ways', async () => {
  const content = text('certificate.json')
  const escaped = content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('ö', '&#246;')
  const svg = (inside: string) => bytes(`<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg" xmlns:ob='https://purl.imsglobal.org/ob/v3p0'><ob:credential>${inside}</ob:credential></svg>`)
  expect((await signed(svg(escaped))).achievement).toBe('Wetterleuchten')
  expect((await signed(svg(`<!-- a --><![CDATA[${content.slice(0, 50)}]]><![CDATA[${content.slice(50)}]]>`))).achievement).toBe('Wetterleuchten')
  expect(faultOf(await read(svg('')))).toBe('nothing')
})
