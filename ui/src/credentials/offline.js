// The worker of /verify, which keeps that page for the time without a network. Its scope also holds longer addresses, such as
// /verify-certificate: whatever does not belong to /verify is left to the browser. The build fills in FILES.
const FILES = self.FILES
const NAME = `verify ${FILES.version}`
const PAGE = '/verify'
const HASHED = '/assets/app/'
/** What the page asks this site; of the last answer it lives without a network. */
const ANSWERS = ['/api/site', '/api/transparency']
/** Milliseconds after which a network that does not answer counts as none. */
const PATIENCE = 6000

const isPage = (url) => url.origin === location.origin && url.pathname.replace(/\/$/, '').toLowerCase() === PAGE
const find = async (path) => (await caches.open(NAME)).match(path, { ignoreVary: true, ignoreSearch: true })

self.addEventListener('install', (event) => {
  const keep = async () => {
    const cache = await caches.open(NAME)
    await cache.addAll(FILES.paths)
    await cache.add(new Request(PAGE, { cache: 'reload', credentials: 'omit' }))
    await Promise.allSettled(ANSWERS.map((path) => cache.add(new Request(path, { cache: 'reload', credentials: 'omit' }))))
    await self.skipWaiting()
  }
  event.waitUntil(keep())
})

self.addEventListener('activate', (event) => {
  const begin = async () => {
    for (const name of await caches.keys()) if (name.startsWith('verify ') && name !== NAME) await caches.delete(name)
    await self.clients.claim()
  }
  event.waitUntil(begin())
})

/** The page names what it has loaded before this worker was there. */
self.addEventListener('message', (event) => {
  const keep = async () => {
    const cache = await caches.open(NAME)
    const urls = event.data.filter((text) => typeof text === 'string').map((text) => new URL(text))
    const wanted = urls.filter(({ origin, pathname }) => origin === location.origin && (pathname.startsWith(HASHED) || pathname.startsWith('/media/') || pathname === '/favicon.svg'))
    await Promise.allSettled(wanted.map(async ({ href }) => (await cache.match(href, { ignoreVary: true })) ?? cache.add(href)))
  }
  if (Array.isArray(event.data)) event.waitUntil(keep())
})

/** From the network; without one, after a while, or when only a proxy answers, what was kept. */
async function fresh(request, path, keeps) {
  let answer
  let failure
  try {
    answer = await fetch(request, { signal: AbortSignal.timeout(PATIENCE) })
    if (keeps && answer.ok) await (await caches.open(NAME)).put(path, answer.clone())
  } catch (error) {
    failure = error
  }
  if (answer && answer.status < 500) return answer
  const kept = await find(path)
  if (kept ?? answer) return kept ?? answer
  throw failure
}

async function answer({ request, clientId }, url) {
  const client = await self.clients.get(clientId)
  if (!client || !isPage(new URL(client.url))) return fetch(request)
  // Names with a hash in them never change.
  if (url.pathname.startsWith(HASHED)) return (await find(url.pathname)) ?? fetch(request)
  return fresh(request, url.pathname, ANSWERS.includes(url.pathname))
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin) return
  if (request.mode === 'navigate') {
    if (isPage(url)) event.respondWith(fresh(request, PAGE, false))
    return
  }
  const isKept = url.pathname.startsWith(HASHED) || ANSWERS.includes(url.pathname) || url.pathname.startsWith('/media/') || url.pathname === '/favicon.svg'
  if (isKept) event.respondWith(answer(event, url))
})
