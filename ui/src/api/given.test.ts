// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { takeGiven } from './given'
import { listKey } from './keys'

const ANSWERS = [
  { key: ['get', '/api/site'], data: { name: 'Makers' } },
  { key: ['get', '/api/projects', { params: { query: { limit: 24 } } }, 'page'], data: [{ _id: '1', title: '</script>' }], total: 30, next: 'x' },
  { key: ['get', '/api/projects/{id}/comments', { params: { path: { id: '1' } } }, 'pages'], data: [], total: 0 },
]
const SITE = ['get', '/api/site']
const PROJECTS = listKey('/api/projects', 'page', { params: { query: { search: undefined, limit: 24 } } })
const COMMENTS = listKey('/api/projects/{id}/comments', 'pages', { params: { path: { id: '1' } } })

function taken(type = 'navigate') {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as unknown as PerformanceEntry])
  document.body.innerHTML = `<script type="application/json" id="answers">${JSON.stringify(ANSWERS).replaceAll('<', '\\u003c')}</script>`
  const queries = new QueryClient()
  takeGiven(queries)
  expect(document.getElementById('answers')).toBeNull()
  return queries
}

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
})

it('gives a guest each answer in the shape of its query, as fresh as the page', () => {
  const queries = taken()
  expect(queries.getQueryData(SITE)).toEqual({ name: 'Makers' })
  expect(queries.getQueryData(PROJECTS)).toEqual({ items: [{ _id: '1', title: '</script>' }], total: 30, next: 'x' })
  expect(queries.getQueryData(COMMENTS)).toEqual({ pages: [{ items: [], total: 0, next: undefined }], pageParams: [undefined] })
  expect(queries.getQueryState(PROJECTS)?.dataUpdatedAt).toBe(performance.timeOrigin)
})

it('gives whoever is signed in only what is the same for everybody', () => {
  localStorage.setItem('token', 'abc')
  const queries = taken()
  expect(queries.getQueryData(SITE)).toEqual({ name: 'Makers' })
  expect(queries.getQueryData(PROJECTS)).toBeUndefined()
})

it('shows what a kept page says, but asks again', () => {
  const queries = taken('back_forward')
  expect(queries.getQueryData(PROJECTS)).toBeDefined()
  expect(queries.getQueryState(PROJECTS)?.dataUpdatedAt).toBe(0)
})

it('forgets them like any other answer when somebody signs in', async () => {
  const queries = taken()
  await queries.resetQueries()
  expect(queries.getQueryData(PROJECTS)).toBeUndefined()
})
