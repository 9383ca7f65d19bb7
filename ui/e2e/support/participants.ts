// One event as admins see it: its page, its participants, and events with as many of them as a test needs.
import type { Locator, Page } from '@playwright/test'
import type { components } from '../../src/api/schema'
import { ask, type Account } from './accounts'
import type { Server } from './server'

export type AdminEvent = components['schemas']['AdminEvent']
export type Participant = components['schemas']['Participant']
export type Waiting = components['schemas']['Waiting']

export const address = (id: string, query = '') => `/admin/events/view/${id}${query}`
export const heading = (page: Page) => page.getByRole('heading', { level: 1 })
export const row = (page: Page, name: string) => page.getByRole('row').filter({ has: page.getByRole('checkbox', { name: `Select ${name}`, exact: true }) })
export const status = (page: Page, name: string) => page.getByRole('combobox', { name: `Status of ${name}`, exact: true })
export const filter = (page: Page, name: string) => page.getByRole('navigation', { name: 'Participants by status' }).getByRole('link', { name })
export const tab = (page: Page, name: string) => page.getByRole('tab', { name })
export const count = (page: Page) => page.getByText(/^Showing [\d,]+ of [\d,]+ participants$/)
export const rows = (page: Page): Locator => page.getByRole('table').getByRole('rowheader')

export const event = async (server: Server, admin: Account, id: string): Promise<AdminEvent> => (await ask(server, admin, `/admin/events/${id}`)).body
export const participants = async (server: Server, admin: Account, id: string, query = ''): Promise<Participant[]> => (await ask(server, admin, `/admin/events/${id}/participants?limit=200${query}`)).body

/** The first event of the demo that meets the condition. */
export async function find(server: Server, admin: Account, wanted: (one: AdminEvent) => boolean): Promise<AdminEvent> {
  const { body } = await ask(server, admin, '/admin/events?limit=200')
  const found = (body as AdminEvent[]).find(wanted)
  if (!found) throw new Error('the demo has no such event')
  return event(server, admin, found._id)
}

export const FORM = { title: 'Soldering for Two Hands', description: 'Bring **both** of them.', date: '2099-05-06', time: '18:30', mode: 'Hybrid', location: 'The Shed' }

/** A new event with this many of the demo's members. */
export async function make(server: Server, admin: Account, people: number, patch: object = {}) {
  const { body } = await ask(server, admin, '/admin/events', { method: 'POST', body: { ...FORM, ...patch } })
  const id = (body.event as AdminEvent)._id
  const big = await find(server, admin, (one) => one.registrationsCount >= 90)
  const known = new Map((await participants(server, admin, big._id)).map(({ user }) => [user.name, user]))
  const guests = [...known.values()].slice(0, people)
  for (const { _id } of guests) await ask(server, admin, `/admin/events/${id}/participants`, { method: 'POST', body: { userId: _id } })
  return { id, guests }
}
