import { describe, expect, test } from 'vitest'
import { file, OWN } from './fixtures'
import { read, type Signed } from './read'
import { explainFault, explainMissing, judge, type Known } from './verdict'

const signedIn = async (name: string): Promise<Signed> => {
  const found = await read(file(name))
  if (!('signed' in found)) throw new Error(JSON.stringify(found))
  return found.signed
}
const NOW = new Date('2026-12-01T00:00:00Z')
const OTHER = { issuer: 'https://here.example/issuer', keys: ['z6MkjZRZv3aez3r18pB1RBFJR1kwUVJ5jHt92JmQwXbd5hwi'], url: 'https://here.example', name: 'Here' }
const told = (signed: Signed, known: Partial<Known>) => {
  const { tone, title, text, hosts } = judge(signed, { own: OWN, lists: ['clear'], now: NOW, ...known })
  return { tone, title, text, hosts }
}

describe('of this community', () => {
  test('genuine, revoked, suspended, unknown', async () => {
    const signed = await signedIn('certificate.json')
    expect(told(signed, {})).toMatchObject({ tone: 'good', title: 'This is genuine.', text: 'Build Village issued it, nothing in it was changed, and it has not been revoked.', hosts: [] })
    expect(told(signed, { lists: ['set'] })).toMatchObject({ tone: 'bad', title: 'This was revoked.' })
    expect(judge(signed, { own: OWN, lists: ['set'], revokedAt: '2026-11-30T00:00:00Z', now: NOW })).toMatchObject({ text: 'It was genuine once, but Build Village revoked it on', at: '2026-11-30T00:00:00Z' })
    expect(told({ ...signed, status: [{ ...signed.status[0]!, purpose: 'suspension' }] }, { lists: ['set'] })).toMatchObject({ tone: 'bad', title: 'This is suspended.' })
    for (const answer of ['away', 'untrusted', 'unreadable', undefined] as const)
      expect(told(signed, { lists: [answer] })).toMatchObject({ tone: 'open', title: 'Nobody can say now whether it still stands.', hosts: [] })
    expect(told({ ...signed, status: [{ ...signed.status[0]!, type: 'StatusList2021Entry' }] }, { lists: [undefined] })).toMatchObject({ tone: 'open', text: 'Whether it was revoked is written in a way that this page does not know.' })
    expect(told({ ...signed, status: [] }, { lists: [] })).toMatchObject({ tone: 'open', hosts: [] })
  })

  test('too early and too late', async () => {
    const signed = await signedIn('certificate.json')
    expect(told({ ...signed, from: '2027-01-01T00:00:00Z' }, {})).toMatchObject({ tone: 'bad', title: 'This is not valid yet.' })
    expect(told({ ...signed, until: '2026-11-30T00:00:00Z' }, {})).toMatchObject({ tone: 'bad', title: 'This has expired.' })
    expect(told({ ...signed, until: '2027-11-30T00:00:00Z' }, {})).toMatchObject({ tone: 'good' })
  })

  test('forged: it says so, but another key signed it', async () => {
    expect(told(await signedIn('forged.json'), { profile: 'knows' })).toMatchObject({ tone: 'bad', title: 'This is forged.', hosts: [] })
    const plain = await signedIn('plain-badge.json')
    const here = { ...OTHER, url: new URL(plain.issuerUrl).origin }
    expect(told(plain, { own: here })).toMatchObject({ tone: 'bad', title: 'This is forged.' })
  })
})

describe('of another issuer', () => {
  test('its site is named, and asked only then', async () => {
    const signed = await signedIn('certificate.json')
    const own = OTHER
    expect(told(signed, { own, lists: [] })).toMatchObject({ tone: 'open', title: 'Only makers.example can say.', hosts: ['makers.example'] })
    expect(told(signed, { own, profile: 'knows', lists: ['clear'] })).toMatchObject({ tone: 'good', text: 'makers.example issued it, nothing in it was changed, and it has not been revoked.', hosts: [] })
    expect(told(signed, { own, profile: 'not', lists: ['clear'] })).toMatchObject({ tone: 'bad', title: 'This is forged.' })
    expect(told(signed, { own, profile: 'knows', lists: ['set'] })).toMatchObject({ tone: 'bad', title: 'This was revoked.' })
    expect(told(signed, { own, profile: 'away', lists: ['away'] })).toMatchObject({ tone: 'open', hosts: ['makers.example'] })
    expect(told(signed, { own, profile: 'knows', lists: ['away'] })).toMatchObject({ tone: 'open', title: 'One question is left.', hosts: ['makers.example'] })
    const elsewhere = { ...signed, status: [{ ...signed.status[0]!, list: 'https://lists.example/1' }] }
    expect(told(elsewhere, { own, lists: [] }).hosts).toEqual(['makers.example', 'lists.example'])
  })

  test('a key alone says nothing of who has it', async () => {
    const signed = await signedIn('plain-badge.json')
    expect(told(signed, { own: OTHER, lists: [] })).toMatchObject({ tone: 'open', title: 'Its issuer is not known here.', hosts: [] })
    expect(told({ ...signed, issuerName: 'here ' }, { own: OTHER, lists: [] }).text).toContain('did not sign it')
    expect(told({ ...signed, issuer: 'did:example:1' }, { own: OTHER, lists: [] })).toMatchObject({ tone: 'open', hosts: [] })
  })

  test('without an answer of this site nothing is decided', async () => {
    expect(told(await signedIn('plain-badge.json'), { own: undefined, lists: [] })).toMatchObject({ tone: 'open', title: 'This cannot be decided now.' })
  })
})

test('every fault has words', () => {
  for (const missing of ['empty', 'large', 'nothing', 'old', 'page', 'kind', 'damaged'] as const) expect(explainMissing(missing).text).not.toBe('')
  for (const fault of ['no-credential', 'unsigned', 'other-proof', 'other-key', 'altered'] as const) expect(explainFault({ fault }).title).not.toBe('')
  for (const why of ['word', 'context', 'complex', 'malformed'] as const) for (const what of ['', 'x']) expect(explainFault({ fault: 'unclear', why, what }).text).not.toBe('')
})
