// The pages of the admin lists, and the orders that a press on the head of a column gives. Pure.
import { COUNTED, MAX_OFFSET } from '../api/rules'

export const PAGE_SIZE = 25
export const LAST_PAGE = Math.floor(MAX_OFFSET / PAGE_SIZE) + 1

/** The page number in the query: a whole number from 1, whatever the address says. */
export const pageNumber = (value: string | undefined) => Math.max(1, Math.min(Number.parseInt(value ?? '1', 10) || 1, 9999))

/** How many of the matching entries paging can reach. */
export const reachable = (total: number) => Math.min(total, LAST_PAGE * PAGE_SIZE)

/** The total of projects in words: a search counts them only so far. */
export const totalInWords = (total: number, isSearch: boolean) => (isSearch && total > COUNTED ? `over ${COUNTED.toLocaleString()}` : total.toLocaleString())

/** The last page that has entries. */
export const lastPage = (total: number) => Math.max(1, Math.ceil(reachable(total) / PAGE_SIZE))

export type Sort = { key: string; direction: 'asc' | 'desc' }

/** The orders of a list by their names in the address and in the call: the column and the direction that each stands for. */
export type Orders<Name extends string = string> = Record<Name, Sort>

/** The orders of a list that goes by time, in the column `when`. */
export const TIME_ORDERS = {
  recent: { key: 'when', direction: 'desc' },
  oldest: { key: 'when', direction: 'asc' },
} as const

/** The order of this name, if there is one. */
export const orderNamed = <Name extends string>(orders: Orders<Name>, name: string): Name | undefined => (Object.hasOwn(orders, name) ? (name as Name) : undefined)

/** The name of the order by this column in this direction. */
export const orderBy = <Name extends string>(orders: Orders<Name>, { key, direction }: Sort): Name | undefined =>
  (Object.keys(orders) as Name[]).find((name) => orders[name].key === key && orders[name].direction === direction)
