// The day of an event, from the morning to the day after: what its pages say, with the clocks of server and browser moved.
// With PICTURES=1 in the environment, pictures of them are kept beside the test's other results.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page, TestInfo } from '@playwright/test'
import type { components } from '../../src/api/schema'
import { newMember, pageOf, type Account } from '../support/accounts'
import { NO_CAPTCHA, expect, test } from '../support/test'

type Schemas = components['schemas']

/** A day so many days from now: a session that began today must still be alive then. */
const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const inWords = (day: string, month: 'short' | 'long', year?: 'numeric') =>
  new Intl.DateTimeFormat('en-US', { weekday: 'short', day: 'numeric', month, timeZone: 'UTC', ...(year && { year }) }).format(new Date(`${day}T12:00:00Z`))

const [DAY, NEXT_DAY, LATER] = [dayIn(4), dayIn(5), dayIn(10)]
const MOMENTS = {
  'in the morning': `${DAY}T09:00:00Z`,
  'an hour before': `${DAY}T21:00:00Z`,
  during: `${DAY}T22:30:00Z`,
  'after midnight': `${NEXT_DAY}T00:30:00Z`,
  'the next day': `${NEXT_DAY}T12:00:00Z`,
}
type When = keyof typeof MOMENTS

/** The seconds in this file put the server's clock forward; only a debug build reads it. */
const clock = join(mkdtempSync(join(tmpdir(), 'community-clock-')), 'seconds')
const moveServer = (at: string) => writeFileSync(clock, String(Math.round((Date.parse(at) - Date.now()) / 1000)))

test.use({ env: { ...NO_CAPTCHA, CLOCK_PUT_FORWARD_BY: clock } })

async function make(admin: Account, input: Partial<Schemas['EventInput']>) {
  const body = { description: 'We **meet**.', mode: 'Offline', location: 'Town Hall', published: true, ...input }
  return (await admin.ask<Schemas['EventSaved']>('POST', '/admin/events', body)).event
}

/** A button's words with those that only screen readers hear. */
const named = (action: string, title: string) => new RegExp(`^${action} ?: ${title}$`)

/** What each page says at each moment. */
const SAYS: Record<When, { card: string; group: string; action: 'Register' | 'View Details'; row: string }> = {
  'in the morning': { card: 'Today, 10:00 PM', group: 'Today', action: 'Register', row: 'Today' },
  'an hour before': { card: 'Today, 10:00 PM', group: 'Today', action: 'Register', row: 'Today' },
  during: { card: 'Live Now!', group: 'Live Now', action: 'Register', row: 'Live' },
  'after midnight': { card: 'Live Now!', group: 'Live Now', action: 'Register', row: 'Live' },
  'the next day': { card: 'Completed', group: 'Completed', action: 'View Details', row: 'Past' },
}

test('an event stands first on its day, and says what the clock says', async ({ browser, server, admin }, info) => {
  test.setTimeout(300_000)
  moveServer(`${dayIn(2)}T09:00:00Z`)
  const night = await make(admin, { title: 'Night of the Soldering Irons', date: DAY, time: '22:00', duration: 240 })
  const later = await make(admin, { title: 'Breakfast of Makers', date: LATER, time: '09:00' })
  const off = await make(admin, { title: 'Rained Off', date: DAY, time: '12:00' })
  await admin.ask('POST', `/admin/events/${off._id}/cancel`, { reason: 'Rain.' })
  await make(admin, { title: 'Not Yet Public', date: dayIn(20), time: '18:00', published: false })
  expect(night.endDate, 'it runs past midnight').toBe(NEXT_DAY)
  const member = await newMember(server, 'grace@example.org')
  for (const { _id } of [night, later]) await member.ask('POST', `/events/${_id}/register`, { captchaToken: '', waitingList: false })
  const [guest, own, admins] = await Promise.all([pageOf(browser, server), pageOf(browser, server, member.state), pageOf(browser, server, admin.state)])

  for (const when of Object.keys(MOMENTS) as When[])
    await test.step(when, async () => {
      const { card, group, action, row } = SAYS[when]
      const on = when !== 'the next day'
      moveServer(MOMENTS[when])
      for (const page of [guest, own, admins]) await page.clock.setFixedTime(MOMENTS[when])
      const first = on ? night : later

      await guest.goto('/')
      const wall = guest.getByRole('region', { name: 'New here' })
      await expect(wall.getByText(on ? card : `Next event, ${inWords(LATER, 'short')}`)).toBeVisible()
      await expect(wall.getByText(first.title, { exact: true })).toBeVisible()
      if (on) await expect(wall.getByRole('link', { name: named('Register', night.title) })).toBeVisible()
      await keep(guest, info, when, 'home')

      await guest.goto('/events?completed=shown')
      const cards = guest.getByRole('main').getByRole('article')
      await expect(cards.first()).toContainText(first.title)
      const mine = cards.filter({ hasText: night.title })
      await expect(mine).toContainText(card)
      await expect(mine.getByRole('link', { name: named(action, night.title) })).toBeVisible()
      await expect(guest.getByRole('heading', { level: 2, name: group, exact: true })).toBeVisible()
      await expect(cards.filter({ hasText: off.title }).getByText('Cancelled').first()).toBeVisible()
      await keep(guest, info, when, 'list')

      await guest.goto(`/events/${night._id}`)
      await expect(guest.getByRole('heading', { level: 1, name: night.title })).toBeVisible()
      await expect(guest.getByText(card, { exact: true }).first()).toBeVisible()
      await expect(guest.getByRole('main').getByText(inWords(DAY, 'long', 'numeric'))).toBeVisible()
      await expect(guest.getByText('10:00 PM – 2:00 AM UTC')).toBeVisible()
      await expect(guest.getByRole('complementary', { name: 'Registration' }).getByRole('link', { name: 'Login to Register' })).toBeVisible({ visible: on })
      await keep(guest, info, when, 'event')

      await own.goto(`/events/${night._id}`)
      const status = own.getByRole('complementary', { name: 'Registration' })
      await expect(status.getByRole('heading', { name: 'Your Status' })).toBeVisible()
      const begun = !['in the morning', 'an hour before'].includes(when)
      await expect(status.getByRole('button', { name: 'Cancel registration' })).toBeVisible({ visible: !begun })
      if (on) await expect(status.getByText(begun ? /^Registrations could be cancelled until the event began: / : /^You can cancel until the event begins: /)).toBeVisible()
      await keep(own, info, when, 'event of a participant')
      await own.goto('/profile?tab=events')
      await expect(own.getByRole('main').getByRole('listitem').filter({ has: own.getByRole('heading', { level: 4 }) }).first()).toContainText(first.title)

      await admins.goto('/events')
      await expect(admins.getByRole('main').getByRole('article').filter({ hasText: night.title }).getByRole('link', { name: named('Check-in', night.title) })).toBeVisible({ visible: on })

      await admins.goto('/admin')
      await expect(admins.getByRole('heading', { level: 2, name: 'Drafts' })).toBeVisible()
      await expect(admins.getByRole('region', { name: 'Drafts' }).getByText('Not Yet Public')).toBeVisible()
      await expect(admins.getByRole('region', { name: 'Upcoming Events' }).getByText(off.title)).toBeHidden()
      const today = admins.getByRole('region', { name: 'Today' })
      if (on) {
        await expect(today).toContainText(card)
        await keep(admins, info, when, 'dashboard')
        await today.getByRole('link', { name: named('Check-in', night.title) }).click()
        await expect(admins.getByText('0 of 1 checked in')).toBeVisible()
        await expect(admins.getByText(card, { exact: true })).toBeVisible()
      } else {
        await expect(today).toBeHidden()
        await keep(admins, info, when, 'dashboard')
        await admins.goto(`/admin/events/checkin/${night._id}`)
        await expect(admins.getByText('It is over.')).toBeVisible()
      }
      await keep(admins, info, when, 'door')

      await admins.goto('/admin/events')
      const rows = admins.getByRole('row').filter({ has: admins.getByRole('rowheader') })
      if (on) await expect(rows.first()).toContainText(night.title)
      await expect(rows.filter({ hasText: night.title }).getByText(row, { exact: true }).first()).toBeVisible()
    })
})

async function keep(page: Page, info: TestInfo, when: When, what: string) {
  if (!process.env.PICTURES) return
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: info.outputPath(`${Object.keys(MOMENTS).indexOf(when) + 1} ${when}, ${what}.png`), fullPage: true })
}
