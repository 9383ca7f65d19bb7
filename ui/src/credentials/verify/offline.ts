// Keeps this page for the time without a network. Its worker answers for this page only: see ../offline.js.
import { paths } from '../../paths'

const WORKER = '/verify-worker.js'

/** Sites without https have no workers; there the page needs the network. */
export async function keepForOffline() {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  try {
    await navigator.serviceWorker.register(WORKER, { scope: paths.verify() })
    const { active } = await navigator.serviceWorker.ready
    // What this reader's page has loaded: the fonts of their script, pictures, the colours of the community.
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
    active?.postMessage(loaded)
  } catch {
    // Without it, the page works as long as there is a network.
  }
}
