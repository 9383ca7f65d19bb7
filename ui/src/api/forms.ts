// What forms and the admin area know of the server's rules. Made by `make client`; change the rules, not this file.

export const ADDRESS_TOKEN = { token: 200 } as const

export const BACKUP_CHOICE = { name: 300 } as const

export const BADGE_INPUT = { badgeType: 40, description: 500, event: 40, level: 40, name: 80, project: 40, user: 40, users: 100 } as const

export const CANCEL_INPUT = { reason: 1000 } as const

export const CERTIFICATE_INPUT = { message: 500, title: 120 } as const

export const CHECK_IN_INPUT = { email: 254, scanId: 100, ticket: 1000 } as const

export const COMMENT_INPUT = { text: 2000 } as const

export const CONTACT = { contactEmail: 254 } as const

export const CORRECT_INPUT = { name: 100 } as const

export const DELETION_INPUT = { confirmation: 100 } as const

export const EMAIL_INPUT = { email: 254 } as const

export const EVENT_INPUT = { bannerImage: 2000, certificateDelayReason: 500, certificateDesign: 40, customCertificateMessage: 500, date: 40, description: 10000, difficulty: 40, endDate: 40, eventType: 40, location: 300, mode: 40, organizationContact: 254, organizationLogo: 2000, organizationName: 200, organizationWebsite: 2000, partnershipType: 40, registrationDeadline: 40, requirements: 2000, tags: 10, tagsEach: 40, tasks: 50, time: 40, title: 200 } as const

export const GOOGLE_SIGN_IN = { captchaToken: 8192, tokenId: 8192 } as const

export const INTEREST_ANSWERS = { bestAchievement: 500, dreamProject: 500, favoriteLanguage: 500, programmingSuperpowers: 500, worstBugEver: 500 } as const

export const INVITE_INPUT = { list: 50000 } as const

export const LEGAL_INPUT = { text: 20000 } as const

export const LINKS_INPUT = { meetLink: 2000, whatsappLink: 2000 } as const

export const LINK_REQUEST = { captchaToken: 8192, email: 254, returnTo: 2000 } as const

export const MAILING_INPUT = { event: 40, kind: 40, message: 50000, participantsOf: 40, recipients: 10000, recipientsEach: 254, role: 40, subject: 200 } as const

export const MARKDOWN_INPUT = { text: 10000 } as const

export const MESSAGE_INPUT = { message: 10000, replyTo: 254, status: 40, subject: 200 } as const

export const NAME_INPUT = { name: 100 } as const

export const PARTICIPANTS_STATUS_INPUT = { status: 40, userIds: 1000 } as const

export const PARTICIPANT_STATUS_INPUT = { status: 40 } as const

export const PICTURE_INPUT = { alt: 200 } as const

export const PICTURE_ORDER = { pictures: 5 } as const

export const PROFILE_INPUT = { bio: 2000, discord: 100, github: 200, linkedIn: 200, name: 100, portfolio: 300, status: 100, twitter: 200 } as const

export const PROJECT_INPUT = { captchaToken: 8192, category: 40, demoLink: 500, description: 10000, eventId: 40, githubLink: 500, shortDescription: 150, team: 10, techStack: 20, techStackEach: 40, title: 120 } as const

export const PROOF = { code: 20, email: 254, token: 200 } as const

export const REGISTER_INPUT = { captchaToken: 8192 } as const

export const REVOKE_INPUT = { reason: 500 } as const

export const SETTINGS_CATEGORY = { id: 40, label: 40 } as const

export const SETTINGS_INPUT = { about: 600, accentColour: 7, analyticsScript: 500, analyticsSiteId: 100, categories: 30, certificatePrefix: 6, certificateSignatory: 80, certificateSignatoryTitle: 80, contactEmail: 254, name: 80, privacy: 20000, settingsVersion: 20, socialLinks: 10, tagline: 160, terms: 20000, timeZone: 60 } as const

export const SETTINGS_LINK = { name: 40, url: 500 } as const

export const SETUP = { accentColour: 7, communityName: 80, email: 254, name: 100, tagline: 160, timeZone: 60, token: 200 } as const

export const SETUP_TOKEN = { token: 200 } as const

export const STATUS_INPUT = { rejectionReason: 2000, status: 40 } as const

export const SUSPENSION_INPUT = { reason: 1000 } as const

export const TASK_INPUT = { description: 1000, name: 200 } as const

export const UNDO_INPUT = { email: 254, scanId: 100, ticket: 1000 } as const

export const UNSUBSCRIBE_INPUT = { token: 8192 } as const

export const VISIT = { page: 300 } as const

export const WITHDRAW_INPUT = { invitations: 500 } as const

export const ADMIN_EVENT_SORT = [
  'date',
  'date-desc',
  'title',
  'title-desc',
  'registrations',
  'registrations-asc',
] as const

export const BADGE_LEVEL = [
  'troposphere',
  'stratosphere',
  'mesosphere',
  'thermosphere',
  'exosphere',
] as const

export const BADGE_TYPE = [
  'upvote',
  'project',
  'event',
  'achievement',
] as const

export const CHECK_IN_STATE = [
  'checked_in',
  'already',
  'wrong_event',
  'unknown',
  'no_place',
  'undone',
] as const

export const DESIGN = [
  'corporate',
  'modern',
  'trophy',
  'abstract',
] as const

export const DUTY = [
  'organiser',
  'helper',
] as const

export const EVENT_STATUS = [
  'upcoming',
  'ongoing',
  'completed',
] as const

export const KIND = [
  'event',
  'project',
] as const

export const PARTICIPANT_SORT = [
  'name',
  'name-desc',
  'registered',
  'registered-desc',
  'status',
  'status-desc',
] as const

export const PARTICIPANT_STATUS = [
  'Registered',
  'Attended',
  'Completed',
] as const

export const PHASE = [
  'ahead',
  'today',
  'live',
  'over',
] as const

export const PIECE_KIND = [
  'same',
  'added',
  'removed',
] as const

export const PROJECT_STATUS = [
  'In Review',
  'Approved',
  'Rejected',
] as const

export const REVIEW_SORT = [
  'recent',
  'oldest',
  'title',
  'title-desc',
] as const

export const ROLE = [
  'user',
  'organiser',
  'admin',
] as const

export const STANDING = [
  'valid',
  'pending',
  'revoked',
] as const

export const TIME_SORT = [
  'recent',
  'oldest',
] as const

export const USER_FILTER = [
  'all',
  'user',
  'organiser',
  'admin',
  'suspended',
] as const

export const USER_SORT = [
  'recent',
  'oldest',
  'name',
  'name-desc',
  'projects',
  'projects-asc',
] as const

export const EVENT_ADMIN_FILTERS = [
  { label: 'All Events', value: 'all' },
  { label: 'Upcoming', value: 'upcoming' },
  { label: 'Today', value: 'today' },
  { label: 'Past', value: 'past' },
  { label: 'Drafts', value: 'drafts' },
] as const

export const MODES = [
  { label: 'Online', value: 'Online' },
  { label: 'Offline', value: 'Offline' },
  { label: 'Hybrid', value: 'Hybrid' },
] as const

export const EVENT_FORM = { bannerImage: '', certificateDelayReason: '', certificateDesign: 'default', certificatesOffered: false, customCertificateMessage: '', date: '', description: '', difficulty: 'beginner', duration: null, endDate: null, eventType: 'workshop', hasRewards: false, isCollaborative: false, location: '', maxParticipants: null, mode: 'Online', organizationContact: '', organizationLogo: '', organizationName: '', organizationWebsite: '', partnershipType: 'sponsor', published: true, registrationDeadline: null, requirements: '', sendCertificatesImmediately: true, tags: [
], tasks: [
], time: '', title: '' } as const

export const CERTIFICATE_DESIGNS = [
  { label: 'Default', value: 'default' },
  { label: 'Corporate', value: 'corporate' },
  { label: 'Modern', value: 'modern' },
  { label: 'Trophy', value: 'trophy' },
  { label: 'Abstract', value: 'abstract' },
] as const

export const MAX_MINUTES = 43200 as const

export const MAX_PLACES = 100000 as const

export const MAX_PICTURE_BYTES = 5242880 as const

export const MAX_PICTURE_PIXELS = 40000000 as const

export const MAX_PICTURE_SIDE = 16384 as const

export const EMAIL_TEMPLATES = [
  { kind: 'news', label: 'Welcome Email', message: '<p>Hello {{name}},</p>\n<p>welcome to {{community}}! It is good to have you with us.</p>\n<p>Three ways to begin:</p>\n<ul>\n  <li><a href="{{site}}/profile">Tell the others who you are.</a></li>\n  <li><a href="{{site}}/submit-project">Show what you build.</a></li>\n  <li><a href="{{site}}/events">Find your next event.</a></li>\n</ul>\n<p>See you soon!</p>', subject: 'Welcome to {{community}}!', value: 'welcome' },
  { kind: 'events', label: 'New Event Announcement', message: '<p>Hello {{name}},</p>\n<p>there is a new event: <strong>{{event}}</strong>.</p>\n<p>Date: {{date}}<br>\nTime: {{time}}<br>\nPlace: {{place}}</p>\n<p><a href="{{link}}">See the event and register</a></p>\n<p>We look forward to seeing you!</p>', subject: 'New event: {{event}}', value: 'event' },
  { kind: 'news', label: 'Monthly Newsletter', message: '<p>Hello {{name}},</p>\n<p>this is what happened at {{community}} in {{month}}.</p>\n<h2>Projects</h2>\n<p>…</p>\n<h2>Events</h2>\n<p>…</p>\n<p><a href="{{site}}">Visit {{community}}</a></p>', subject: '{{community}}: news of {{month}}', value: 'newsletter' },
] as const

export const EMAIL_PLACEHOLDERS = [
  { label: 'The member\'s name', value: 'name' },
  { label: 'The community\'s name', value: 'community' },
  { label: 'The address of this site', value: 'site' },
  { label: 'The month in which it is sent', value: 'month' },
  { label: 'The name of the event', value: 'event' },
  { label: 'Its date', value: 'date' },
  { label: 'Its time', value: 'time' },
  { label: 'Where it takes place', value: 'place' },
  { label: 'The address of its page', value: 'link' },
] as const

export const LIMITS = { commentsPerMinute: [
  1,
  60,
], invitationsPerDay: [
  1,
  5000,
], picturesPerHour: [
  10,
  1000,
], submissionsPerHour: [
  1,
  100,
] } as const

export const MAX_MAILS_PER_MINUTE = 10000 as const

export const SIGN_IN_ATTEMPTS = 5 as const

export const SIGN_IN_WINDOW_SECONDS = 900 as const
