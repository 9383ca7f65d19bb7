// Rules of the dashboard and of the audit log. Pure.
import type { components } from '../api/schema'
import { daysBetween } from '../lib/dates'
import { LAST_PAGE, PAGE_SIZE, pageNumber } from '../lib/paging'
import { paths } from '../paths'

export type Work = components['schemas']['ToDo']
export type Task = { text: string; to: string; tone: 'bad' | 'warn' | 'plain' }

/** A backup is old after so many days. */
const BACKUP_DAYS = 7

const counted = (count: number, one: string, many: string) => `${count.toLocaleString()} ${count === 1 ? one : many}`

/** What is to do, the most pressing first. */
export function tasksOf(work: Work, now: Date): Task[] {
  const copied = work.lastCopiedAt ? daysBetween(work.lastCopiedAt.slice(0, 10), now.toISOString().slice(0, 10)) : undefined
  const tasks: (Task | false)[] = [
    work.failedMails > 0 && { text: counted(work.failedMails, 'mail could not be delivered', 'mails could not be delivered'), to: paths.admin.outbox({ outcome: 'failed' }), tone: 'bad' },
    work.reviewsWaiting > 0 && { text: counted(work.reviewsWaiting, 'project waits for review', 'projects wait for review'), to: paths.admin.projects(), tone: 'warn' },
    work.heldCertificates > 0 && { text: counted(work.heldCertificates, 'certificate is held', 'certificates are held'), to: paths.admin.certificates({ type: 'held' }), tone: 'warn' },
    work.unprintableNames > 0 && { text: counted(work.unprintableNames, 'certificate has a name that no font covers', 'certificates have names that no font covers'), to: paths.admin.certificates(), tone: 'warn' },
    work.backupProblem !== undefined && { text: 'The last backup could not be made', to: paths.admin.settings('backups'), tone: 'bad' },
    copied === undefined && { text: 'There is no backup yet', to: paths.admin.settings('backups'), tone: 'warn' },
    copied !== undefined && copied > BACKUP_DAYS && { text: `The last backup is ${copied.toLocaleString()} days old`, to: paths.admin.settings('backups'), tone: 'warn' },
    work.eventsThisWeek > 0 && { text: `${counted(work.eventsThisWeek, 'event', 'events')} within 7 days`, to: paths.admin.events({ status: 'upcoming' }), tone: 'plain' },
    work.drafts > 0 && { text: counted(work.drafts, 'event is not published', 'events are not published'), to: paths.admin.events({ status: 'drafts' }), tone: 'plain' },
  ]
  return tasks.filter((task): task is Task => task !== false)
}

/** What was changed, in the filter of the log; the first is the default. */
export const KINDS = [
  { value: '', label: 'Everything' },
  { value: 'user', label: 'Users' },
  { value: 'project', label: 'Projects' },
  { value: 'comment', label: 'Comments' },
  { value: 'event', label: 'Events' },
  { value: 'certificate', label: 'Certificates' },
  { value: 'badge', label: 'Badges' },
  { value: 'mailing', label: 'Mailings' },
  { value: 'settings', label: 'Settings' },
] as const

/** The parameters of the log's query string, with their defaults. */
export const AUDIT_DEFAULTS = { kind: '', actor: '', from: '', until: '', page: '1' }

/** The query of GET /api/admin/audit for these parameters. */
export const auditQuery = ({ kind, actor, from, until, page }: Record<keyof typeof AUDIT_DEFAULTS, string>) => ({
  kind: KINDS.find(({ value }) => value === kind)?.value || undefined,
  actor: actor || undefined,
  from: from || undefined,
  until: until || undefined,
  limit: PAGE_SIZE,
  offset: (Math.min(pageNumber(page), LAST_PAGE) - 1) * PAGE_SIZE || undefined,
})

/** The page of what was changed, for those that have one. */
export function subjectPath(kind: string, id: string): string | undefined {
  if (kind === 'user') return paths.profile(id)
  if (kind === 'project') return paths.admin.reviewProject(id)
  if (kind === 'event') return paths.admin.viewEvent(id)
  return undefined
}
