import { expect, it } from 'vitest'
import { cardAction, countdown, detailLabel, groupOf, isOn, listLabel, type Standing } from './dayRules'

const at = (status: Standing['status'], phase: Standing['phase'], cancelled = false): Standing => ({ status, phase, cancelled })
const AHEAD = at('upcoming', 'ahead')
const MORNING = at('ongoing', 'today')
const LIVE = at('ongoing', 'live')
const EVENING = at('ongoing', 'over')
const PAST = at('completed', 'over')

it.each([
  [AHEAD, 12, '12 days to go'],
  [AHEAD, 1, '1 day to go'],
  [MORNING, 0, 'Today, 7:00 PM'],
  [LIVE, 0, 'Live Now!'],
  [EVENING, 0, 'Completed'],
  [PAST, 0, 'Completed'],
])('counts down to an event that is %o', (standing, daysToGo, text) => {
  expect(countdown({ ...standing, daysToGo, time: '19:00' })).toBe(text)
  expect(countdown({ ...standing, daysToGo, time: '19:00', cancelled: true })).toBe('Cancelled')
})

it('names a state differently in a list and on a page', () => {
  expect([LIVE, MORNING, AHEAD, EVENING].map((one) => listLabel(groupOf(one)))).toEqual(['Live Now', 'Today', 'Upcoming', 'Completed'])
  expect([LIVE, MORNING, AHEAD, PAST].map((one) => detailLabel(groupOf(one)))).toEqual(['Live Today', 'Today', 'Upcoming', 'Completed'])
})

it('knows the event of the day', () => {
  expect([AHEAD, MORNING, LIVE, EVENING, PAST].map(isOn)).toEqual([false, true, true, false, false])
  expect(isOn({ ...LIVE, cancelled: true })).toBe(false)
})

it('leads to the door, to the registration, or to the page', () => {
  const actions = (standing: Standing, canRegister: boolean) => [false, true].map((canCheckIn) => cardAction({ ...standing, canRegister, canCheckIn }))
  expect(actions(AHEAD, true)).toEqual(['Register', 'Register'])
  expect(actions(AHEAD, false)).toEqual(['View Details', 'View Details'])
  expect(actions(LIVE, true)).toEqual(['Register', 'Check-in'])
  expect(actions(MORNING, false)).toEqual(['View Details', 'Check-in'])
  expect(actions({ ...LIVE, cancelled: true }, false)).toEqual(['View Details', 'View Details'])
})
