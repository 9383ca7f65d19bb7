// What is typed into a form, kept in the browser until it was sent: a closed tab or an ended session loses nothing.
import { useState } from 'react'
import { readStoredJson, store } from '../../lib/storage'

export function useKept<T>(key: string) {
  const [value, setValue] = useState<T | undefined>(() => readStoredJson<T>(key))
  const keep = (next: T) => {
    setValue(next)
    store(key, next)
  }
  const forget = () => {
    setValue(undefined)
    store(key, null)
  }
  return [value, keep, forget] as const
}
