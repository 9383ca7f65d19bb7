// The URL is the state: filters, sort, tab and page live in the query string.
import { useCallback } from 'react'
import { useSearchParams } from 'react-router'

type Defaults = Record<string, string>
type Patch<D extends Defaults> = Partial<Record<keyof D, string>>

/** The query with `patch` laid over it: defaults are left out, and `page` starts over unless the patch names it. */
export function patchQuery(search: URLSearchParams, patch: Record<string, string | undefined>, defaults: Defaults = {}): URLSearchParams {
  const next = new URLSearchParams(search)
  if (!('page' in patch)) next.delete('page')
  for (const [name, value] of Object.entries(patch)) {
    if (value === undefined || value === '' || value === defaults[name]) next.delete(name)
    else next.set(name, value)
  }
  return next
}

/**
 * State kept in the query string: `const [filters, setFilters] = useQueryState({ search: '', sort: 'recent', page: '1' })`.
 * `setFilters` replaces the history entry (typing) unless `{ push: true }`; the scroll position stays.
 */
export function useQueryState<D extends Defaults>(defaults: D) {
  const [search, setSearch] = useSearchParams()
  const values = Object.fromEntries(Object.entries(defaults).map(([name, fallback]) => [name, search.get(name) ?? fallback])) as Record<keyof D, string>

  const set = useCallback(
    (patch: Patch<D>, { push = false }: { push?: boolean } = {}) =>
      setSearch((now) => patchQuery(now, patch as Record<string, string | undefined>, defaults), { replace: !push }),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- defaults are literals
    [setSearch],
  )
  return [values, set] as const
}

/** The address of this page with another query, for real links (pagination, tabs). */
export function useQueryLink(defaults: Defaults = {}) {
  const [search] = useSearchParams()
  return (patch: Record<string, string | undefined>) => {
    const query = patchQuery(search, patch, defaults).toString()
    return { search: query ? `?${query}` : '' }
  }
}

/** A page number from the query: a whole number from 1, whatever was typed. */
export const pageNumber = (value: string | undefined) => Math.max(1, Math.min(Number.parseInt(value ?? '1', 10) || 1, 9999))
