// What lists and pages know of the server's rules. Made by `make client`; change the rules, not this file.

export const ADD_PROJECT_PICTURE = { alt: 200 } as const

export const FIND_IN_TRANSPARENCY_LOG = { credential: 64 } as const

export const GET_UNSUBSCRIPTION = { token: 8192 } as const

export const LIST_ADMIN_EVENTS = { after: 2000, search: 100, status: 40 } as const

export const LIST_ADMIN_PROJECTS = { after: 2000, search: 100 } as const

export const LIST_AUDIT_ENTRIES = { actor: 40, after: 2000, from: 40, kind: 40, until: 40 } as const

export const LIST_BADGES = { after: 2000, search: 100, type: 40 } as const

export const LIST_CERTIFICATES = { after: 2000, search: 100 } as const

export const LIST_COMMENTS = { after: 2000 } as const

export const LIST_DOOR_PARTICIPANTS = { after: 2000 } as const

export const LIST_DOOR_WAITING = { after: 2000 } as const

export const LIST_EMAIL_ADDRESSES = { event: 40, role: 40, search: 100 } as const

export const LIST_EMAIL_MEMBERS = { after: 2000, event: 40, role: 40, search: 100 } as const

export const LIST_EVENTS = { after: 2000, search: 100 } as const

export const LIST_FEATURED_PROJECTS = { after: 2000 } as const

export const LIST_INVITATIONS = { after: 2000 } as const

export const LIST_MAILINGS = { after: 2000 } as const

export const LIST_MAILING_MAILS = { after: 2000, outcome: 40 } as const

export const LIST_OUTBOX = { after: 2000, outcome: 40 } as const

export const LIST_OWN_EVENTS = { after: 2000 } as const

export const LIST_OWN_PROJECTS = { after: 2000 } as const

export const LIST_PARTICIPANTS = { after: 2000, search: 100, status: 40 } as const

export const LIST_PROJECTS = { after: 2000, search: 100, tag: 100 } as const

export const LIST_PROJECTS_IN_REVIEW = { after: 2000 } as const

export const LIST_USERS = { search: 100 } as const

export const LIST_WAITING = { after: 2000 } as const

export const SEARCH_MEMBERS = { q: 254 } as const

export const PROJECT_SORTS = [
  { label: 'Most Recent', value: 'recent' },
  { label: 'Most Popular', value: 'popular' },
  { label: 'Alphabetical', value: 'alphabetical' },
] as const

export const EVENT_TYPES = [
  { label: 'Workshop', value: 'workshop' },
  { label: 'Hackathon', value: 'hackathon' },
  { label: 'Webinar', value: 'webinar' },
  { label: 'Competition', value: 'competition' },
  { label: 'Conference', value: 'conference' },
  { label: 'Networking', value: 'networking' },
  { label: 'Seminar', value: 'seminar' },
  { label: 'Meetup', value: 'meetup' },
] as const

export const EVENT_FILTERS = [
  { label: 'Upcoming', value: 'upcoming' },
  { label: 'Live Now', value: 'live' },
  { label: 'Completed', value: 'completed' },
] as const

export const EVENT_SORTS = [
  { label: 'Default Order', value: '' },
  { label: 'Earliest First', value: 'date-asc' },
  { label: 'Latest First', value: 'date-desc' },
  { label: 'Most Popular', value: 'popular' },
  { label: 'Alphabetical', value: 'alphabetical' },
] as const

export const DIFFICULTIES = [
  { label: 'Beginner', value: 'beginner' },
  { label: 'Intermediate', value: 'intermediate' },
  { label: 'Advanced', value: 'advanced' },
] as const

export const PARTNERSHIPS = [
  { label: 'Sponsor', value: 'sponsor' },
  { label: 'Co-host', value: 'co-host' },
  { label: 'Joint Organizer', value: 'organizer' },
  { label: 'Strategic Partner', value: 'partner' },
] as const

export const POPULAR = 10 as const

export const MAX_PAGE = 200 as const

export const MAX_OFFSET = 10000 as const

export const COUNTED = 1000 as const
