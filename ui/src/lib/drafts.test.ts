// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keepDraft, readDraft } from './drafts'

const EMPTY = { title: '', tags: [] as string[], max: null as number | null }
const ada = { writer: 'ada', form: 'event/new', version: 1 }

beforeEach(() => localStorage.clear())
afterEach(() => vi.restoreAllMocks())

it('keeps a draft for its writer and its form', () => {
  expect(keepDraft(ada, { typed: { title: 'Evening' }, from: { title: '' } })).toBe(true)
  expect(readDraft(ada, EMPTY)).toEqual({ typed: { title: 'Evening' }, from: { title: '' } })
  expect(readDraft({ ...ada, writer: 'grace' }, EMPTY)).toBeUndefined()
  expect(readDraft({ ...ada, writer: '' }, EMPTY)).toBeUndefined()
  expect(readDraft({ ...ada, form: 'event/1' }, EMPTY)).toBeUndefined()
  keepDraft(ada, { typed: {}, from: {} })
  expect(localStorage).toHaveLength(0)
})

it('ignores drafts of another version and fields that the form does not have', () => {
  keepDraft(ada, { typed: { title: 'Evening', gone: 1, tags: 'no list' }, from: {} })
  expect(readDraft({ ...ada, version: 2 }, EMPTY)).toBeUndefined()
  expect(readDraft(ada, EMPTY)).toEqual({ typed: { title: 'Evening' }, from: {} })
  for (const broken of ['', '{', 'null', '3', '[]', '{"version":1}', '{"version":1,"typed":3}', '{"version":1,"typed":{"title":null}}']) {
    localStorage.setItem('draft/ada/event/new', broken)
    expect(readDraft(ada, EMPTY), broken).toBeUndefined()
  }
})

it('says so when there is no room', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  expect(keepDraft(ada, { typed: { title: 'Evening' }, from: {} })).toBe(false)
})
