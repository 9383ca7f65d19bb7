// The document's title: the page's title, then the community's name.
import { useEffect } from 'react'

let siteName = 'Community'
let pageTitle = ''
let spoken = false

function write() {
  document.title = pageTitle && pageTitle !== siteName ? `${pageTitle} · ${siteName}` : siteName
}

export function setSiteName(name: string) {
  siteName = name
  // Until a page sets a title, the server's title stays.
  if (spoken) write()
}

/** Call once per page; an empty title shows the community's name alone. */
export function useDocumentTitle(title: string | undefined) {
  useEffect(() => {
    if (title === undefined) return
    pageTitle = title
    spoken = true
    write()
  }, [title])
}
