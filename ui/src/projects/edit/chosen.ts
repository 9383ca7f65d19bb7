// The pictures that were chosen for a project before it is submitted. They are kept for their member as long as the tab
// is open, so that a sign-in in between loses none.
import { useCallback, useSyncExternalStore } from 'react'
import { useWriter } from '../../kit/fields/useForm'
import type { Ready } from './shrink'

export type Chosen = Ready & { key: string; name: string; alt: string }
type Change = (next: (now: Chosen[]) => Chosen[]) => void

const NONE: Chosen[] = []
const kept = new Map<string, Chosen[]>()
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

let last = 0
/** A key for one more picture. */
export const newKey = () => String(++last)

/** The chosen pictures of the member who is signed in. */
export function useChosen(): { pictures: Chosen[]; change: Change } {
  const writer = useWriter()
  const pictures = useSyncExternalStore(subscribe, () => kept.get(writer) ?? NONE)
  const change = useCallback<Change>(
    (next) => {
      kept.set(writer, next(kept.get(writer) ?? NONE))
      for (const listener of listeners) listener()
    },
    [writer],
  )
  return { pictures, change }
}
