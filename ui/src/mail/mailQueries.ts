// Queries and changes of the pages about mail.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { client } from '../api/client'
import { keyOf, listKey } from '../api/keys'
import { $api, unwrap, withTotal } from '../api/query'
import type { components } from '../api/schema'
import { useChange } from '../api/useChange'
import { toast } from '../kit/layers/Toast'
import type { TIME_ORDERS } from '../lib/paging'
import { inputOf, type Email } from './mailRules'

export type Mailing = components['schemas']['Mailing']
export type OutboxMail = components['schemas']['OutboxMail']
export type MailOutcome = components['schemas']['MailOutcome']
export type EmailPreview = components['schemas']['EmailPreview']
type MemberFilter = { search?: string; role?: string; event?: string }

// What is on its way changes by itself, so nothing here counts as fresh.
const FRESH = { staleTime: 0 }
const MAILINGS = keyOf('/api/admin/mailings')
const OUTBOX = keyOf('/api/admin/outbox')
const STATE = keyOf('/api/admin/mail')
const one = (id: string) => ({ params: { path: { id } } })

export function useEmailMembers(query: MemberFilter & { limit: number; offset?: number }) {
  return useQuery({
    queryKey: listKey('/api/admin/send-email/members', 'page', { params: { query } }),
    queryFn: ({ signal }) => withTotal(client.GET('/api/admin/send-email/members', { params: { query }, signal })),
    placeholderData: keepPreviousData,
    ...FRESH,
  })
}

/** The addresses of all members who match. */
export const useAddresses = () =>
  useChange({
    call: (query: MemberFilter) => unwrap(client.GET('/api/admin/send-email/addresses', { params: { query } })),
    failed: 'Failed to load users. Please refresh the page and try again.',
    onRefused: ({ message }) => toast.error(message),
  })

/** What a reader gets, while somebody types; nothing is asked before there is a text. */
export function useLivePreview(body: ReturnType<typeof inputOf>, enabled: boolean) {
  return useQuery({
    queryKey: ['post', '/api/admin/send-email/preview', body],
    queryFn: ({ signal }) => unwrap(client.POST('/api/admin/send-email/preview', { body, signal })),
    enabled,
    placeholderData: keepPreviousData,
    ...FRESH,
  })
}

export const useAskPreview = () =>
  useChange({
    call: (email: Email) => unwrap(client.POST('/api/admin/send-email/preview', { body: inputOf(email) })),
    failed: 'Failed to send email. Please check your connection and try again.',
  })

/** `key` names this request, so that a repeated one sends nothing more. */
export const useSendEmail = () =>
  useChange({
    call: ({ email, key }: { email: Email; key: string }) => unwrap(client.POST('/api/admin/send-email', { params: { header: { 'Idempotency-Key': key } }, body: inputOf(email) })),
    touches: [MAILINGS, OUTBOX, STATE],
    safe: true,
    failed: 'Failed to send email. Please check your connection and try again.',
  })

export const useTestEmail = () =>
  useChange({
    call: (email: Email) => unwrap(client.POST('/api/admin/send-email/test', { body: { ...inputOf(email), recipients: [] } })),
    onDone: ({ message }) => toast(message),
    failed: 'Failed to send the test',
  })

const isUnderway = ({ waiting, paused }: Mailing) => waiting > 0 && !paused

/** A page of the messages that were sent. While one is on its way it is asked again and again. */
export function useMailings(query: { limit: number; offset?: number }) {
  return useQuery({
    queryKey: listKey('/api/admin/mailings', 'page', { params: { query } }),
    queryFn: ({ signal }) => withTotal(client.GET('/api/admin/mailings', { params: { query }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.items.some(isUnderway) ? 2000 : false),
    ...FRESH,
  })
}

export const useMailing = (id: string) =>
  $api.useQuery('get', '/api/admin/mailings/{id}', one(id), { ...FRESH, enabled: id !== '', refetchInterval: ({ state }) => (state.data && isUnderway(state.data) ? 2000 : false) })

export function useMailingMails(id: string, query: { outcome?: string; limit: number; offset?: number }) {
  return useQuery({
    queryKey: listKey('/api/admin/mailings/{id}/mails', 'page', { params: { path: { id }, query } }),
    queryFn: ({ signal }) => withTotal(client.GET('/api/admin/mailings/{id}/mails', { params: { path: { id }, query }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: 5000,
    ...FRESH,
  })
}

/** Pauses a message, or lets it go on. */
export const usePause = ({ _id, paused }: Mailing) =>
  useChange({
    call: () => (paused ? unwrap(client.POST('/api/admin/mailings/{id}/resume', one(_id))) : unwrap(client.POST('/api/admin/mailings/{id}/pause', one(_id)))),
    touches: [MAILINGS, keyOf('/api/admin/mailings/{id}'), OUTBOX],
    onDone: (mailing) => toast(mailing.paused ? 'The message is paused.' : 'The message goes on.'),
    onRefused: ({ message }) => toast.error(message),
    failed: 'That could not be changed',
  })

export function useOutbox(query: { outcome: string; sort: keyof typeof TIME_ORDERS; limit: number; offset?: number }) {
  return useQuery({
    queryKey: listKey('/api/admin/outbox', 'page', { params: { query } }),
    queryFn: ({ signal }) => withTotal(client.GET('/api/admin/outbox', { params: { query }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: 5000,
    ...FRESH,
  })
}

const IN_OUTBOX = {
  touches: [OUTBOX, STATE, MAILINGS],
  onDone: ({ message }: { message: string }) => toast(message),
  onRefused: ({ message }: { message: string }) => toast.error(message),
  failed: 'That did not work',
}

export const useRetryOne = () => useChange({ ...IN_OUTBOX, call: (id: string) => unwrap(client.POST('/api/admin/outbox/{id}/retry', one(id))) })
export const useDropOne = () => useChange({ ...IN_OUTBOX, call: (id: string) => unwrap(client.POST('/api/admin/outbox/{id}/drop', one(id))) })
export const useRetryRefused = () => useChange({ ...IN_OUTBOX, call: () => unwrap(client.POST('/api/admin/outbox/retry')) })

export const useTestServer = () =>
  useChange({ call: () => unwrap(client.POST('/api/admin/mail/test')), touches: [OUTBOX, STATE, keyOf('/api/admin/settings/machine')], failed: 'The test could not be made' })

export const useSetRate = () =>
  useChange({
    call: (mailsPerMinute: number) => unwrap(client.PUT('/api/admin/mail/rate', { body: { mailsPerMinute } })),
    touches: [STATE],
    onDone: ({ mailsPerMinute }) => toast(mailsPerMinute === 0 ? 'Mails leave without a limit.' : `At most ${mailsPerMinute.toLocaleString()} mails leave in a minute.`),
    failed: 'The limit could not be saved',
  })

export const useUnsubscription = (token: string) => $api.useQuery('get', '/api/unsubscribe', { params: { query: { token } } }, { retry: false, ...FRESH })

export const useUnsubscribe = (token: string) =>
  useChange({
    call: (subscribe: boolean) => unwrap(client.POST('/api/unsubscribe', { body: { token, subscribe } })),
    touches: [keyOf('/api/unsubscribe')],
    safe: true,
    onRefused: ({ message }) => toast.error(message),
    failed: 'Your choice could not be saved',
  })
