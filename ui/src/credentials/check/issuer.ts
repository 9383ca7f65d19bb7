// Where the keys of an issuer are asked for, and what it answers.
import { isObject } from './values'

/** The address at which an issuer shows its keys; nothing when nobody can be asked. */
export function profileAddress(issuer: string): string | undefined {
  if (issuer.startsWith('https://')) return URL.canParse(issuer) ? issuer : undefined
  const [host, ...path] = /^did:web:(.+)$/.exec(issuer)?.[1]?.split(':') ?? []
  if (!host || !/^[\w.-]+(%3A\d+)?$/i.test(host)) return undefined
  const address = `https://${host.replace(/%3A/i, ':')}/${path.length ? `${path.join('/')}/did.json` : '.well-known/did.json'}`
  return URL.canParse(address) ? address : undefined
}

/** Whether the profile or the DID document of an issuer names this key for signing. */
export function namesKey(profile: unknown, issuer: string, key: string): boolean {
  if (!isObject(profile) || profile.id !== issuer || !Array.isArray(profile.assertionMethod)) return false
  const assertions = profile.assertionMethod as unknown[]
  // A method stands among the others, or in the place of its name.
  const all = [...(Array.isArray(profile.verificationMethod) ? (profile.verificationMethod as unknown[]) : []), ...assertions].filter(isObject)
  return all.some((method) => method.publicKeyMultibase === key && method.controller === issuer && (assertions.includes(method.id) || assertions.includes(method)))
}
