// The example of the standard: the "Teamwork Badge" of the implementation guide of Open Badges 3.0.
import { expect, test } from 'vitest'
import { verify } from './proof'

const ISSUER = 'https://example.edu/issuers/565049'
const KEY = 'z6MkjZRZv3aez3r18pB1RBFJR1kwUVJ5jHt92JmQwXbd5hwi'

test('the vector of the standard is reproduced', async () => {
  const document = {
    '@context': ['https://www.w3.org/ns/credentials/v2', 'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json'],
    id: 'http://example.com/credentials/3527',
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    issuer: { id: ISSUER, type: ['Profile'], url: 'https://www.imsglobal.org', name: 'Example Corp' },
    validFrom: '2010-01-01T00:00:00Z',
    name: 'Teamwork Badge',
    credentialSubject: {
      id: 'did:example:ebfeb1f712ebc6f1c276e12ec21',
      type: ['AchievementSubject'],
      achievement: {
        id: 'https://example.com/achievements/21st-century-skills/teamwork',
        type: ['Achievement'],
        criteria: { narrative: 'Team members are nominated for this badge by their peers and recognized upon review by Example Corp management.' },
        description: 'This badge recognizes the development of the capacity to collaborate within a group environment.',
        name: 'Teamwork',
      },
    },
    proof: {
      type: 'DataIntegrityProof',
      created: '2010-01-01T19:23:24Z',
      verificationMethod: `${ISSUER}#${KEY}`,
      cryptosuite: 'eddsa-rdfc-2022',
      proofPurpose: 'assertionMethod',
      proofValue: 'z5x9aCBYovW3CQCbKdNyhEm7ffYSw1YpEdPywQJoNbzDD2gkzQDKJ1sYKJaWvqZtkMtSbz35HcbgXVEDYHxCzgkCr',
    },
  }
  expect(await verify(document)).toEqual({ key: KEY })
})
