import { expect, it } from 'vitest'
import { DROPPED, readError, refusalOf } from './errors'

it("reads the server's envelope", () => {
  const body = { message: 'Not allowed', code: 'forbidden', status: 403, fields: { bio: 'Too long' } }
  expect(readError(body)).toEqual({ ...body, retryAfter: undefined })
})

it('names a dropped connection', () => {
  expect(readError(new TypeError('Failed to fetch'))).toMatchObject({ message: DROPPED, code: 'dropped', status: 0 })
})

it("falls back to the caller's message", () => {
  expect(readError(undefined, 'Failed to load events').message).toBe('Failed to load events')
  expect(readError(new Error('x is undefined'), 'Failed to load events').message).toBe('Failed to load events')
  expect(readError({ message: '' }, 'Failed').message).toBe('Failed')
})

it("shows a refusal's own message, and for a failure the message of the change", () => {
  const says = (error: unknown) => refusalOf(error, 'Failed to save').message
  expect(says({ message: 'Already approved by Ada.', code: 'conflict', status: 409 })).toBe('Already approved by Ada.')
  expect(says({ message: 'The disk is full.', code: 'internal', status: 507 })).toBe('The disk is full.')
  expect(says({ message: 'Internal', code: 'internal', status: 500 })).toBe('Failed to save')
  expect(says({ message: 'Server error.', code: 'unreadable', status: 502 })).toBe('Failed to save')
  expect(says(new TypeError('Failed to fetch'))).toBe('Failed to save. The connection was lost.')
  expect(refusalOf(new TypeError('Failed to fetch')).message).toBe(DROPPED)
  expect(refusalOf({ message: 'no', code: 'unauthorized', status: 401, fields: { a: 'b' } })).toMatchObject({ message: 'Session expired. Please log in again.', fields: {} })
})
