// Queries and changes of the admins' page of badges.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { client } from '../api/client'
import { keysOf, listKey } from '../api/keys'
import { unwrap, withTotal } from '../api/query'
import { MAX_PAGE } from '../api/rules'
import type { components } from '../api/schema'
import { useChange } from '../api/useChange'
import type { Member } from '../members/MemberSearch'
import type { inputOf, listQuery } from './adminRules'

export type BadgesGiven = components['schemas']['BadgesGiven']
type ParticipantStatus = components['schemas']['ParticipantStatus']

/** Every answer about badges. */
const AROUND_BADGES = keysOf('/api/badges/{id}', '/api/admin/badges', '/api/users/profile', '/api/users/{id}', '/api/projects/{id}')

/** A page of the list and its total. The previous page stays while the next one loads. Another admin may change it at any time. */
export function useBadgeList(query: ReturnType<typeof listQuery>) {
  return useQuery({
    queryKey: listKey('/api/admin/badges', 'page', { params: { query } }),
    queryFn: ({ signal }) => withTotal(client.GET('/api/admin/badges', { params: { query }, signal })),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

/** Gives a badge to one member or to several. Whoever has it keeps it, so it is safe to send again. */
export const useGive = () =>
  useChange({
    call: (body: ReturnType<typeof inputOf>) => unwrap(client.POST('/api/admin/badges', { body })),
    touches: AROUND_BADGES,
    failed: 'Failed to create badge',
  })

const TOOK_PART: readonly ParticipantStatus[] = ['Attended', 'Completed']

/** Everybody who attended an event. */
export const useAttendees = () =>
  useChange({
    async call(event: string) {
      const found: Member[] = []
      for (const status of TOOK_PART) {
        let after: string | undefined
        do {
          const page = await withTotal(client.GET('/api/admin/events/{id}/participants', { params: { path: { id: event }, query: { status, limit: MAX_PAGE, after } } }))
          found.push(...page.items.map(({ user: { _id, name, profilePicture } }) => ({ _id, name, profilePicture })))
          after = page.next
        } while (after)
      }
      return found
    },
    failed: 'The participants could not be loaded',
  })
