// Every page of the site and every state that looks different, for the checks of all pages and for the tour.
import { expect, type Page } from '@playwright/test'
import type { components } from '../../src/api/schema'
import { ask, type Account } from './accounts'
import { layOutAll } from './quality'
import type { Server } from './server'

type Schemas = components['schemas']

/** The demo and its signed-in people. */
export type Demo = { server: Server; admin: Account; member: Account; newcomer: Account }

export type Place = {
  name: string
  /** The viewer; a guest by default. */
  as?: 'member' | 'newcomer' | 'admin'
  /** Its address, or where to find it in the demo. */
  at: string | ((demo: Demo) => Promise<string>)
  /** Scrolls through the whole page first. */
  first?: (page: Page) => Promise<void>
  /** What to press before the examination. A press may move the page. */
  press?: (page: Page) => Promise<void>
  /** The page does not exist, so the browser's console reports a 404. */
  missing?: true
  /** People arrive here from other sites, so it must be light enough for a slow network: the most bytes of script, as they come over the wire. */
  light?: number
  /** Only pictured: it looks different, but what it is made of is examined in another place. */
  pictured?: true
  /** It must not shift on a phone either, where lines break elsewhere. */
  still?: true
}

/** Where most people arrive; React alone is more than half of it. */
const LIGHTEST = 90_000
const LIGHT = 97_000

const guest = { token: '' }
const read = async <T>({ server }: Demo, path: string, who: { token: string } = guest) => (await ask(server, who, path)).body as T

async function one<T>(items: Promise<T[]>, wanted: (item: T) => boolean = () => true): Promise<T> {
  const found = (await items).find(wanted)
  if (!found) throw new Error('the demo has nothing like it')
  return found
}

const event = (demo: Demo, wanted: (event: Schemas['EventSummary']) => boolean) => one(read<Schemas['EventSummary'][]>(demo, '/events?limit=200'), wanted)
const adminEvent = (demo: Demo, wanted: (event: Schemas['AdminEventSummary']) => boolean) => one(read<Schemas['AdminEventSummary'][]>(demo, '/admin/events?limit=200', demo.admin), wanted)
const popular = (demo: Demo) => one(read<Schemas['ProjectSummary'][]>(demo, '/projects?sort=popular'))
const ownProject = (demo: Demo) => one(read<Schemas['MyProject'][]>(demo, '/users/me/projects?limit=50', demo.member), (project) => project.isOwner)

/** All certificates of a demo; the server looks at every name of them, so they are asked for once. */
const certificates = new Map<Server, Promise<Schemas['AdminCertificate'][]>>()
function certificate(demo: Demo, wanted: (certificate: Schemas['AdminCertificate']) => boolean) {
  const all = certificates.get(demo.server) ?? read<Schemas['AdminCertificate'][]>(demo, '/admin/certificates?limit=200', demo.admin)
  certificates.set(demo.server, all)
  return one(all, wanted)
}
const isShown = ({ status, isPrivate }: Schemas['AdminCertificate']) => status === 'valid' && !isPrivate
const certificateOf = async (found: Promise<Schemas['AdminCertificate']>) => `/certificates/${(await found).certificateId}`

const badgeOf = async (demo: Demo, type: string) => `/badges/${(await one(read<Schemas['Badge'][]>(demo, `/admin/badges?type=${type}&limit=1`, demo.admin)))._id}`

/** An event whose words do not fit, with everything that an event can have. */
async function longEvent({ admin }: Demo): Promise<string> {
  const input: Partial<Schemas['EventInput']> = {
    title: `Superlangerveranstaltungsname${'e'.repeat(80)}`,
    description: 'We **meet**.',
    date: '2031-03-12',
    time: '18:30',
    mode: 'Hybrid',
    isCollaborative: true,
    organizationName: 'Makers',
    certificatesOffered: true,
    sendCertificatesImmediately: false,
    tasks: ['Read', 'B'.repeat(90)].map((name) => ({ name, description: '', required: false })),
  }
  return (await admin.ask<Schemas['EventSaved']>('POST', '/admin/events', input)).event._id
}

/** An upcoming event of the member's. */
const registered = (demo: Demo) => one(read<Schemas['EventSummary'][]>(demo, '/events?limit=200&status=upcoming', demo.member), (it) => it.isRegistered)
const full = (demo: Demo) => adminEvent(demo, (it) => it.waitingCount > 1 && !it.cancelled)
const view = async (found: Promise<{ _id: string }>, state = '') => `/admin/events/view/${(await found)._id}${state}`
const send = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click()

/** Scrolls down, so that everything loads, and up again. */
export async function scrollThrough(page: Page) {
  await layOutAll(page)
  await page.evaluate(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += 500) {
      scrollTo(0, y)
      await new Promise((next) => setTimeout(next, 50))
    }
    scrollTo(0, 0)
  })
}

export const PLACES: Place[] = [
  { name: 'home', at: '/', first: scrollThrough, light: LIGHTEST, still: true },
  { name: 'projects', at: '/projects', light: LIGHTEST, still: true },
  { name: 'projects, none found', at: '/projects?search=zzzzqqqq' },
  { name: 'project', at: async (demo) => `/projects/${(await popular(demo))._id}`, still: true },
  { name: 'project, unknown', at: '/projects/nothing-here', missing: true },
  { name: 'events', at: '/events', light: LIGHT, still: true },
  { name: 'events, none found', pictured: true, at: '/events?search=zzzzqqqq' },
  { name: 'event with a partner', at: async (demo) => `/events/${(await event(demo, (it) => it.isCollaborative))._id}`, still: true },
  { name: 'event, cancelled', at: async (demo) => `/events/${(await event(demo, (it) => it.cancelled))._id}` },
  { name: 'event, unknown', pictured: true, at: '/events/nothing-here', missing: true },
  ...['projects', 'badges', 'certificates'].map((tab) => ({ name: `profile, ${tab}`, at: async (demo: Demo) => `/profile/${(await popular(demo)).submittedBy._id}?tab=${tab}` })),
  { name: 'profile, unknown', pictured: true, at: '/profile/nothing-here', missing: true },
  { name: 'certificate', at: (demo) => certificateOf(certificate(demo, (it) => isShown(it) && it.customMessage !== '')), light: LIGHT, still: true },
  { name: 'certificate, pending', at: (demo) => certificateOf(certificate(demo, (it) => it.status === 'pending')) },
  { name: 'certificate, revoked', at: (demo) => certificateOf(certificate(demo, (it) => it.status === 'revoked')) },
  { name: 'certificate, unknown', pictured: true, at: '/certificates/CERT-BV-0', missing: true },
  { name: 'badge for upvotes', at: (demo) => badgeOf(demo, 'upvote'), light: LIGHT, still: true },
  { name: 'badge for an event', at: (demo) => badgeOf(demo, 'event') },
  { name: 'badge, unknown', pictured: true, at: '/badges/nothing-here', missing: true },
  { name: 'verification', at: '/verify-certificate', light: LIGHT },
  { name: 'issuer', at: '/issuer' },
  { name: 'file to verify', at: '/verify', still: true },
  { name: 'file that is genuine', at: async (demo) => `/verify?link=${await certificateOf(certificate(demo, isShown))}` },
  { name: 'file of another site', at: '/verify?link=https://makers.example/certificates/1' },
  { name: 'log', at: '/transparency', still: true },
  { name: 'log, a proof', at: '/transparency', press: (page) => page.getByRole('link', { name: 'Compare with today' }).first().click() },
  { name: 'log, no such head', pictured: true, at: '/transparency?from=1' },
  { name: 'verification, found', at: async (demo) => `/verify-certificate?id=${(await certificate(demo, isShown)).certificateId}`, still: true },
  { name: 'verification, revoked', at: async (demo) => `/verify-certificate?id=${(await certificate(demo, (it) => it.status === 'revoked')).certificateId}` },
  { name: 'verification, not found', at: '/verify-certificate?id=CERT-BV-0', missing: true },
  { name: 'sign-in, incomplete', at: '/login', press: send('Email me a sign-in link') },
  { name: 'sign-in by a link', at: '/login#token=wrong' },
  { name: 'change of an address', at: '/account/email#old=wrong' },
  { name: 'set-up, over', at: '/setup' },
  { name: 'terms', at: '/terms' },
  { name: 'privacy', at: '/privacy' },
  { name: 'page, unknown', at: '/nowhere', missing: true },

  { name: 'home', pictured: true, as: 'member', at: '/', first: scrollThrough },
  { name: 'home', pictured: true, as: 'newcomer', at: '/', first: scrollThrough },
  { name: 'event, full', pictured: true, as: 'newcomer', at: async (demo) => `/events/${(await full(demo))._id}` },
  { name: 'event, completed', pictured: true, as: 'newcomer', at: async (demo) => `/events/${(await event(demo, (it) => it.status === 'completed'))._id}` },
  ...['', '?ticket=show'].map((query) => ({ name: `event, registered${query}`, pictured: true as const, as: 'member' as const, at: async (demo: Demo) => `/events/${(await registered(demo))._id}${query}` })),
  { name: 'own profile, empty', as: 'newcomer', at: '/profile' },
  { name: 'own profile, events', as: 'member', at: '/profile?tab=events' },
  { name: 'own profile, editing', as: 'member', at: '/profile?edit=profile' },
  { name: 'own account', as: 'member', at: '/account' },
  { name: 'dialog to change the address, incomplete', as: 'member', at: '/account?dialog=address', press: send('Send both mails') },
  { name: 'dialog to delete the account, incomplete', as: 'member', at: '/account?dialog=delete', press: (page) => page.getByRole('dialog').getByRole('button', { name: 'Delete my account' }).click() },
  {
    name: 'own certificate in its dialog',
    as: 'member',
    at: async ({ member }) => `/profile?tab=certificates&certificate=${(await member.ask<Schemas['Profile']>('GET', '/users/profile')).certificates[0]!.certificateId}`,
  },
  { name: 'calendar addresses', as: 'member', at: '/events?calendar=subscribe' },
  { name: 'project form, incomplete', as: 'member', at: '/submit-project', press: send('Launch My Project') },
  { name: 'project, editing', as: 'member', at: async (demo) => `/projects/${(await ownProject(demo))._id}/edit` },
  { name: 'own projects', as: 'member', at: '/projects/mine' },

  { name: 'dashboard', as: 'admin', at: '/admin' },
  { name: 'admin area, unknown page', as: 'admin', at: '/admin/nowhere', missing: true },
  { name: 'events of the admin area', as: 'admin', at: '/admin/events' },
  { name: 'events of the admin area, none found', pictured: true, as: 'admin', at: '/admin/events?search=zzzzqqqq' },
  { name: 'event form, incomplete', as: 'admin', at: '/admin/events/create', press: send('Create Event') },
  { name: 'event, editing', as: 'admin', at: async (demo) => `/admin/events/edit/${await longEvent(demo)}` },
  { name: 'participants', as: 'admin', at: (demo) => view(full(demo)) },
  { name: 'waiting list', as: 'admin', at: (demo) => view(full(demo), '?tab=waiting') },
  { name: 'letters', as: 'admin', at: (demo) => view(full(demo), '?tab=messages&write=true') },
  { name: 'team', as: 'admin', at: (demo) => view(full(demo), '?tab=team') },
  { name: 'participants of a draft', as: 'admin', at: (demo) => view(adminEvent(demo, (it) => !it.published)) },
  { name: 'participants of a cancelled event', as: 'admin', at: (demo) => view(adminEvent(demo, (it) => it.cancelled)) },
  { name: 'participants, none found', pictured: true, as: 'admin', at: (demo) => view(full(demo), '?search=zzzzqqqq') },
  {
    name: 'participants, one selected',
    as: 'admin',
    at: (demo) => view(full(demo)),
    async first(page) {
      await page.getByRole('checkbox', { name: /^Select / }).nth(1).check()
      await expect(page.getByText('1 selected')).toBeVisible()
    },
  },
  ...['add', 'cancel'].map((dialog) => ({ name: `dialog to ${dialog}`, as: 'admin' as const, at: (demo: Demo) => view(full(demo), `?dialog=${dialog}`) })),
  { name: 'dialog to delete', as: 'admin', at: async (demo) => view(Promise.resolve({ _id: await longEvent(demo) }), '?dialog=delete') },
  { name: 'door', as: 'admin', at: async (demo) => `/admin/events/checkin/${(await full(demo))._id}` },
  { name: 'certificates of the admin area', as: 'admin', at: '/admin/certificates' },
  { name: 'certificates of the admin area, none found', pictured: true, as: 'admin', at: '/admin/certificates?search=zzzzqqqq' },
  { name: 'dialog to create a certificate, incomplete', as: 'admin', at: '/admin/certificates?dialog=create', press: (page) => page.getByRole('dialog').getByRole('button', { name: 'Create Certificate' }).click() },
  {
    name: 'dialog to revoke a certificate',
    as: 'admin',
    at: async ({ admin }) => `/admin/certificates?dialog=revoke&who=${(await admin.ask<Schemas['AdminCertificate'][]>('GET', '/admin/certificates?limit=1'))[0]!._id}`,
  },
  { name: 'unsubscribe, link not valid', at: '/unsubscribe?token=x', missing: true },
  { name: 'email system', as: 'admin', at: '/admin/emails' },
  {
    name: 'email system, with a preview, incomplete',
    as: 'admin',
    at: '/admin/emails',
    async press(page) {
      await page.getByLabel('Template').selectOption('Monthly Newsletter')
      await page.getByRole('button', { name: 'Send Email' }).click()
      // Nothing runs in the frame of the HTML, so nothing examines it there either.
      await page.getByRole('tab', { name: 'Text' }).click()
    },
  },
  { name: 'invite', as: 'admin', at: '/admin/invite' },
  {
    name: 'invite, a list that was checked',
    as: 'admin',
    at: '/admin/invite',
    async press(page) {
      await page.getByLabel('Addresses').fill('Name,E-mail\n"Lovelace, Ada",new@example.org\nno address\nnew@example.org')
      await page.getByRole('button', { name: 'Check the list' }).click()
      await expect(page.getByText('1 person will get an invitation.')).toBeVisible()
    },
  },
  { name: 'outbox', as: 'admin', at: '/admin/outbox' },
  { name: 'outbox, none', pictured: true, as: 'admin', at: '/admin/outbox?outcome=dropped' },
  { name: 'badges of the admin area', as: 'admin', at: '/admin/badges' },
  { name: 'badges of the admin area, none found', pictured: true, as: 'admin', at: '/admin/badges?search=zzzzqqqq' },
  { name: 'dialog to create a badge, incomplete', as: 'admin', at: '/admin/badges?dialog=create', press: (page) => page.getByRole('dialog').getByRole('button', { name: 'Create Badge' }).click() },
  {
    name: 'badge in its dialog',
    as: 'admin',
    at: async ({ admin }) => `/admin/badges?dialog=badge&who=${(await admin.ask<Schemas['Badge'][]>('GET', '/admin/badges?type=upvote&limit=1'))[0]!._id}`,
  },
  ...['identity', 'look', 'zone', 'projects', 'certificates', 'issuer', 'legal', 'visits', 'backups', 'export', 'machine'].map((section) => ({ name: `settings, ${section}`, as: 'admin' as const, at: `/admin/settings?section=${section}` })),
  { name: 'dialog to certify all', as: 'admin', at: (demo) => view(event(demo, (it) => it.status === 'completed' && it.certificatesOffered), '?dialog=certificates') },
  { name: 'users of the admin area', as: 'admin', at: '/admin/users' },
  { name: 'users of the admin area, none found', as: 'admin', at: '/admin/users?search=zzzzqqqq' },
  ...['edit', 'suspend'].map((dialog) => ({
    name: `dialog to ${dialog} a user`,
    as: 'admin' as const,
    at: async ({ admin }: Demo) => `/admin/users?dialog=${dialog}&who=${(await admin.ask<Schemas['AdminUser'][]>('GET', '/admin/users?limit=1'))[0]!._id}`,
  })),
  { name: 'audit log', as: 'admin', at: '/admin/audit' },
  { name: 'projects of the admin area', as: 'admin', at: '/admin/projects?status=all' },
  { name: 'projects of the admin area, none found', pictured: true, as: 'admin', at: '/admin/projects?search=zzzzqqqq' },
  {
    name: 'review with a rejection',
    as: 'admin',
    at: async (demo) => `/admin/projects/review/${(await one(read<Schemas['AdminProject'][]>(demo, '/admin/projects/review', demo.admin)))._id}?reject=true`,
  },
]

/** The address of a place, found in the demo. */
export const addressOf = ({ at }: Place, demo: Demo) => (typeof at === 'string' ? Promise.resolve(at) : at(demo))

/** Takes the answers out of every page, for tests of what it does when its calls are answered otherwise. */
export const withoutAnswers = (page: Page) =>
  page.addInitScript(() => new MutationObserver(() => document.getElementById('answers')?.remove()).observe(document, { childList: true, subtree: true }))

/** Goes there and waits until everything has loaded. */
export async function arrive(page: Page, address: string) {
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
}
