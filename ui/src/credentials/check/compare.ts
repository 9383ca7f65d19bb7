// Compares a name or an address with the hash of one.
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Identifier } from './read'

/** Whether a hashed name or address is this one. Addresses are compared in lower case, too. */
export function isSame(identifier: Identifier, typed: string): boolean {
  const text = typed.trim()
  return [text, text.toLowerCase(), text.replace(/\s+/g, ' ')].some((one) => `sha256$${bytesToHex(sha256(utf8ToBytes(one + identifier.salt)))}` === identifier.text.toLowerCase())
}
