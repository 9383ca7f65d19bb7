// What the page knows of the file that is looked at, from choosing it to the answers of the sites that were asked.
import { useEffect, useRef, useState } from 'react'
import { useSite } from '../../sessions/SiteProvider'
import type { Read, Signed } from '../check/read'
import { hostOf, type Known, type Own } from '../check/verdict'

const load = () => import('../check')

/** What was brought: bytes, or a link that is still to be followed. */
export type Source = { name: string; bytes: Uint8Array<ArrayBuffer> } | { link: string }

export type Looked =
  | { state: 'reading' }
  /** The link leads to another site, which is asked by a button only. */
  | { state: 'elsewhere'; link: string; host: string; away?: boolean; busy?: boolean }
  | { state: 'unreachable'; text: string; again: Source }
  | { state: 'read'; name: string; read: Read; known?: Known; busy?: boolean }

/** The file behind a link of this site. */
function ownFile(url: URL): string {
  const [, certificate] = /^\/certificates\/([^/]+)\/?$/.exec(url.pathname) ?? []
  const [, badge] = /^\/badges\/([^/]+)\/?$/.exec(url.pathname) ?? []
  const id = certificate ?? (url.pathname === '/verify-certificate' ? url.searchParams.get('id') : undefined)
  if (id) return `/api/certificates/public/${encodeURIComponent(decodeURIComponent(id))}/credential.json`
  return badge ? `/api/badges/${badge}/credential.json` : url.pathname + url.search
}

/** Whether a link leads to another site than this one, whose address is the one in the window and the one in its settings. */
export function leadsAway(link: string, own: string | undefined): boolean {
  const { origin } = new URL(link, location.origin)
  return origin !== location.origin && !(own && URL.canParse(own) && new URL(own).origin === origin)
}

const CREDENTIAL = 'application/vc+ld+json, application/json;q=0.9, image/png;q=0.8, image/svg+xml;q=0.8, application/pdf;q=0.8, */*;q=0.1'

export function useVerify() {
  const site = useSite()
  const [looked, setLooked] = useState<Looked>()
  const last = useRef(0)

  // Before the network may be gone.
  useEffect(() => void load().catch(() => {}), [])

  /** Only the last file counts, whatever comes back late. */
  const begin = () => {
    const mine = ++last.current
    return (next: Looked) => mine === last.current && setLooked(next)
  }

  const take = async (source: Source) => {
    const show = begin()
    if ('link' in source && leadsAway(source.link, site?.url)) {
      const { href, host } = new URL(source.link)
      return void show({ state: 'elsewhere', link: href, host })
    }
    show({ state: 'reading' })
    try {
      const code = await load()
      if (!('link' in source)) return await check(source.name, source.bytes, show)
      const url = new URL(source.link)
      const path = ownFile(url)
      await check(url.pathname, await code.fetchBytes(path, CREDENTIAL), show)
    } catch {
      const isFile = !('link' in source)
      show({ state: 'unreachable', text: isFile ? 'A part of this page did not load.' : 'This site has no certificate or badge at that address, or does not answer.', again: source })
    }
  }

  const check = async (name: string, bytes: Uint8Array<ArrayBuffer>, show: (next: Looked) => unknown) => {
    const code = await load()
    const read = await code.read(bytes)
    if (!('signed' in read)) return void show({ state: 'read', name, read })
    await judgeHere(name, read, show)
  }

  const judgeHere = async (name: string, read: { signed: Signed }, show: (next: Looked) => unknown) => {
    const { askHere, findOwn } = await load()
    const own: Own | undefined = await findOwn(site)
    show({ state: 'read', name, read, known: { own, now: new Date(), ...(await askHere(read.signed, own)) } })
  }

  /** Follows a link to another site. */
  const follow = async (link: string, host: string) => {
    const show = begin()
    show({ state: 'elsewhere', link, host, busy: true })
    try {
      const bytes = await (await load()).fetchBytes(link, CREDENTIAL)
      await check(link, bytes, show)
    } catch {
      show({ state: 'elsewhere', link, host, away: true })
    }
  }

  /** Asks the named sites about the credential that is shown. */
  const ask = async (hosts: string[]) => {
    if (looked?.state !== 'read' || !('signed' in looked.read) || !looked.known) return
    const { read, known } = looked
    const show = begin()
    show({ ...looked, busy: true })
    try {
      const answers = await (await load()).askOthers(read.signed, hosts)
      const profile = answers.profile ?? known.profile
      const lists = answers.lists.map((answer, at) => answer ?? known.lists[at])
      show({ ...looked, known: { ...known, profile, lists, now: new Date() }, busy: false })
    } catch {
      show({ ...looked, busy: false })
    }
  }

  /** Asks this site again. */
  const again = async () => {
    if (looked?.state !== 'read' || !('signed' in looked.read)) return
    const show = begin()
    show({ ...looked, busy: true })
    await judgeHere(looked.name, looked.read, show).catch(() => show({ ...looked, busy: false }))
  }

  const forget = () => {
    begin()
    setLooked(undefined)
  }
  return { looked, take, follow, ask, again, forget }
}

/** A link in what was typed; nothing when it is something else. */
export function readLink(text: string): string | undefined {
  const trimmed = text.trim()
  return /^https?:\/\/\S+$/i.test(trimmed) && hostOf(trimmed) ? trimmed : undefined
}
