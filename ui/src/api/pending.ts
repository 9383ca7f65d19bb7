// Shows changes before the server has answered them. The cache holds the last answers with the open changes
// applied on top, in the order in which they were made. When a change ends, all are undone, its answer is written, and
// the open ones are applied again. So an old answer cannot undo a new change, and a refused change leaves no trace.
import { hashKey, notifyManager, type QueryClient, type QueryKey } from '@tanstack/react-query'

export type OpenChange = {
  /** The answers that the change affects. */
  touches: readonly QueryKey[]
  /** Writes the expected result into the cache. The cached answer may contain the change already. */
  show?: (queries: QueryClient) => void
}

type Truth = { queryKey: QueryKey; data: unknown; shown: unknown }

class Pending {
  private open: OpenChange[] = []
  private truth = new Map<string, Truth>()
  private due = new Map<string, QueryKey>()
  private unsubscribe: (() => void) | undefined

  constructor(private readonly queries: QueryClient) {}

  begin(change: OpenChange) {
    this.redraw(() => this.open.push(change))
    // An answer that arrives in the meantime does not contain the open changes.
    this.unsubscribe ??= this.queries.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'success' && !event.action.manual) this.redraw(() => {})
    })
  }

  /** `write` puts the answer into the cache. Once no change is open, the affected answers are fetched again. */
  end(change: OpenChange, write: () => void, askAgain: readonly QueryKey[]) {
    this.redraw(() => {
      this.open = this.open.filter((one) => one !== change)
      write()
    })
    for (const key of askAgain) this.due.set(hashKey(key), key)
    if (this.open.length > 0) return
    this.unsubscribe?.()
    this.unsubscribe = undefined
    const due = [...this.due.values()]
    this.due.clear()
    for (const queryKey of due) void this.queries.invalidateQueries({ queryKey })
  }

  private redraw(step: () => void) {
    const { queries } = this
    notifyManager.batch(() => {
      // Data that differs from what was shown has come from the server since, and is newer.
      for (const { queryKey, data, shown } of this.truth.values()) if (data !== shown && queries.getQueryData(queryKey) === shown) queries.setQueryData(queryKey, data)
      step()
      this.truth.clear()
      for (const { touches, show } of this.open)
        if (show)
          for (const touched of touches)
            for (const [queryKey, data] of queries.getQueriesData({ queryKey: touched })) if (data !== undefined) this.truth.set(hashKey(queryKey), { queryKey, data, shown: data })
      for (const { show } of this.open) show?.(queries)
      for (const one of this.truth.values()) one.shown = queries.getQueryData(one.queryKey)
    })
  }
}

const known = new WeakMap<QueryClient, Pending>()

/** The open changes of a client. */
export function pendingOf(queries: QueryClient): Pending {
  const pending = known.get(queries) ?? new Pending(queries)
  known.set(queries, pending)
  return pending
}
