// Checks the proofs of the log as RFC 9162 says (2.1.3.2 and 2.1.4.2), and the signature of a head. It shares nothing with the
// server, whose proofs it checks.
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import type { components } from '../../api/schema'
import { fromMultibase58, readMultikey } from '../check/encoding'
import { hasSigned } from '../check/ed25519'

export type Head = components['schemas']['Head']

const hash = (prefix: number, ...parts: Uint8Array[]) => parts.reduce((state, part) => state.update(part), sha256.create().update(Uint8Array.of(prefix))).digest()
const node = (left: Uint8Array, right: Uint8Array) => hash(1, left, right)
const half = (number: number) => Math.floor(number / 2)
const isOdd = (number: number) => number % 2 === 1
const same = (one: Uint8Array, other: Uint8Array) => bytesToHex(one) === bytesToHex(other)

/** The hashes of a path; nothing when one is none. */
function read(texts: string[]): Uint8Array[] | undefined {
  return texts.every((text) => /^[0-9a-f]{64}$/i.test(text)) ? texts.map(hexToBytes) : undefined
}

/** Whether the entry at `place` is under the root of the first `size` entries. */
export function isIncluded(entry: string, place: number, size: number, path: string[], root: string): boolean {
  const [wanted, ...hashes] = read([root, ...path]) ?? []
  if (!wanted || place < 0 || place >= size) return false
  let fn = place
  let sn = size - 1
  let r = hash(0, utf8ToBytes(entry))
  for (const p of hashes) {
    if (sn === 0) return false
    if (isOdd(fn) || fn === sn) {
      r = node(p, r)
      while (!isOdd(fn) && fn !== 0) {
        fn = half(fn)
        sn = half(sn)
      }
    } else r = node(r, p)
    fn = half(fn)
    sn = half(sn)
  }
  return sn === 0 && same(r, wanted)
}

/** Whether the log of `to` entries begins with that of `from`. */
export function isConsistent(from: number, to: number, path: string[], fromRoot: string, toRoot: string): boolean {
  const [first, second, ...given] = read([fromRoot, toRoot, ...path]) ?? []
  if (!first || !second || from < 1 || from > to) return false
  if (from === to) return given.length === 0 && same(first, second)
  // A size that is a power of two is a part of the tree by itself.
  const hashes = Number.isInteger(Math.log2(from)) ? [first, ...given] : given
  let fn = from - 1
  let sn = to - 1
  while (isOdd(fn)) {
    fn = half(fn)
    sn = half(sn)
  }
  let fr = hashes[0]
  let sr = hashes[0]
  if (!fr || !sr) return false
  for (const c of hashes.slice(1)) {
    if (sn === 0) return false
    if (isOdd(fn) || fn === sn) {
      fr = node(c, fr)
      sr = node(c, sr)
      while (!isOdd(fn) && fn !== 0) {
        fn = half(fn)
        sn = half(sn)
      }
    } else sr = node(sr, c)
    fn = half(fn)
    sn = half(sn)
  }
  return sn === 0 && same(fr, first) && same(sr, second)
}

/** Whether a head is signed with the key that it names, and says what its text says. */
export function isSigned({ key, size, root, at, text, signature }: Head): boolean {
  const [publicKey, bytes] = [readMultikey(key), fromMultibase58(signature)]
  if (!publicKey || !bytes || !text.startsWith(`${key}\n${size}\n${root}\n`)) return false
  const said = text.slice(`${key}\n${size}\n${root}\n`.length).trim()
  return Date.parse(said) === Date.parse(at) && hasSigned(publicKey, utf8ToBytes(text), bytes)
}
