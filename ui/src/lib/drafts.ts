// Unsent form texts, kept in the browser for each form and each member, so that nobody
// else who signs in here sees them.
import { readStoredJson, store } from './storage'

export type DraftPlace = {
  /** The writer's member id; '' for a guest. */
  writer: string
  /** The form and its subject: 'comment/ID'. */
  form: string
  /** The version of the values' shape; a draft of another version is ignored. */
  version: number
}

export type Draft<Values> = {
  /** The fields that differ from their initial values. */
  typed: Partial<Values>
  /** The initial values of these fields. */
  from: Partial<Values>
}

type Kept = { version: number; typed: object; from: object }

const keyOf = ({ writer, form }: DraftPlace) => `draft/${writer || 'guest'}/${form}`
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
const alike = (one: unknown, other: unknown) => typeof one === typeof other && Array.isArray(one) === Array.isArray(other) && (one === null) === (other === null)

/** The draft of a form whose empty state is `initial`, without unknown fields and fields of another type. */
export function readDraft<Values extends object>(place: DraftPlace, initial: Values): Draft<Values> | undefined {
  const kept = readStoredJson<Kept>(keyOf(place))
  if (!isObject(kept) || kept.version !== place.version || !isObject(kept.typed)) return undefined
  const known = Object.entries(initial).filter(([name, value]) => name in kept.typed && alike(value, (kept.typed as Record<string, unknown>)[name]))
  if (known.length === 0) return undefined
  const pick = (from: unknown) => (isObject(from) ? Object.fromEntries(known.flatMap(([name]) => (name in from ? [[name, from[name]]] : []))) : {}) as Partial<Values>
  return { typed: pick(kept.typed), from: pick(kept.from) }
}

/** Stores a draft, or removes one without typed fields. False when the browser cannot store it. */
export function keepDraft<Values extends object>(place: DraftPlace, draft: Draft<Values>): boolean {
  return store(keyOf(place), Object.keys(draft.typed).length > 0 ? { version: place.version, ...draft } : null)
}
