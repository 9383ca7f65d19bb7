// The calls about the log of credentials.
import { useQuery } from '@tanstack/react-query'
import { client } from '../../api/client'
import { $api, unwrap } from '../../api/query'
import { isConsistent, isIncluded, isSigned, type Head } from './tree'

/** The last heads of the log, the longest first. */
export const useHeads = (limit: number) => $api.useQuery('get', '/api/transparency/heads', { params: { query: { limit } } })

/** The longest head of at most this size. */
async function findHead(size: number, signal: AbortSignal): Promise<Head | undefined> {
  const [head] = await unwrap(client.GET('/api/transparency/heads', { params: { query: { from: size, limit: 1 } }, signal }))
  return head
}

export type Growth =
  | { state: 'grew'; from: Head; to: Head }
  /** The proof does not lead from one head to the other, or the reader's root is another one. */
  | { state: 'bent'; from: Head; to: Head }
  /** There is no head of this size; `near` is the next smaller one. */
  | { state: 'missing'; size: number; near?: number }

/** Whether the log of one size begins with that of the other. `root`: what the reader has kept of the smaller one. */
export const useGrowth = (from: number, to: number, root: string, wanted: boolean) =>
  useQuery({
    queryKey: ['consistency', from, to, root],
    enabled: wanted,
    queryFn: async ({ signal }): Promise<Growth> => {
      const [first, second] = await Promise.all([findHead(from, signal), findHead(to, signal)])
      if (first?.size !== from) return { state: 'missing', size: from, near: first?.size }
      if (second?.size !== to) return { state: 'missing', size: to, near: second?.size }
      const { path } = await unwrap(client.GET('/api/transparency/consistency', { params: { query: { from, to } }, signal }))
      const isRight = isSigned(first) && isSigned(second) && isConsistent(from, to, path, root || first.root, second.root)
      return { state: isRight ? 'grew' : 'bent', from: first, to: second }
    },
  })

export type Found = { head: Head; entries: { place: number; at: string; event: string; isProven: boolean }[] }

/** What the log says of the credential with this SHA-256, with the outcome of the proofs. */
export const useFound = (credential: string) =>
  useQuery({
    queryKey: ['inclusion', credential],
    enabled: credential !== '',
    retry: false,
    queryFn: async ({ signal }): Promise<Found> => {
      const { head, entries } = await unwrap(client.GET('/api/transparency/inclusion', { params: { query: { credential } }, signal }))
      const isRight = isSigned(head)
      return {
        head,
        entries: entries.map(({ place, entry, size, path }) => {
          const said = JSON.parse(entry) as { at: string; event: string; credential: string }
          const isProven = isRight && size === head.size && said.credential === credential && isIncluded(entry, place, size, path, head.root)
          return { place, at: said.at, event: said.event, isProven }
        }),
      }
    },
  })
