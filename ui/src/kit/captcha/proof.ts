// Finds the answer to one of our challenges (ALTCHA's proof of work, version 2). It computes everything itself, because
// browsers offer their cryptography only to sites with https, which a club's network often lacks.
import { pbkdf2 } from '@noble/hashes/pbkdf2.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import type { components } from '../../api/schema'

export type Task = { parameters: components['schemas']['CaptchaParameters']; start: number; step: number }
export type Solution = { counter: number; derivedKey: string }

const ALGORITHM = 'PBKDF2/SHA-256'
const COUNTER_BYTES = 4

/** The first counter of `start`, `start + step`, … whose key begins as required. The password is the nonce and the counter. */
export function search({ parameters: { algorithm, nonce, salt, cost, keyLength, keyPrefix }, start, step }: Task): Solution {
  if (algorithm !== ALGORITHM) throw new Error(`unknown captcha algorithm ${algorithm}`)
  const known = hexToBytes(nonce)
  const saltBytes = hexToBytes(salt)
  const password = new Uint8Array(known.length + COUNTER_BYTES)
  password.set(known)
  const view = new DataView(password.buffer)
  for (let counter = start; ; counter += step) {
    view.setUint32(known.length, counter)
    const derivedKey = bytesToHex(pbkdf2(sha256, password, saltBytes, { c: cost, dkLen: keyLength }))
    if (derivedKey.startsWith(keyPrefix)) return { counter, derivedKey }
  }
}
