// Prefetch on intent: code of a page is loaded when a link to it is hovered, focused or touched.

type Loader = () => void
const loaders: { matches: RegExp; load: Loader }[] = []

/** Registers the code of a route: `/projects/:id` matches any one segment for `:id`. A failure is the loader's to keep. */
export function registerRoute(path: string, load: Loader) {
  const pattern = path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')
  loaders.push({ matches: new RegExp(`^${pattern}/?$`), load })
}

function prefetch(path: string) {
  const pathname = path.split(/[?#]/, 1)[0] ?? path
  // Of two that match, the later one is the more particular.
  loaders.findLast((route) => route.matches.test(pathname))?.load()
}

/** Handlers for a link. */
export function intent(path: string) {
  const go = () => prefetch(path)
  return { onMouseEnter: go, onFocus: go, onTouchStart: go }
}
