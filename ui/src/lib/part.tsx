// Parts of the site whose code loads when they are shown. A part that fails to load is requested again. After an update of
// the site its files have other names, so the page reloads, once.
import { use, type ComponentType } from 'react'
import { registerRoute } from './prefetch'

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>

/** Milliseconds. */
const AGAIN_AFTER = 500

/** Thrown when a part fails to load. `reached`: whether the server answers at all. */
export class PartError extends Error {
  constructor(
    readonly reached: boolean,
    /** Makes the part load again when it is next shown. */
    readonly forget: () => void,
    cause: unknown,
  ) {
    super('A part of the page did not load', { cause })
  }
}

/**
 * A component that loads itself when it is shown. `reload`: the page is useless without this part, so a page older
 * than the site reloads.
 */
export function part<Props extends object>(load: Load<Props>, { reload = false } = {}): ComponentType<Props> & { prefetch: () => Promise<void> } {
  let loaded: ComponentType<Props> | undefined
  let asked: Promise<ComponentType<Props>> | undefined
  let shown: Promise<ComponentType<Props>> | undefined

  const ask = () =>
    (asked ??= load().then(
      (module) => (loaded = module.default),
      (error: unknown) => {
        // Forgets the failure, so that a later click tries again after a failed prefetch.
        asked = undefined
        throw error
      },
    ))

  const insist = async () => {
    try {
      return await ask()
    } catch {
      await new Promise((next) => setTimeout(next, AGAIN_AFTER))
    }
    try {
      return await ask()
    } catch (error) {
      return anew<Props>(error).then(
        (module) => (loaded = module.default),
        async (last: unknown) => {
          const state = await lookAtSite()
          // The page is about to reload, so nothing more is shown.
          if (reload && state === 'updated' && reloadOnce()) return new Promise<never>(() => {})
          throw new PartError(state !== 'away', () => (shown = undefined), last)
        },
      )
    }
  }

  function Part(props: Props) {
    const Loaded = loaded ?? use((shown ??= insist()))
    return <Loaded {...props} />
  }
  return Object.assign(Part, { prefetch: () => ask().then(() => {}, () => {}) })
}

/** A page of the site. Links to it load its code on intent. */
export function page(path: string, load: Load<object>) {
  const Page = part(load, { reload: true })
  registerRoute(path, Page.prefetch)
  return Page
}

/** Some browsers remember a module that failed to load, but fetch it under another address. */
async function anew<Props>(error: unknown): ReturnType<Load<Props>> {
  const [address] = /https?:\/\/\S+\.js/.exec(error instanceof Error ? error.message : '') ?? []
  if (!address) throw error
  return (await import(/* @vite-ignore */ `${address}?again=${Date.now()}`)) as Awaited<ReturnType<Load<Props>>>
}

const ENTRY = /<script type="module"[^>]* src="([^"]+)"/

let served: string | undefined

/** Whether the server has another build than this page, has the same build, or does not answer. */
async function lookAtSite(): Promise<'updated' | 'same' | 'away'> {
  try {
    const response = await fetch('/', { cache: 'no-store' })
    if (!response.ok) return 'same'
    served = ENTRY.exec(await response.text())?.[1]
    const here = document.querySelector('script[type=module][src]')?.getAttribute('src')
    return served && served !== here ? 'updated' : 'same'
  } catch {
    return 'away'
  }
}

/** Reloads the page, but only once per build, because a cache on the way may keep serving an old page. */
function reloadOnce(): boolean {
  try {
    if (sessionStorage.getItem('reloadedFor') === served) return false
    sessionStorage.setItem('reloadedFor', served ?? '')
  } catch {
    // Without storage the page cannot count its reloads, so it makes none.
    return false
  }
  location.reload()
  return true
}
