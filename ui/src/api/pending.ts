// What is shown of changes before the server has answered them. The cache holds the last answers with the open changes
// laid over them, in the order in which they were made. When one ends, all are taken off, the answer is written, and
// those that are still open are laid on again: an old answer cannot undo a new change, and a refused change leaves no trace.
import { hashKey, notifyManager, type QueryClient, type QueryKey } from '@tanstack/react-query'

export type OpenChange = {
  /** The answers that it concerns. */
  touches: readonly QueryKey[]
  /** Writes into the cache what will be so. It may meet an answer that has the change already. */
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
    // An answer that arrives meanwhile does not know of the open changes.
    this.unsubscribe ??= this.queries.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'success' && !event.action.manual) this.redraw(() => {})
    })
  }

  /** `write` brings the answer into the cache. The concerned answers are asked for again once no change is open. */
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
      // What is no longer as it was shown came from the server meanwhile, and is newer.
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
