// Rules of the admins' page of badges: the list's query, the form, and what is said when something fails. Pure.
import { BADGE_FAMILIES, BADGE_LEVELS } from '../api/badges'
import { BADGE_INPUT } from '../api/forms'
import type { Origin, OriginKind } from '../certificates/adminRules'
import type { FormErrors } from '../kit/fields/useForm'
import { LAST_PAGE, PAGE_SIZE, pageNumber } from '../lib/paging'
import type { Member } from '../members/MemberSearch'

/** The filters of the list, by their names in the address; the first is the default. */
export const TYPES: readonly { value: string; label: string }[] = [{ value: 'all', label: 'All' }, ...BADGE_FAMILIES]

/** The parameters of the list's query string, with their defaults. `dialog` is the open dialog, `who` the badge that it shows. */
export const LIST_DEFAULTS = { search: '', type: 'all', page: '1', dialog: '', who: '' }

/** The filters with unknown values replaced by their defaults. */
export const readFilters = (raw: Record<'search' | 'type' | 'page', string>) => ({
  search: raw.search.trim(),
  type: TYPES.find((one) => one.value === raw.type) ?? TYPES[0]!,
  page: Math.min(pageNumber(raw.page), LAST_PAGE),
})

/** The query of GET /api/admin/badges for these filters. */
export const listQuery = ({ search, type, page }: ReturnType<typeof readFilters>) => ({
  search: search || undefined,
  type: type.value === 'all' ? undefined : type.value,
  limit: PAGE_SIZE,
  offset: (page - 1) * PAGE_SIZE || undefined,
})

/** The types and levels to choose from. */
export const TYPE_CHOICES = BADGE_FAMILIES.map(({ value, one }) => ({ value, label: one }))
export const LEVEL_CHOICES = BADGE_LEVELS.map(({ level, label, rank }) => ({ value: level, label: `${label} (${rank})` }))

export type BadgeDraft = { name: string; description: string; badgeType: string; level: string; recipients: Member[]; origin: Origin | null }
export const EMPTY: BadgeDraft = { name: '', description: '', badgeType: BADGE_FAMILIES.at(-1)!.value, level: BADGE_LEVELS[0].level, recipients: [], origin: null }

/** What a badge of a type can name. */
export function originOf(badgeType: string): OriginKind | undefined {
  if (badgeType === 'upvote' || badgeType === 'project') return 'project'
  return badgeType === 'event' ? 'event' : undefined
}

/** What is wrong with the form, by field, in the server's words and the order of the form. */
export function faultsOf({ name, description, recipients }: BadgeDraft): FormErrors {
  const faults: FormErrors = {}
  if (!name.trim()) faults.name = 'Badge name is required'
  if (!description.trim()) faults.description = 'Description is required'
  if (recipients.length === 0) faults.recipients = 'User is required'
  return faults
}

/** What the server is sent; `to` is one member or several. */
export const inputOf = ({ name, description, badgeType, level, origin }: BadgeDraft, to: readonly Member[]) => {
  const kind = originOf(badgeType)
  return {
    name: name.trim(),
    description: description.trim(),
    badgeType,
    level,
    ...(to.length === 1 ? { user: to[0]!._id, users: [] } : { users: to.map(({ _id }) => _id) }),
    project: kind === 'project' ? origin?._id : undefined,
    event: kind === 'event' ? origin?._id : undefined,
  }
}

/** The form names one field for what the server calls project or event, and one for user or users. */
export const fieldsOf = ({ project, event, user, users, ...fields }: FormErrors): FormErrors => ({
  ...fields,
  ...((project || event) && { origin: (project ?? event)! }),
  ...((user || users) && { recipients: (user ?? users)! }),
})

/** The members in groups that are given the badge one after the other, so that progress shows. */
export function groupsOf(recipients: readonly Member[]): Member[][] {
  const size = Math.ceil(BADGE_INPUT.users / 5)
  return Array.from({ length: Math.ceil(recipients.length / size) }, (_, at) => recipients.slice(at * size, (at + 1) * size))
}

/** Those who are in a list, and those who are not yet. */
export const joined = (recipients: readonly Member[], more: readonly Member[]) => [...recipients, ...more.filter((member) => !recipients.some((one) => one._id === member._id))]

/** "1 member", "38 members". */
export const membersText = (count: number) => `${count.toLocaleString()} ${count === 1 ? 'member' : 'members'}`
