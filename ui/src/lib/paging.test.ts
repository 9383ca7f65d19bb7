import { expect, it } from 'vitest'
import { lastPage } from './paging'

it('lists know their last page', () => {
  expect([0, 25, 26, 1_000_000].map(lastPage)).toEqual([1, 1, 2, 401])
})
