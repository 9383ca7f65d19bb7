// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { openDoor, readQueue, readTicket, SAVED, UNSAVED, type Answer, type Scan, type Sent } from './door'

const SECRET = '0123456789abcdef0123456789abcdef'
const OTHER = 'f'.repeat(32)

const answer = (patch: Partial<Answer> = {}): Sent => ({
  kind: 'answer',
  answer: { state: 'checked_in', message: 'Welcome, Ada!', checkedInCount: 1, registrationsCount: 2, participant: { _id: 'a', name: 'Ada', email: '', profilePicture: '' }, ...patch },
})
const settled = () => new Promise((done) => setTimeout(done))

beforeEach(() => localStorage.clear())

describe('readTicket', () => {
  it('finds the secret in a code and on its own', () => {
    expect(readTicket(`https://village.example/admin/events/checkin/1?ticket=${SECRET}`)).toBe(SECRET)
    expect(readTicket(`  ${SECRET.toUpperCase()} `)).toBe(SECRET)
    expect(readTicket(`https://village.example/x?a=1&ticket=${SECRET}#y`)).toBe(SECRET)
  })
  it('rejects what is no ticket', () => {
    for (const code of ['', 'Ada', 'WIFI:S:x;;', 'https://village.example/?ticket=1', `${SECRET}0`]) expect(readTicket(code)).toBeUndefined()
  })
})

describe('a door', () => {
  it('sends a scan and shows the answer', async () => {
    const seen: Scan[] = []
    const door = openDoor('e', { writer: 'ada', send: async (scan) => (seen.push(scan), answer()), now: () => new Date('2026-03-01T10:00:00Z') })
    door.scan({ ticket: SECRET })
    expect(door.getState().outcomes[0]).toMatchObject({ state: 'sending' })
    await settled()
    expect(seen).toHaveLength(1)
    expect(seen[0]).toMatchObject({ ticket: SECRET, scannedAt: '2026-03-01T10:00:00.000Z' })
    expect(door.getState()).toMatchObject({ unsent: 0, offline: false })
    expect(door.getState().outcomes[0]).toMatchObject({ state: 'checked_in', message: 'Welcome, Ada!', who: 'Ada' })
    expect(readQueue('ada', 'e')).toEqual([])
  })

  it('keeps scans while the network is lost, in order and with their ids', async () => {
    const seen: string[] = []
    let up = false
    const door = openDoor('e', { writer: 'ada', send: async (scan) => (seen.push(scan.scanId), up ? answer() : { kind: 'lost' }) })
    door.scan({ ticket: SECRET })
    await settled()
    door.scan({ userId: 'u', name: 'Uma' })
    await settled()
    expect(door.getState()).toMatchObject({ unsent: 2, offline: true })
    expect(door.getState().outcomes.map((one) => [one.state, one.message])).toEqual([
      ['waiting', SAVED],
      ['waiting', SAVED],
    ])
    const kept = readQueue('ada', 'e').map((scan) => scan.scanId)
    expect(kept).toHaveLength(2)
    door.stop()

    // The page was opened anew.
    up = true
    seen.length = 0
    const again = openDoor('e', { writer: 'ada', send: async (scan) => (seen.push(scan.scanId), answer()) })
    expect(again.getState().unsent).toBe(2)
    await again.flush()
    expect(seen).toEqual(kept)
    expect(again.getState()).toMatchObject({ unsent: 0, offline: false })
    expect(readQueue('ada', 'e')).toEqual([])
  })

  it('tries again by itself', async () => {
    vi.useFakeTimers()
    let tries = 0
    const door = openDoor('e', { writer: 'ada', send: async () => (++tries < 3 ? { kind: 'lost' } : answer()) })
    door.scan({ ticket: SECRET })
    await vi.advanceTimersByTimeAsync(20_000)
    expect(tries).toBe(3)
    expect(door.getState().unsent).toBe(0)
    door.stop()
    vi.useRealTimers()
  })

  it('counts a code that stays in front of the camera once', async () => {
    let sent = 0
    let time = 0
    const door = openDoor('e', { writer: 'ada', send: async () => (sent++, answer()), now: () => new Date(time) })
    expect(door.scan({ ticket: SECRET })).toBe(true)
    for (time = 100; time < 20_000; time += 3000) expect(door.scan({ ticket: SECRET })).toBe(false)
    expect(door.scan({ ticket: OTHER })).toBe(true)
    await settled()
    time += 5000
    expect(door.scan({ ticket: SECRET })).toBe(true)
    await settled()
    expect(sent).toBe(3)
  })

  it('answers a ticket that is typed twice', async () => {
    let sent = 0
    const door = openDoor('e', { writer: 'ada', send: async () => (++sent === 1 ? answer() : answer({ state: 'already', message: 'Ada was already checked in.' })), now: () => new Date(0) })
    door.scan({ ticket: SECRET }, { meant: true })
    await settled()
    expect(door.scan({ ticket: SECRET }, { meant: true })).toBe(true)
    await settled()
    expect(door.getState().outcomes[0]).toMatchObject({ state: 'already', message: 'Ada was already checked in.' })
  })

  it('takes back what is not sent yet, and checks in anew, in this order', async () => {
    const seen: Scan[] = []
    let up = false
    const door = openDoor('e', { writer: 'ada', send: async (scan) => (up ? (seen.push(scan), answer()) : { kind: 'lost' }) })
    door.scan({ userId: 'u', name: 'Uma' }, { letIn: true })
    await settled()
    door.undo({ userId: 'u', name: 'Uma' }, { scanId: door.getState().outcomes[0]!.scanId })
    door.scan({ userId: 'u', name: 'Uma' }, { meant: true, letIn: true })
    await settled()
    expect(door.getState().unsent).toBe(3)
    up = true
    await door.flush()
    expect(seen.map(({ letIn, undoes }) => [letIn, undoes])).toEqual([[true, undefined], [undefined, { scanId: seen[0]!.scanId }], [true, undefined]])
    door.stop()
  })

  it('does not queue the same ticket twice', async () => {
    let time = 0
    const door = openDoor('e', { writer: 'ada', send: async () => ({ kind: 'lost' }), now: () => new Date(time) })
    door.scan({ ticket: SECRET })
    await settled()
    time = 60_000
    expect(door.scan({ ticket: SECRET })).toBe(true)
    expect(door.getState()).toMatchObject({ unsent: 1 })
    expect(door.getState().outcomes).toHaveLength(1)
    expect(readQueue('ada', 'e')).toHaveLength(1)
    door.stop()
  })

  it('drops scans that the server will never accept, and keeps those that a new session can send', async () => {
    let result: Sent = { kind: 'refused', message: 'This event was cancelled.' }
    const door = openDoor('e', { writer: 'ada', send: async () => result })
    door.scan({ ticket: SECRET })
    await settled()
    expect(door.getState().outcomes[0]).toMatchObject({ state: 'refused', message: 'This event was cancelled.' })
    expect(readQueue('ada', 'e')).toEqual([])
    result = { kind: 'ended' }
    door.scan({ ticket: OTHER })
    await settled()
    expect(readQueue('ada', 'e')).toHaveLength(1)
    expect(door.getState().offline).toBe(false)
    door.stop()
  })

  it('leaves the scans of another tab alone', async () => {
    const one = openDoor('e', { writer: 'ada', send: async () => ({ kind: 'lost' }) })
    const two = openDoor('e', { writer: 'ada', send: async () => ({ kind: 'lost' }) })
    one.scan({ ticket: SECRET })
    two.scan({ ticket: OTHER })
    await settled()
    expect(readQueue('ada', 'e')).toHaveLength(2)
    one.stop()
    two.stop()
  })

  it('neither shows nor sends the scans of another member', async () => {
    const mine = openDoor('e', { writer: 'ada', send: async () => ({ kind: 'ended' }) })
    mine.scan({ ticket: SECRET })
    await settled()
    mine.stop()
    const sent: Scan[] = []
    const theirs = openDoor('e', { writer: 'grace', send: async (scan) => (sent.push(scan), answer()) })
    await theirs.flush()
    expect(theirs.getState()).toMatchObject({ unsent: 0, outcomes: [] })
    expect(sent).toEqual([])
    expect(readQueue('ada', 'e')).toHaveLength(1)
  })

  it('says so when the browser has no room to keep scans', async () => {
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    const door = openDoor('e', { writer: 'ada', send: async () => ({ kind: 'lost' }) })
    door.scan({ ticket: SECRET })
    await settled()
    expect(door.getState()).toMatchObject({ unsent: 1, unkept: true })
    expect(door.getState().outcomes[0]).toMatchObject({ state: 'waiting', message: UNSAVED })
    door.stop()
    full.mockRestore()
  })

  it('survives a broken store', () => {
    localStorage.setItem('door/ada/e', '{"no":')
    expect(openDoor('e', { writer: 'ada', send: async () => ({ kind: 'lost' }) }).getState().unsent).toBe(0)
    localStorage.setItem('door/ada/e', '[null,{"scanId":1}]')
    expect(openDoor('e', { writer: 'ada', send: async () => ({ kind: 'lost' }) }).getState().unsent).toBe(0)
  })
})
