// What the tests read: files that a server made, as they were downloaded. `https` was reached at https://makers.example, whose
// issuer is an address; `plain` at a plain address, whose issuer is its key.
import { readFileSync } from 'node:fs'
import type { Fields } from './values'

export const file = (name: string) => new Uint8Array(readFileSync(new URL(`./fixtures/${name}`, import.meta.url)))
export const text = (name: string) => new TextDecoder().decode(file(name))
export const json = (name: string) => JSON.parse(text(name)) as Fields
export const bytes = (value: unknown) => new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value))

const { issuer, keys } = json('transparency.json') as { issuer: string; keys: { multikey: string }[] }
/** The community at https://makers.example. */
export const OWN = { issuer, keys: keys.map(({ multikey }) => multikey), url: 'https://makers.example', name: 'Build Village' }
