// A typed builder for every address of the site.

type Query = Record<string, string | number | boolean | undefined>

const at = (...segments: string[]) => '/' + segments.map(encodeURIComponent).join('/')

function withQuery(path: string, query: Query = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined && value !== '' && value !== false) search.set(name, String(value))
  return search.size ? `${path}?${search}` : path
}

/** Whether a page is a document of its own, which is loaded anew: it has another policy, and works without a network. */
export const isApart = (path: string) => path.replace(/[?#].*/s, '').replace(/\/$/, '').toLowerCase() === '/verify'

export const paths = {
  home: () => '/',
  projects: (query?: Query) => withQuery('/projects', query),
  project: (id: string) => at('projects', id),
  submitProject: () => '/submit-project',
  myProjects: () => '/projects/mine',
  editProject: (id: string) => `${at('projects', id)}/edit`,
  events: (query?: Query) => withQuery('/events', query),
  event: (id: string) => at('events', id),
  eventCalendar: (id: string) => `${at('events', id)}/calendar.ics`,
  eventsCalendar: () => '/events.ics',
  eventsFeed: () => '/events.atom',
  projectsFeed: () => '/projects.atom',
  certificate: (id: string) => at('certificates', id),
  badge: (id: string) => at('badges', id),
  verifyCertificate: (id?: string) => withQuery('/verify-certificate', { id }),
  verify: (link?: string) => withQuery('/verify', { link }),
  transparency: (query?: Query) => withQuery('/transparency', query),
  issuer: () => '/issuer',
  login: (returnTo?: string) => withQuery('/login', { returnTo }),
  setup: () => '/setup',
  ownProfile: () => '/profile',
  profile: (id: string) => at('profile', id),
  account: () => '/account',
  terms: () => '/terms',
  privacy: () => '/privacy',
  admin: {
    dashboard: () => '/admin',
    events: (query?: Query) => withQuery('/admin/events', query),
    createEvent: () => '/admin/events/create',
    viewEvent: (id: string) => at('admin', 'events', 'view', id),
    checkinEvent: (id: string) => at('admin', 'events', 'checkin', id),
    editEvent: (id: string) => at('admin', 'events', 'edit', id),
    projects: (query?: Query) => withQuery('/admin/projects', query),
    reviewProject: (id: string) => at('admin', 'projects', 'review', id),
    certificates: (query?: Query) => withQuery('/admin/certificates', query),
    badges: (query?: Query) => withQuery('/admin/badges', query),
    settings: (section?: string) => withQuery('/admin/settings', { section }),
    users: (query?: Query) => withQuery('/admin/users', query),
    audit: (query?: Query) => withQuery('/admin/audit', query),
    emails: () => '/admin/emails',
    invite: () => '/admin/invite',
    outbox: (query?: Query) => withQuery('/admin/outbox', query),
  },
}

/** A path of this site, for returnTo; anything else becomes `/`. */
export function safeReturnTo(value: string | null): string {
  // Browsers drop tabs and newlines and read \\ as /, so neither may hide a second slash.
  if (!value || !/^\/(?!\/)/.test(value) || /[\s\\]|%5c/i.test(value)) return '/'
  return /^\/login(?:[/?#]|$)/.test(value) ? '/' : value
}

/** The address if it is http or https, else undefined; nothing else may become a link. */
export function webLink(value: string | null | undefined): string | undefined {
  if (!value) return undefined
  const url = URL.parse?.(value) ?? (URL.canParse(value) ? new URL(value) : null)
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined
}

/** The decoded fragment, or nothing when it cannot be decoded, as if the address had none. */
export function fragmentName(hash: string): string | undefined {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return undefined
  }
}
