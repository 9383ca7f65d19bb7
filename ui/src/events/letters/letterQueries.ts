// Queries and changes of letters to participants.
import { client } from '../../api/client'
import { $api, unwrap } from '../../api/query'
import type { components } from '../../api/schema'
import { useChange } from '../../api/useChange'
import { toast } from '../../kit/layers/Toast'
import type { Letter } from '../participants/participantRules'

export type LetterSent = components['schemas']['LetterSent']
export type LetterPreview = components['schemas']['MessagePreview']

const event = (id: string) => ({ params: { path: { id } } })
const body = ({ subject, message, status, replyTo }: Letter) => ({
  subject: subject.trim(),
  message,
  status: status === 'all' ? undefined : status,
  replyTo: replyTo.trim(),
})

/** The letters that were sent, newest first. While mails are still being sent, the list reloads now and then. */
export const useLetters = (id: string) =>
  $api.useQuery('get', '/api/admin/events/{id}/letters', event(id), {
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(({ waiting }) => waiting > 0) ? 5000 : false),
  })

export const useSendLetter = (id: string) =>
  useChange({
    call: (letter: Letter) => unwrap(client.POST('/api/admin/events/{id}/send-email', { ...event(id), body: body(letter) })),
    touches: [$api.queryOptions('get', '/api/admin/events/{id}/letters', event(id)).queryKey],
    failed: 'Failed to send email',
  })

export const useTestLetter = (id: string) =>
  useChange({
    call: (letter: Letter) => unwrap(client.POST('/api/admin/events/{id}/send-email/test', { ...event(id), body: body(letter) })),
    onDone: ({ message }) => toast(message),
    failed: 'Failed to send the test',
  })

export const usePreviewLetter = (id: string) =>
  useChange({
    call: (letter: Letter) => unwrap(client.POST('/api/admin/events/{id}/send-email/preview', { ...event(id), body: body(letter) })),
    failed: 'Failed to show the email',
  })
