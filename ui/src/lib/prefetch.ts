// Prefetch on intent: hovering, focusing or touching a link loads the code of its page.

type Loader = () => Promise<void>
const loaders: { matches: RegExp; load: Loader }[] = []

/** Registers the code of a route; `:id` in `/projects/:id` matches any one segment. The loader handles its own failures. */
export function registerRoute(path: string, load: Loader) {
  const pattern = path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')
  loaders.push({ matches: new RegExp(`^${pattern}/?$`), load })
}

/** Loads the code of the page at a path; at once when there is none. */
export async function prefetch(path: string) {
  const pathname = path.split(/[?#]/, 1)[0] ?? path
  // When two routes match, the later one is more specific.
  await loaders.findLast((route) => route.matches.test(pathname))?.load()
}

/** The event handlers of a link. */
export function intent(path: string) {
  const go = () => void prefetch(path)
  return { onMouseEnter: go, onFocus: go, onTouchStart: go }
}
