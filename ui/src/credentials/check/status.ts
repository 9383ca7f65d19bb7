// Reads a list that says what is revoked.
import { fromMultibase64 } from './encoding'
import { issuerOf, verify } from './proof'
import type { Place } from './read'
import { unpack } from './unpack'
import { hasType, isObject, listOf, termOf, textOf, untilOf, type Fields } from './values'

/** Bytes of a list, unpacked: enough for eight million credentials. */
const LIST_BYTES = 1024 * 1024

export type Listed = { isSet: boolean; /** The key that signed the list. */ key: string } | { wrong: 'forged' | 'other' | 'old' | 'unreadable' }

/** What the list says of this place. `other`: it is the list of another issuer, of another address or for another purpose; `old`: it is not of today. */
export async function lookUp(list: unknown, place: Place, issuer: string, isAddress: (id: string) => boolean, now: Date): Promise<Listed> {
  if (!isObject(list)) return { wrong: 'unreadable' }
  const verified = await verify(list)
  if ('fault' in verified) return { wrong: 'forged' }
  const subject: Fields = isObject(list.credentialSubject) ? list.credentialSubject : {}
  const isOne = hasType(list, 'BitstringStatusListCredential') && hasType(subject, 'BitstringStatusList') && listOf(subject.statusPurpose).includes(place.purpose)
  if (!isOne || issuerOf(list) !== issuer || !isAddress(textOf(list.id))) return { wrong: 'other' }
  // A list need not say since when it counts.
  if (termOf(textOf(list.validFrom ?? '1970-01-01T00:00:00Z'), untilOf(list), now) !== 'counts') return { wrong: 'old' }
  const packed = fromMultibase64(textOf(subject.encodedList))
  const bits = packed && (await unpack(packed, 'gzip', LIST_BYTES).catch(() => undefined))
  const byte = place.index < 0 ? undefined : bits?.[place.index >> 3]
  return byte === undefined ? { wrong: 'unreadable' } : { isSet: (byte & (0x80 >> (place.index & 7))) !== 0, key: verified.key }
}
