// Loads the external script that counts page views, if the admins have set one.

type Loader = { script: string; siteId: string }

/** Under each of these names, one of the common services expects the id of the site. */
const NAMES = ['data-site-id', 'data-website-id', 'data-domain', 'data-site']

export function loadAnalytics({ script, siteId }: Loader) {
  const element = document.createElement('script')
  element.src = script
  element.defer = true
  if (siteId) for (const name of NAMES) element.setAttribute(name, siteId)
  document.head.append(element)
}
