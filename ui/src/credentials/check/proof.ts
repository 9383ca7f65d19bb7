// Checks signatures: Data Integrity with `eddsa-rdfc-2022`. Signed are the SHA-256 of the canonical proof options and the
// SHA-256 of the canonical document, one after the other.
import { hash, Unclear } from './canon'
import { hasSigned } from './ed25519'
import { fromMultibase58, readMultikey } from './encoding'
import { isObject, textOf, type Fields } from './values'

/** Why a document is not what its issuer signed. */
export type Fault =
  /** It is no credential. */
  | { fault: 'no-credential' }
  /** It has no proof. */
  | { fault: 'unsigned' }
  /** It is signed in a way that is not known here. */
  | { fault: 'other-proof' }
  /** The key belongs to somebody else than the issuer that it names. */
  | { fault: 'other-key' }
  /** The signature does not fit. */
  | { fault: 'altered' }
  /** It cannot be read as a credential: `what` is the context or the word. */
  | { fault: 'unclear'; why: Unclear['why']; what: string }


/** The issuer of a document: an address or a DID. */
export const issuerOf = (document: Fields) => textOf(isObject(document.issuer) ? document.issuer.id : document.issuer)

/** Checks that the key that a document names has signed it as it is. Whether the key is its issuer's is another question. */
export async function verify(document: Fields): Promise<{ key: string } | Fault> {
  const { proof: proofs, ...unsigned } = document
  const all = (Array.isArray(proofs) ? (proofs as unknown[]) : [proofs]).filter(isObject)
  if (all.length === 0) return { fault: 'unsigned' }
  const issuer = issuerOf(document)
  if (!issuer) return { fault: 'no-credential' }
  const proof = all.find(({ type, cryptosuite, proofPurpose }) => type === 'DataIntegrityProof' && cryptosuite === 'eddsa-rdfc-2022' && proofPurpose === 'assertionMethod')
  if (!proof) return { fault: 'other-proof' }
  const [controller, key = ''] = textOf(proof.verificationMethod).split('#')
  if (controller !== issuer || (issuer.startsWith('did:key:') && issuer !== `did:key:${key}`)) return { fault: 'other-key' }
  const publicKey = readMultikey(key)
  if (!publicKey) return { fault: 'other-proof' }
  const signature = fromMultibase58(textOf(proof.proofValue))
  if (!signature) return { fault: 'altered' }
  const { proofValue: _, ...options } = proof
  try {
    const message = [await hash({ ...options, '@context': document['@context'] }), await hash(unsigned)]
    return hasSigned(publicKey, Uint8Array.from([...message[0]!, ...message[1]!]), signature) ? { key } : { fault: 'altered' }
  } catch (error) {
    if (error instanceof Unclear) return { fault: 'unclear', why: error.why, what: error.what }
    throw error
  }
}
