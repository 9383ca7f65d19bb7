// What the community says about itself (GET /api/site): name, colours, sign-in ways, captcha.
import { createContext, useContext, useEffect, type ReactNode } from 'react'
import { $api } from '../api/query'
import type { components } from '../api/schema'
import { ZoneProvider } from '../kit/Time'
import { DEFAULT_ACCENT } from '../lib/accentDefault'
import { readStoredJson, store } from '../lib/storage'
import { setSiteName } from '../lib/title'
import { isApart } from '../paths'

export type Site = components['schemas']['Site']

type SiteState = { site: Site | undefined; failed: boolean; retry: () => void }

const SiteContext = createContext<SiteState>({ site: undefined, failed: false, retry: () => {} })

/** Undefined until the first answer of a first visit; later visits begin with what they last saw. */
export const useSite = () => useContext(SiteContext).site
export const useSiteState = () => useContext(SiteContext)

export function SiteProvider({ children }: { children: ReactNode }) {
  const { data, isError, isPlaceholderData, refetch } = $api.useQuery('get', '/api/site', undefined, {
    staleTime: 5 * 60_000,
    placeholderData: () => readStoredJson<Site>('site'),
  })

  useEffect(() => {
    if (!data) return
    setSiteName(data.name)
    if (isPlaceholderData) return
    store('site', data)
    countViews(data)
    // Without them, the shades of the last visit stay; the next answer asks again.
    showAccent(data.accentColour).catch(() => {})
  }, [data, isPlaceholderData])

  return (
    <SiteContext value={{ site: data, failed: isError && !data, retry: () => void refetch() }}>
      <ZoneProvider value={data?.timeZone}>{children}</ZoneProvider>
    </SiteContext>
  )
}

let counts = false

/** The policy of this page names the script that was set when the page was loaded: what is set later counts from the next load on. */
function countViews({ analytics }: Site) {
  if (counts) return
  counts = true
  // Where files of others are looked at, no program of others runs.
  if (analytics && !isApart(location.pathname)) void import('./analytics').then(({ loadAnalytics }) => loadAnalytics(analytics)).catch(() => {})
}

type StoredAccent = { picked: string } & Record<string, string>

/** Derives the shades when the colour is not the one already shown; theme.js applies the stored ones on the next visit. */
async function showAccent(picked: string) {
  const shown = readStoredJson<StoredAccent>('accent')?.picked ?? DEFAULT_ACCENT
  if (shown === picked) return
  // When the code does not load, the page keeps the colours that it has.
  const variables = await import('../lib/accent').then(
    ({ accentVariables }) => accentVariables(picked),
    () => undefined,
  )
  if (!variables) return
  for (const [name, value] of Object.entries(variables)) document.documentElement.style.setProperty(name, value)
  store('accent', { picked, ...variables })
}
