// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router'
import { expect, it } from 'vitest'
import { pageNumber, patchQuery, useQueryState } from './queryState'

it('leaves defaults out and starts paging over', () => {
  const now = new URLSearchParams('search=a&page=3&other=1')
  expect(patchQuery(now, { search: 'b', sort: 'recent' }, { sort: 'recent' }).toString()).toBe('search=b&other=1')
  expect(patchQuery(now, { page: '4' }).toString()).toBe('search=a&page=4&other=1')
  expect(patchQuery(now, { search: '' }).toString()).toBe('other=1')
})

it('reads from and writes to the URL', () => {
  const { result } = renderHook(() => ({ state: useQueryState({ search: '', sort: 'recent' }), location: useLocation() }), {
    wrapper: ({ children }) => <MemoryRouter initialEntries={['/projects?sort=popular']}>{children}</MemoryRouter>,
  })
  expect(result.current.state[0]).toEqual({ search: '', sort: 'popular' })
  act(() => result.current.state[1]({ search: 'kite' }))
  expect(result.current.location.search).toBe('?sort=popular&search=kite')
  act(() => result.current.state[1]({ sort: 'recent' }))
  expect(result.current.location.search).toBe('?search=kite')
})

it('reads page numbers leniently', () => {
  expect(['3', '0', '-2', 'x', undefined].map(pageNumber)).toEqual([3, 1, 1, 1, 1])
})
