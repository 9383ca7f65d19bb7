import { expect, it } from 'vitest'
import { DROPPED, failureMessage, readError } from './errors'

it("reads the server's envelope", () => {
  const body = { message: 'Not allowed', code: 'forbidden', status: 403, fields: { bio: 'Too long' } }
  expect(readError(body)).toEqual({ ...body, retryAfter: undefined })
})

it('names a dropped connection', () => {
  expect(readError(new TypeError('Failed to fetch'))).toMatchObject({ message: DROPPED, code: 'dropped', status: 0 })
})

it('falls back to the words of the caller', () => {
  expect(readError(undefined, 'Failed to load events').message).toBe('Failed to load events')
  expect(readError(new Error('x is undefined'), 'Failed to load events').message).toBe('Failed to load events')
  expect(readError({ message: '' }, 'Failed').message).toBe('Failed')
})

it('a refusal speaks for itself, a failure does not', () => {
  expect(failureMessage({ status: 409, message: 'Already approved by Ada.' }, 'Failed')).toBe('Already approved by Ada.')
  expect(failureMessage({ status: 500, message: 'Internal' }, 'Failed')).toBe('Failed')
  expect(failureMessage({ status: 0, message: 'Lost' }, 'Failed')).toBe('Failed')
})
