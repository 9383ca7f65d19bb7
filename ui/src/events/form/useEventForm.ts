// The part of the form that creating and editing share.
import { useForm } from '../../kit/fields/useForm'
import { problems, withNewTask, type EventDraft } from './eventDraft'

/** The actions of the buttons. */
export type EventWork = 'save' | 'publish' | 'draft'
type FormOptions = Parameters<typeof useForm<EventDraft, EventWork>>[0]
export type DraftForm = ReturnType<typeof useForm<EventDraft, EventWork>>

/** Fields that are checked together. */
const DAYS = ['date', 'endDate', 'registrationDeadline']

export const useEventForm = (options: Omit<FormOptions, 'check' | 'complete' | 'together'>): DraftForm =>
  useForm<EventDraft, EventWork>({ ...options, check: problems, complete: withNewTask, together: DAYS })
