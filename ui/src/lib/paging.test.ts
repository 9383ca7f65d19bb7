import { expect, it } from 'vitest'
import { lastPage, orderBy, orderNamed, totalInWords } from './paging'

it('lists know their last page', () => {
  expect([0, 25, 26, 1_000_000].map(lastPage)).toEqual([1, 1, 2, 401])
})

it('a search counts a thousand, a list all', () => {
  expect([totalInWords(1000, true), totalInWords(1001, true), totalInWords(1001, false)]).toEqual(['1,000', 'over 1,000', '1,001'])
})

it('an order is known by its name and by its column', () => {
  const orders = { recent: { key: 'date', direction: 'desc' }, oldest: { key: 'date', direction: 'asc' }, title: { key: 'title', direction: 'asc' } } as const
  expect(['oldest', 'toString'].map((name) => orderNamed(orders, name))).toEqual(['oldest', undefined])
  expect([orderBy(orders, orders.recent), orderBy(orders, { key: 'title', direction: 'desc' })]).toEqual(['recent', undefined])
})
