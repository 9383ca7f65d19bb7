// @vitest-environment jsdom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { BrowserRouter, useLocation, useNavigate } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { patchQuery, useQueryLink, useQueryState } from './queryState'
import { pageNumber } from './paging'

afterEach(cleanup)

function at(address: string) {
  history.pushState(null, '', address)
  const { result } = renderHook(() => ({ state: useQueryState({ search: '', sort: 'recent', dialog: '' }), location: useLocation(), navigate: useNavigate() }), { wrapper: BrowserRouter })
  const set: (typeof result.current.state)[1] = (...change) => result.current.state[1](...change)
  return { result, set, shows: (address: string) => waitFor(() => expect(result.current.location.pathname + result.current.location.search).toBe(address)) }
}

it('leaves out defaults and goes back to page 1', () => {
  const now = new URLSearchParams('search=a&page=3&other=1')
  expect(patchQuery(now, { search: 'b', sort: 'recent' }, { sort: 'recent' }).toString()).toBe('search=b&other=1')
  expect(patchQuery(now, { page: '4' }).toString()).toBe('search=a&page=4&other=1')
  expect(patchQuery(now, { search: '' }).toString()).toBe('other=1')
})

it('reads from and writes to the URL', () => {
  const { result, set } = at('/projects?sort=popular')
  expect(result.current.state[0]).toEqual({ search: '', sort: 'popular', dialog: '' })
  act(() => set({ search: 'kite' }))
  expect(result.current.location.search).toBe('?sort=popular&search=kite')
  act(() => set({ sort: 'recent' }))
  expect(result.current.location.search).toBe('?search=kite')
})

it('leads to another list without the dialog that is open on this one', () => {
  history.pushState(null, '', '/admin/badges?search=owl&dialog=badge&who=7&page=2')
  const { result } = renderHook(() => useQueryLink({ type: 'all' }), { wrapper: BrowserRouter })
  expect(result.current({ type: 'event' })).toEqual({ search: '?search=owl&type=event' })
  expect(result.current({ dialog: 'edit', who: '8', page: '2' })).toEqual({ search: '?search=owl&dialog=edit&who=8&page=2' })
})

it('keeps two changes that are made before the page has rendered again', () => {
  const { result, set } = at('/projects')
  const [, earlier] = result.current.state
  act(() => {
    set({ search: 'kite' })
    set({ sort: 'popular' }, { push: true })
  })
  expect(result.current.location.search).toBe('?search=kite&sort=popular')
  // Also from a component that has not rendered since.
  act(() => earlier({ search: 'boat' }))
  expect(result.current.location.search).toBe('?search=boat&sort=popular')
})

it('drops a late change from a page that the user has left', () => {
  const { result } = at('/projects')
  const [, late] = result.current.state
  act(() => void result.current.navigate('/events'))
  act(() => late({ search: 'kite' }))
  expect(result.current.location.pathname + result.current.location.search).toBe('/events')
})

it('leaves no history entry that does nothing', async () => {
  const { set, shows } = at('/projects?sort=popular')
  const entries = history.length
  act(() => set({ sort: 'popular' }, { push: true }))
  expect(history.length).toBe(entries)
  act(() => set({ dialog: 'ask' }, { push: true }))
  expect(history.length).toBe(entries + 1)
  // Closing steps back, and changes made during the step are kept.
  act(() => {
    set({ dialog: '' })
    set({ search: 'kite' })
  })
  await shows('/projects?sort=popular&search=kite')
  act(() => set({ search: '' }))
  act(() => history.forward())
  await shows('/projects?sort=popular&dialog=ask')
  act(() => history.back())
  await shows('/projects?sort=popular')
})

it('replaces the entry when there is none to step back to', async () => {
  const { set, shows } = at('/projects?dialog=ask')
  act(() => set({ dialog: '' }))
  await shows('/projects')
})

it('reads page numbers leniently', () => {
  expect(['3', '0', '-2', 'x', undefined].map(pageNumber)).toEqual([3, 1, 1, 1, 1])
})
