// The signatures themselves. Browsers have them too, but only on sites with https, which a club's network often lacks.
import * as ed25519 from '@noble/ed25519'
import { sha512 } from '@noble/hashes/sha2.js'

ed25519.hashes.sha512 = sha512

/** Whether a key has signed a message, as strictly as the server looks at it. */
export function hasSigned(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  try {
    return ed25519.verify(signature, message, publicKey, { zip215: false })
  } catch {
    return false
  }
}
