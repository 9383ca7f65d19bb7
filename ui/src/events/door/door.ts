// The scans at a door. This device keeps each scan for the member who made it until the server has answered, so a lost network loses
// nothing. Each scan has an id of its own, so it counts once however often it is sent.
import { readStoredJson, store } from '../../lib/storage'
import type { components } from '../../api/schema'

export type Answer = components['schemas']['CheckIn']

/** A person at the door, by their ticket, their member id or their e-mail address. */
export type Subject = { ticket: string } | { userId: string; name: string } | { email: string }

/** The check-in to undo, by the scan that made it or by its time. */
export type Undoes = { scanId?: string; checkedInAt?: string }

export type Scan = Subject & {
  scanId: string
  /** RFC 3339. */
  scannedAt: string
  /** Gives a place to a member who has none, if there is room. */
  letIn?: boolean
  /** Set when this scan takes a check-in back. */
  undoes?: Undoes
}

/** `waiting`: not sent yet, because there is no network. `refused`: the server takes no scans for this event. */
export type Outcome = Scan & { state: 'sending' | 'waiting' | 'refused' | Answer['state']; message: string; /** The name of the participant. */ who?: string; checkedInAt?: string }

export type DoorState = {
  /** Newest first. */
  outcomes: readonly Outcome[]
  /** The number of scans that the server has not answered. */
  unsent: number
  /** Whether the last attempt got no answer. */
  offline: boolean
  /** Whether this device has no room for the waiting scans; they are then lost when the page closes. */
  unkept: boolean
}

/** The result of sending. `lost`: no answer, try again; `ended`: the session is over, and scans wait for the next one; `refused`: the server will never accept it. */
export type Sent = { kind: 'answer'; answer: Answer } | { kind: 'lost' } | { kind: 'ended' } | { kind: 'refused'; message: string }

type Told = {
  /** For the counts and lists next to the scanner. */
  onAnswer?: (answer: Answer) => void
}

type Options = { /** The id of the member at the door; nobody else sees or sends their scans. */ writer: string; send: (scan: Scan) => Promise<Sent>; now?: () => Date }

/** How many outcomes stay on the screen. */
const SHOWN = 30
const RETRY_AFTER = 4_000
/** A camera sees the same code in every frame; within this time after the last sight it is the same scan. Milliseconds. */
const SAME_SCAN = 4_000

const key = (writer: string, eventId: string) => `door/${writer}/${eventId}`

export const SAVED = 'Saved on this device. It is sent when the network is back.'
export const UNSAVED = 'Not sent yet, and this device has no room to save it. Keep this page open until the network is back.'
const AGAIN = 'This was already scanned and is waiting to be sent.'

/** The part of a code that identifies the ticket, read as the server reads it; undefined when it is no ticket. */
export function readTicket(code: string): string | undefined {
  const text = code.trim()
  const secret = (/[?&]ticket=([^&#]*)/.exec(text)?.[1] ?? text).toLowerCase()
  return /^[0-9a-f]{32}$/.test(secret) ? secret : undefined
}

function isSame(a: Subject, b: Subject): boolean {
  if ('ticket' in a) return 'ticket' in b && a.ticket === b.ticket
  if ('email' in a) return 'email' in b && a.email === b.email
  return 'userId' in b && a.userId === b.userId
}

function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export function readQueue(writer: string, eventId: string): Scan[] {
  const kept = readStoredJson<Scan[]>(key(writer, eventId))
  return Array.isArray(kept) ? kept.filter((scan) => typeof scan?.scanId === 'string' && typeof scan.scannedAt === 'string') : []
}

/** One event's door on this device: an external store for React. */
export function openDoor(eventId: string, { writer, send, now = () => new Date() }: Options) {
  let queue = readQueue(writer, eventId)
  let state: DoorState = {
    outcomes: queue.map((scan): Outcome => ({ ...scan, state: 'waiting', message: SAVED })).reverse(),
    unsent: queue.length,
    offline: false,
    unkept: false,
  }
  const listeners = new Set<() => void>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let sending = false
  let stopped = false
  let told: Told = {}
  let last: { subject: Subject; seen: number } | undefined

  const set = (patch: Partial<DoorState>) => {
    state = { ...state, ...patch, unsent: queue.length }
    for (const listener of listeners) listener()
  }
  const show = (outcome: Outcome) => set({ outcomes: [outcome, ...state.outcomes.filter((one) => one.scanId !== outcome.scanId)].slice(0, SHOWN) })
  /** Changes only the one scan, because another tab may have added or sent others. */
  const keep = (change: (kept: Scan[]) => Scan[]) => {
    const kept = change(readQueue(writer, eventId))
    state = { ...state, unkept: !store(key(writer, eventId), kept.length ? kept : null) }
  }
  const drop = (scan: Scan) => {
    queue = queue.filter((one) => one.scanId !== scan.scanId)
    keep((kept) => kept.filter((one) => one.scanId !== scan.scanId))
  }

  async function flush() {
    clearTimeout(timer)
    if (sending || stopped) return
    sending = true
    try {
      for (let scan = queue[0]; scan && !stopped; scan = queue[0]) {
        const sent = await send(scan)
        if (sent.kind === 'lost' || sent.kind === 'ended') {
          const waiting = new Set(queue.map((one) => one.scanId))
          set({
            offline: sent.kind === 'lost',
            outcomes: state.outcomes.map((one) => (waiting.has(one.scanId) ? { ...one, state: 'waiting', message: state.unkept ? UNSAVED : SAVED } : one)),
          })
          if (sent.kind === 'lost' && !stopped) timer = setTimeout(() => void flush(), RETRY_AFTER)
          return
        }
        drop(scan)
        if (sent.kind === 'refused') show({ ...scan, state: 'refused', message: sent.message })
        else {
          const { answer } = sent
          state = { ...state, offline: false }
          show({ ...scan, state: answer.state, message: answer.message, who: answer.participant?.name, checkedInAt: answer.checkedInAt })
          told.onAnswer?.(answer)
        }
      }
    } finally {
      sending = false
    }
  }

  function take(scan: Scan, message: string) {
    queue = [...queue, scan]
    keep((kept) => [...kept, scan])
    show({ ...scan, state: 'sending', message })
    void flush()
  }

  return {
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    getState: () => state,

    /** Takes a scan; false when it is the last one, still in front of the camera. What is typed or pressed is always meant. */
    scan(subject: Subject, { meant, letIn }: { meant?: boolean; letIn?: boolean } = {}): boolean {
      const at = now()
      const repeated = !meant && last && isSame(last.subject, subject) && at.getTime() - last.seen < SAME_SCAN
      last = { subject, seen: at.getTime() }
      if (repeated) return false
      // Only the latest counts: between two check-ins there may be an undone one.
      const before = queue.findLast((one) => isSame(one, subject))
      if (before && !before.undoes) show({ ...before, state: 'waiting', message: AGAIN })
      else take({ ...subject, scanId: newId(), scannedAt: at.toISOString(), ...(letIn && { letIn }) }, 'Checking…')
      return true
    },

    /** Takes a check-in back. */
    undo(subject: Subject, undoes: Undoes) {
      last = undefined
      take({ ...subject, scanId: newId(), scannedAt: now().toISOString(), undoes }, 'Undoing…')
    },

    /** Sends the waiting scans at once, for when the network is back. */
    flush,

    /** Starts to send scans. */
    start(listener: Told) {
      told = listener
      stopped = false
      void flush()
    },
    /** Stops; waiting scans stay on this device. */
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}

