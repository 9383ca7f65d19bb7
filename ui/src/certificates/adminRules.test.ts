import { expect, it } from 'vitest'
import { CERTIFICATE_INPUT } from '../api/forms'
import { createProblem, DESIGNS, EMPTY, faultsOf, fieldsOf, inputOf, KINDS, listProblem, listQuery, missingText, originOf, readFilters, titleFor } from './adminRules'
import { readError } from '../lib/errors'

const user = { _id: 'u', name: 'Ada', profilePicture: '' }
const origin = { _id: 'e', title: 'Rust' }

it('reads the filters of the address', () => {
  expect(listQuery(readFilters({ search: ' ada ', type: 'project', sort: 'oldest', page: '3' }))).toEqual({ search: 'ada', type: 'project', sort: 'oldest', limit: 25, offset: 50 })
  expect(listQuery(readFilters({ search: '', type: 'nonsense', sort: 'nonsense', page: 'x' }))).toEqual({ search: undefined, sort: 'recent', limit: 25, offset: undefined })
  expect(listQuery(readFilters({ search: '', type: 'held', sort: '', page: '1' }))).toMatchObject({ held: true })
  expect(readFilters({ search: '', type: 'all', sort: '', page: '1' }).kind).toBe(KINDS[0])
})

it('says why the list is not there', () => {
  const at = (status: number, message = 'Out of order.') => listProblem({ status, message, code: '', fields: {} })
  expect([401, 403, 500].map((status) => at(status))).toEqual([
    'Authentication failed. Please login again.',
    'You do not have permission to view certificates.',
    'Failed to load certificates: Out of order.',
  ])
  expect(listProblem(readError(new TypeError('Failed to fetch')))).toBe('Failed to connect to server. Check your internet connection.')
  expect(listProblem(readError(new Error('not a list')))).toBe('Failed to initialize certificate management')
})

it('says why no certificate was created', () => {
  const at = (status: number, message: string) => createProblem({ status, message, code: '', fields: {} })
  expect(at(500, 'Something went wrong.')).toBe('Failed to create certificate (500)')
  expect(at(409, 'This member already has one.')).toBe('Failed to create certificate (409): This member already has one.')
  expect(at(0, '')).toBe('Failed to create certificate. The connection was lost.')
})

it('asks for a title, a member and an occasion', () => {
  expect(faultsOf(EMPTY)).toEqual({ title: 'Certificate title is required', user: 'User is required', origin: 'Either event or project must be selected' })
  expect(faultsOf({ ...EMPTY, title: 'T', user, origin })).toEqual({})
})

it('sends an event or a project, never both', () => {
  const draft = { ...EMPTY, title: ' T ', user, origin }
  expect(inputOf(draft)).toMatchObject({ title: 'T', user: 'u', event: 'e', project: undefined, hold: false })
  expect(inputOf({ ...draft, kind: 'project' })).toMatchObject({ event: undefined, project: 'e' })
  expect(fieldsOf({ event: 'There is no such event', title: 'Too long' })).toEqual({ origin: 'There is no such event', title: 'Too long' })
})

it('knows of a cancelled event that it was cancelled', () => {
  expect(originOf({ _id: 'e', title: 'Rust', cancelled: true })).toEqual({ _id: 'e', title: 'Rust', cancelled: true })
  expect(originOf({ _id: 'e', title: 'Rust', cancelled: false })).toEqual(origin)
})

it('proposes a title that fits', () => {
  expect(titleFor(origin, 'event', CERTIFICATE_INPUT.title)).toBe('Rust Completion Certificate')
  expect(titleFor(origin, 'project', CERTIFICATE_INPUT.title)).toBe('Rust Certificate')
  expect(Array.from(titleFor({ _id: '', title: 'é'.repeat(200) }, 'event', CERTIFICATE_INPUT.title))).toHaveLength(CERTIFICATE_INPUT.title)
})

it('offers the four designs and the one of the event', () => {
  expect(DESIGNS.map(({ value }) => value)).toEqual(['', 'corporate', 'modern', 'trophy', 'abstract'])
})

it('names the characters that no font has', () => {
  expect(missingText(['ꙮ'])).toBe('No font has this character of the name: ꙮ. On the certificate, it is missing.')
  expect(missingText(['ꙮ', '𐎠'])).toBe('No font has these characters of the name: ꙮ 𐎠. On the certificate, they are missing.')
})
