import { describe, expect, it } from 'vitest'
import type { components } from '../../api/schema'
import { changedFields, changes, EMPTY, fromEvent, isMoved, problems, reachedDay, toInput, withNewTask, withReachedDay, type EventDraft } from './eventDraft'

const whole: EventDraft = { ...EMPTY, title: 'Evening', description: 'We meet', date: '2027-03-12', time: '18:30' }
const tasks = [
  { key: '1', _id: '1', name: 'Bring a laptop', description: '', required: true, done: 3 },
  { key: '2', _id: '2', name: 'Read', description: 'Chapter 1', required: false, done: 0 },
]

describe('problems', () => {
  it('name what is missing, in the server’s words and the order of the form', () => {
    expect(Object.entries(problems(EMPTY))).toEqual([
      ['title', 'Event title is required'],
      ['description', 'Event description is required'],
      ['date', 'Event date is required'],
      ['time', 'Event time is required'],
    ])
    expect(problems(whole)).toEqual({})
  })
  it('name days and times that do not fit together or are incomplete', () => {
    expect(problems({ ...whole, endDate: '2027-03-11' })).toEqual({ endDate: 'The last day must not be before the first' })
    expect(problems({ ...whole, registrationDeadline: '2027-03-13T00:00' })).toEqual({ registrationDeadline: 'The registration deadline must not be after the last day' })
    expect(problems({ ...whole, endDate: '2027-03-13', registrationDeadline: '2027-03-13T10:00' })).toEqual({})
    expect(problems({ ...whole, date: '' }, ['date', 'endDate', 'registrationDeadline'])).toEqual({
      date: 'Event date must be a day of the calendar',
      endDate: 'The last day must be a day of the calendar',
      registrationDeadline: 'The registration deadline must be a day and a time',
    })
  })
  it('name numbers that are invalid', () => {
    for (const typed of ['0', '-1', '1.5', 'soon', '43201']) expect(problems({ ...whole, duration: typed })).toHaveProperty('duration')
    for (const typed of ['0', '1e3', '100001']) expect(problems({ ...whole, maxParticipants: typed })).toHaveProperty('maxParticipants')
    expect(problems({ ...whole, duration: ' 90 ', maxParticipants: '100000' })).toEqual({})
  })
  it('name missing partner fields only when there is a partner', () => {
    const odd = { organizationLogo: 'ftp://x', organizationWebsite: 'javascript:alert(1)', organizationContact: 'nobody' }
    expect(problems({ ...whole, ...odd })).toEqual({})
    expect(Object.keys(problems({ ...whole, ...odd, isCollaborative: true }))).toEqual(['organizationName', 'organizationLogo', 'organizationWebsite', 'organizationContact'])
    const right = { organizationName: 'M', organizationLogo: 'https://m.example/l.png', organizationWebsite: 'HTTP://m.example', organizationContact: 'us@m.example' }
    expect(problems({ ...whole, ...right, isCollaborative: true })).toEqual({})
  })
  it('name pictures that no browser would load', () => {
    expect(Object.keys(problems({ ...whole, bannerImage: 'http://a.example/b.png' }))).toEqual(['bannerImage'])
    for (const bannerImage of [' HTTPS://a.example/b.png', '/media/0000000000007']) expect(problems({ ...whole, bannerImage })).toEqual({})
  })
  it('name two tasks with the same name', () => {
    expect(problems({ ...whole, tasks: [...tasks, { ...tasks[0]!, key: 'x' }] })).toEqual({ tasks: 'There are two tasks with the name "Bring a laptop"' })
  })
})

describe('what is sent', () => {
  it('has null for empty fields, and keeps the ids of tasks', () => {
    expect(toInput({ ...whole, tasks })).toMatchObject({
      endDate: null, duration: null, maxParticipants: null, registrationDeadline: null,
      tasks: [{ _id: '1', name: 'Bring a laptop', description: '', required: true }, { _id: '2', name: 'Read', description: 'Chapter 1', required: false }],
    })
    expect(toInput({ ...whole, duration: '90', maxParticipants: ' 40 ' })).toMatchObject({ duration: 90, maxParticipants: 40 })
    expect(toInput({ ...whole, newTask: 'x' })).not.toHaveProperty('newTask')
  })
  it('leaves out a partner and a location that are not shown', () => {
    const typed = { ...whole, location: 'Hall', organizationName: 'Makers', organizationWebsite: 'nonsense' }
    expect(toInput(typed)).toMatchObject({ location: '' })
    expect(toInput(typed)).not.toHaveProperty('organizationWebsite')
    expect(toInput({ ...typed, mode: 'Hybrid', isCollaborative: true })).toMatchObject({ location: 'Hall', organizationName: 'Makers' })
  })
  it('has only the changed fields of an edit', () => {
    const before = { ...whole, mode: 'Offline', location: 'Hall', duration: '90', endDate: '2027-03-13', maxParticipants: '40', registrationDeadline: '2027-03-10T23:59', tasks }
    expect(changes(before, before)).toEqual({})
    expect(changes(before, { ...before, title: 'Night' })).toEqual({ title: 'Night' })
    expect(changes(before, { ...before, duration: '', endDate: '', maxParticipants: '', registrationDeadline: '' })).toEqual({ duration: null, endDate: null, maxParticipants: null, registrationDeadline: null })
    expect(changes(before, { ...before, mode: 'Online' })).toEqual({ mode: 'Online', location: '' })
    expect(changes(before, { ...before, tasks: [tasks[1]!] })).toEqual({ tasks: [{ _id: '2', name: 'Read', description: 'Chapter 1', required: false }] })
    // A location stored with an Online event stays as it is.
    expect(changes({ ...whole, location: 'Hall' }, { ...whole, location: 'Hall', title: 'Night' })).toEqual({ title: 'Night' })
  })
  it('includes a task that was typed but not added', () => {
    expect(withNewTask({ ...whole, newTask: ' Read ' })).toMatchObject({ tasks: [{ name: 'Read' }], newTask: '' })
  })
})

it('an event fills the form and is sent back unchanged', () => {
  const event = { ...toInput(whole), ...{ tags: ['Rust'], tasks: [{ _id: '1', name: 'Read', description: '', required: true, completedCount: 2 }] }, endDate: '2027-03-12', duration: 90, maxParticipants: undefined, registrationDeadline: undefined }
  const draft = fromEvent(event as unknown as components['schemas']['AdminEvent'])
  expect(draft).toMatchObject({ endDate: '', duration: '90', maxParticipants: '', registrationDeadline: '', tasks: [{ key: '1', _id: '1', done: 2 }] })
  expect(Object.keys(draft).sort()).toEqual(Object.keys(EMPTY).sort())
})

it('lists what somebody else has changed', () => {
  const before = { ...toInput(whole), endDate: '2027-03-12', tags: ['Rust'], tasks: [{ _id: '1', name: 'Read', description: '', required: true, completedCount: 2 }] } as unknown as components['schemas']['AdminEvent']
  expect(changedFields(before, { ...before, updatedAt: 'x', tasks: [{ ...before.tasks[0]!, completedCount: 3 }] })).toEqual([])
  expect(changedFields(before, { ...before, requirements: '', maxParticipants: 40, hasRewards: true, tags: ['Rust', 'Web'], tasks: [{ ...before.tasks[0]!, name: 'Build' }] })).toEqual([
    { name: 'Has rewards', value: 'yes' }, { name: 'Max participants', value: '40' }, { name: 'Tags', value: 'Rust, Web' }, { name: 'Tasks', value: 'Build' },
  ])
})

it('knows when the place or the time has changed for participants', () => {
  const before = { ...whole, mode: 'Offline', location: 'Hall' }
  for (const patch of [{ date: '2027-03-13' }, { time: '18:31' }, { duration: '90' }, { endDate: '2027-03-13' }, { mode: 'Hybrid' }, { location: 'Dock' }]) expect(isMoved(before, { ...before, ...patch })).toBe(true)
  for (const patch of [{}, { title: 'X' }, { duration: '120' }, { endDate: '2027-03-12' }, { location: ' Hall ' }, { maxParticipants: '3' }]) expect(isMoved(before, { ...before, ...patch })).toBe(false)
})

it('proposes the day on which a night ends, until somebody chooses one', () => {
  const night = { ...EMPTY, date: '2026-11-28', time: '22:00' }
  expect(withReachedDay(night, { duration: '240' })).toEqual({ duration: '240', endDate: '2026-11-29' })
  expect(withReachedDay(night, { duration: '120' })).toEqual({ duration: '120' })
  const proposed = { ...night, duration: '240', endDate: '2026-11-29' }
  expect(withReachedDay(proposed, { date: '2026-12-31' })).toEqual({ date: '2026-12-31', endDate: '2027-01-01' })
  expect(withReachedDay(proposed, { duration: '60' })).toEqual({ duration: '60', endDate: '' })
  expect(withReachedDay({ ...proposed, endDate: '2026-11-30' }, { duration: '60' })).toEqual({ duration: '60' })
  expect(withReachedDay(proposed, { endDate: '2026-12-01' })).toEqual({ endDate: '2026-12-01' })
  expect(reachedDay({ ...night, duration: '2880' })).toBe('2026-11-30')
  expect(reachedDay({ ...night, duration: '' })).toBe('')
})
