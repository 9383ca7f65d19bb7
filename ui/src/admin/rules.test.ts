import { describe, expect, it } from 'vitest'
import { actionText, fieldText } from './audit/actions'
import { AUDIT_DEFAULTS, auditQuery, subjectPath, tasksOf, type Work } from './rules'

const NOTHING: Work = { reviewsWaiting: 0, heldCertificates: 0, failedMails: 0, eventsThisWeek: 0, drafts: 0, unprintableNames: 0, lastCopiedAt: '2026-11-27T10:00:00Z' }
const texts = (work: Partial<Work>) => tasksOf({ ...NOTHING, ...work }, new Date('2026-11-28T12:00:00Z')).map(({ text }) => text)

describe('what is to do', () => {
  it('is nothing on a quiet day', () => expect(texts({})).toEqual([]))
  it('names each thing once, the most pressing first', () => {
    expect(texts({ reviewsWaiting: 1, failedMails: 1200, heldCertificates: 2, unprintableNames: 1, eventsThisWeek: 1, drafts: 3 })).toEqual([
      '1,200 mails could not be delivered',
      '1 project waits for review',
      '2 certificates are held',
      '1 certificate has a name that no font covers',
      '1 event within 7 days',
      '3 events are not published',
    ])
  })
  it('asks for a backup after a week', () => {
    expect(texts({ lastCopiedAt: undefined })).toEqual(['There is no backup yet'])
    expect(texts({ lastCopiedAt: '2026-11-21T10:00:00Z' })).toEqual([])
    expect(texts({ lastCopiedAt: '2026-11-20T10:00:00Z' })).toEqual(['The last backup is 8 days old'])
    expect(texts({ backupProblem: 'The disk is full.' })).toEqual(['The last backup could not be made'])
  })
})

describe('the audit log', () => {
  it('asks for what the address says', () => {
    expect(auditQuery(AUDIT_DEFAULTS)).toEqual({ limit: 25 })
    expect(auditQuery({ kind: 'user', actor: 'shell', from: '2026-01-01', until: '', page: '2' })).toEqual({ kind: 'user', actor: 'shell', from: '2026-01-01', limit: 25, offset: 25 })
    expect(auditQuery({ ...AUDIT_DEFAULTS, kind: 'nonsense' }).kind).toBeUndefined()
  })
  it('says actions in words and leads to what has a page', () => {
    expect(actionText('project.approve')).toBe('Project approved')
    expect(actionText('user.role')).toBe('Role changed')
    expect(actionText('mail.retry_all')).toBe('Mail retry all')
    expect([fieldText('rejectionReason'), fieldText('')]).toEqual(['rejection reason', 'value'])
    expect([subjectPath('user', '1'), subjectPath('settings', '1')]).toEqual(['/profile/1', undefined])
  })
})
