// Queries and changes of the admins' pages of certificates.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { client } from '../api/client'
import { listKey } from '../api/keys'
import { unwrap, withTotal } from '../api/query'
import type { components } from '../api/schema'
import { useChange } from '../api/useChange'
import { toast } from '../kit/layers/Toast'
import { originOf, type inputOf, type listQuery, type OriginKind } from './adminRules'
import { AROUND_CERTIFICATES } from './queries'

export type AdminCertificate = components['schemas']['AdminCertificate']
export type CertificatesIssued = components['schemas']['CertificatesIssued']

// Another admin may change this at any time, so nothing here counts as fresh.
const FRESH = { staleTime: 0 }
const one = (id: string) => ({ params: { path: { id } } })

/** A page of the list and its total. The previous page stays while the next one loads. */
export function useCertificateList(query: ReturnType<typeof listQuery>) {
  return useQuery({
    queryKey: listKey('/api/admin/certificates', 'page', { params: { query } }),
    queryFn: async ({ signal }) => {
      const page = await withTotal(client.GET('/api/admin/certificates', { params: { query }, signal }))
      if (!Array.isArray(page.items)) throw new Error('the answer is no list')
      return page
    },
    placeholderData: keepPreviousData,
    ...FRESH,
  })
}

/** The characters of a name that no font has; undefined until it is known. */
export function useMissing(name: string): readonly string[] | undefined {
  const { data } = useQuery({
    queryKey: ['post', '/api/admin/certificates/check-name', name],
    queryFn: ({ signal }) => unwrap(client.POST('/api/admin/certificates/check-name', { body: { name }, signal })),
    enabled: name.trim() !== '',
  })
  return data?.missingCharacters
}

/** Events or projects with these words in their title. */
export function useOrigins(kind: OriginKind, search: string) {
  return useQuery({
    queryKey: ['origins', kind, search],
    queryFn: async ({ signal }) => {
      const query = { search, limit: 6 }
      const items = kind === 'event' ? await unwrap(client.GET('/api/admin/events', { params: { query }, signal })) : await unwrap(client.GET('/api/projects', { params: { query }, signal }))
      return items.map(originOf)
    },
    enabled: search !== '',
    placeholderData: keepPreviousData,
    ...FRESH,
  })
}

export const useIssue = () =>
  useChange({
    call: (body: ReturnType<typeof inputOf>) => unwrap(client.POST('/api/admin/certificates', { body })),
    touches: AROUND_CERTIFICATES,
    onDone: ({ message }) => toast(message),
  })

export const useRelease = (onDone: () => void) =>
  useChange({
    call: (id: string) => unwrap(client.POST('/api/admin/certificates/{id}/release', one(id))),
    touches: AROUND_CERTIFICATES,
    onDone({ message }) {
      onDone()
      toast(message)
    },
    failed: 'Failed to release certificate',
  })

export const useRevoke = (id: string) =>
  useChange({
    call: (reason: string) => unwrap(client.POST('/api/admin/certificates/{id}/revoke', { ...one(id), body: { reason } })),
    touches: AROUND_CERTIFICATES,
    onDone: ({ message }) => toast(message),
    failed: 'Failed to revoke certificate',
  })

export const useCorrect = (id: string) =>
  useChange({
    call: (name: string) => unwrap(client.POST('/api/admin/certificates/{id}/correct', { ...one(id), body: { name } })),
    touches: AROUND_CERTIFICATES,
    onDone: ({ message }) => toast(message),
    failed: 'Failed to correct certificate',
  })

/** Issues certificates to all who completed an event. */
export const useIssueForEvent = (id: string) =>
  useChange({
    call: () => unwrap(client.POST('/api/admin/events/{id}/certificates', one(id))),
    touches: AROUND_CERTIFICATES,
    failed: 'Failed to issue certificates',
  })
