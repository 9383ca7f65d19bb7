// The texts in which keys, signatures and lists of bits are written.
const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
/** Characters: enough for a signature or a key, and decoding takes the square of it. */
const LETTERS = 200

/** The bytes of a text in base58btc after `z`; nothing when it is none. */
export function fromMultibase58(text: string): Uint8Array | undefined {
  if (!text.startsWith('z') || text.length > LETTERS) return undefined
  const bytes: number[] = []
  for (const letter of text.slice(1)) {
    let carry = BASE58.indexOf(letter)
    if (carry < 0) return undefined
    for (let at = 0; at < bytes.length; at++) {
      carry += bytes[at]! * 58
      bytes[at] = carry & 0xff
      carry >>= 8
    }
    for (; carry > 0; carry >>= 8) bytes.push(carry & 0xff)
  }
  const zeros = /^1*/.exec(text.slice(1))![0].length
  return Uint8Array.from([...new Array<number>(zeros).fill(0), ...bytes.reverse()])
}

/** The bytes of a text in base64url without padding after `u`; nothing when it is none. */
export function fromMultibase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^u[\w-]*$/.test(text)) return undefined
  try {
    return Uint8Array.from(atob(text.slice(1).replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
  } catch {
    return undefined
  }
}

/** What stands before a public Ed25519 key in a Multikey. */
const ED25519 = [0xed, 0x01]
const KEY_BYTES = 32

/** The public Ed25519 key of a Multikey; nothing for any other key and any other text. */
export function readMultikey(multikey: string): Uint8Array | undefined {
  const bytes = fromMultibase58(multikey)
  return bytes?.length === KEY_BYTES + 2 && ED25519.every((byte, at) => bytes[at] === byte) ? bytes.subarray(2) : undefined
}
