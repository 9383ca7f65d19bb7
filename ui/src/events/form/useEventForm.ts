// What creating and editing an event share.
import { useForm } from '../../kit/fields/useForm'
import { problems, withNewTask, type EventDraft } from './eventDraft'

/** What the buttons do. */
export type EventWork = 'save' | 'publish' | 'draft'
type FormOptions = Parameters<typeof useForm<EventDraft, EventWork>>[0]
export type DraftForm = ReturnType<typeof useForm<EventDraft, EventWork>>

/** Fields that are right or wrong together. */
const DAYS = ['date', 'endDate', 'registrationDeadline']

export const useEventForm = (options: Omit<FormOptions, 'check' | 'complete' | 'together'>): DraftForm =>
  useForm<EventDraft, EventWork>({ ...options, check: problems, complete: withNewTask, together: DAYS })
