// localStorage that never throws (private windows, full or forbidden storage).

export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Reads JSON; undefined when it is missing or invalid. */
export function readStoredJson<T>(key: string): T | undefined {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '') as T
  } catch {
    return undefined
  }
}

/** Stores a string as it is and anything else as JSON; null removes the key. False when the browser cannot store it. */
export function store(key: string, value: unknown): boolean {
  try {
    if (value === null || value === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, typeof value === 'string' ? value : JSON.stringify(value))
    return true
  } catch {
    // The value is lost after this visit; nothing else breaks.
    return false
  }
}
