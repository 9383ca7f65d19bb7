// Helpers for the admins' list and form of events.
import type { Page } from '@playwright/test'
import { ask, type Account } from './accounts'
import type { Server } from './server'

export type Listed = { eventId: string; _id: string; title: string; status: string; published: boolean; cancelled: boolean; registrationsCount: number; waitingCount: number; maxParticipants?: number }

export const GUEST = { token: '' }
export const listed = async (server: Server, admin: Account, query = ''): Promise<Listed[]> => (await ask(server, admin, `/admin/events${query}`)).body
export const create = async (server: Server, admin: Account, more: object = {}) => {
  const { body } = await ask(server, admin, '/admin/events', { method: 'POST', body: { title: 'Evening of Rust', description: 'We **meet**.', date: '2031-03-12', time: '18:30', ...more } })
  return body.event
}

export const heading = (page: Page) => page.getByRole('heading', { level: 1 })
export const titles = (page: Page) => page.getByRole('rowheader').getByRole('link')
export const shown = (page: Page) => page.getByRole('navigation', { name: 'Events by date' })
export const count = (page: Page) => page.getByText(/^Showing [\d,]+ of [\d,]+ events$/)
export const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
export const toggle = (page: Page, name: string) => page.getByRole('switch', { name })
export const addTask = async (page: Page, name: string) => {
  await page.getByLabel(/^(First|Another) Task/).fill(name)
  await page.keyboard.press('Enter')
}
