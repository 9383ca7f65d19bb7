// The URL is the state: filters, sort, tab, page and the open dialog live in the query string.
import { useCallback } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'

type Defaults = Record<string, string>
type Patch<D extends Defaults> = Partial<Record<keyof D, string>>

/** The state of a pushed history entry: the query of the entry below it. */
type Pushed = { before?: string }

/** The query with `patch` applied: it leaves out defaults, and goes back to page 1 unless the patch names a page. */
export function patchQuery(search: URLSearchParams, patch: Record<string, string | undefined>, defaults: Defaults = {}): URLSearchParams {
  const next = new URLSearchParams(search)
  if (!('page' in patch)) next.delete('page')
  for (const [name, value] of Object.entries(patch)) {
    if (value === undefined || value === '' || value === defaults[name]) next.delete(name)
    else next.set(name, value)
  }
  return next
}

const queryOf = (search: URLSearchParams) => (search.size ? `?${search}` : '')

/** Pending while the browser steps back; until then the address is still the old one. */
let steppingBack: Promise<void> | undefined

function stepBack() {
  steppingBack = new Promise((resolve) => {
    const end = () => {
      window.removeEventListener('popstate', end)
      clearTimeout(timer)
      steppingBack = undefined
      resolve()
    }
    const timer = setTimeout(end, 500)
    window.addEventListener('popstate', end)
  })
  history.back()
}

/**
 * State kept in the query string: `const [filters, setFilters] = useQueryState({ search: '', sort: 'recent', page: '1' })`.
 * `setFilters` replaces the history entry (typing) unless `{ push: true }`; the scroll position stays. It patches the
 * current address, so that two quick changes are both kept. It leaves no entry that does nothing: a change
 * without effect makes none, and one that undoes a push (a dialog closes) steps back to the entry below.
 */
export function useQueryState<D extends Defaults>(defaults: D) {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const values = Object.fromEntries(Object.entries(defaults).map(([name, fallback]) => [name, search.get(name) ?? fallback])) as Record<keyof D, string>

  const set = useCallback(
    (patch: Patch<D>, { push = false }: { push?: boolean } = {}) => {
      const change = () => {
        // A late change from a page that the user has left.
        if (location.pathname !== pathname) return
        const now = new URLSearchParams(location.search)
        const next = queryOf(patchQuery(now, patch as Record<string, string | undefined>, defaults))
        if (next === queryOf(now)) return
        const { before } = ((history.state as { usr?: Pushed | null } | null)?.usr ?? {}) as Pushed
        if (!push && next === before) return stepBack()
        void navigate({ pathname, search: next }, { replace: !push, state: { before: push ? queryOf(now) : before } satisfies Pushed })
      }
      if (steppingBack) void steppingBack.then(change)
      else change()
    },
    // eslint-disable-next-line react-hooks/exhaustive-deps -- defaults are literals
    [pathname, navigate],
  )
  return [values, set] as const
}

/** The address of this page with another query, for real links (pagination, tabs). An open dialog is not on the way: it closes. */
export function useQueryLink(defaults: Defaults = {}) {
  const [search] = useSearchParams()
  return (patch: Record<string, string | undefined>) => ({ search: queryOf(patchQuery(search, { dialog: undefined, who: undefined, ...patch }, defaults)) })
}
