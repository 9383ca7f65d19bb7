import { describe, expect, it } from 'vitest'
import { achievementOf, fileName, idOf, issuedOf, lacksRecipient, linkedInLink, nameSize, pageProblem, pictureText, readId, recipientOf, shareLinkOf, verifyProblem } from './rules'

describe('what stands in for a missing field', () => {
  it('names the recipient', () => {
    expect(recipientOf({ recipientName: 'Ada', userName: 'B', issuedTo: { name: 'C' } })).toBe('Ada')
    expect(recipientOf({ recipientName: '', userName: 'B', issuedTo: { name: 'C' } })).toBe('B')
    expect(recipientOf({ issuedTo: { name: 'C' } })).toBe('C')
    expect([recipientOf({}), lacksRecipient({}), lacksRecipient({ userName: 'B' })]).toEqual(['Unknown Recipient', true, false])
  })
  it('names the achievement', () => {
    expect(achievementOf({ eventName: 'Rust', projectName: 'P', context: { name: 'C' }, title: 'T' })).toBe('Rust')
    expect(achievementOf({ projectName: 'P', context: { name: 'C' } })).toBe('P')
    expect(achievementOf({ context: { name: 'C' }, title: 'T' })).toBe('C')
    expect(achievementOf({ title: 'Rust Evening Completion Certificate' })).toBe('Rust Evening')
    expect(achievementOf({ title: 'Rust Evening Certificate' })).toBe('Rust Evening')
    expect([achievementOf({ title: 'Certificate' }), achievementOf({})]).toEqual(['Achievement', 'Achievement'])
  })
  it('names id, date and link', () => {
    expect([idOf({ certificateId: 'CERT-BV-1', _id: 'k' }), idOf({ _id: 'k' }), idOf({})]).toEqual(['CERT-BV-1', 'k', 'N/A'])
    expect([issuedOf({ issueDate: 'a', createdAt: 'b' }), issuedOf({ createdAt: 'b' }), issuedOf({})]).toEqual(['a', 'b', undefined])
    expect(shareLinkOf({ certificateId: 'CERT-BV-1', shareableLink: 'https://x.example/c' }, 'https://y.example')).toBe('https://x.example/c')
    expect(shareLinkOf({ certificateId: 'CERT-BV-1' }, 'https://y.example')).toBe('https://y.example/certificates/CERT-BV-1')
  })
})

it('finds an id in what people type, paste and scan', () => {
  for (const typed of [
    'CERT-BV-012345678901',
    ' cert-bv-0123 4567 8901\n',
    'CERT–BV–012345678901',
    'ＣＥＲＴ-BV-０１２３４５６７８９０１',
    'https://cert-site.example/certificates/CERT-BV-012345678901',
    'https://example.org/verify-certificate?id=cert-bv-012345678901&x=1',
  ])
    expect(readId(typed), typed).toBe('CERT-BV-012345678901')
  expect([readId(''), readId(' \t'), readId('..'), readId('no such/../thing')]).toEqual(['', '', '', 'nosuchthing'])
  // The keys of other calls keep their case.
  expect(readId('01ARZ3ndek')).toBe('01ARZ3ndek')
})

it('names files after the recipient', () => {
  expect(fileName({ recipientName: 'Zoë  O’Neil / ü' }, 'png')).toBe('Zoë_O_Neil_ü.png')
  expect(fileName({ recipientName: 'अनिता राव', certificateId: 'CERT-BV-1' }, 'pdf', true)).toBe('अनिता_राव_CERT-BV-1.pdf')
})

it('sets long names smaller', () => {
  expect([nameSize('A'.repeat(15)), nameSize('A'.repeat(16)), nameSize('A'.repeat(25)), nameSize('😀'.repeat(26))]).toEqual(['large', 'medium', 'medium', 'small'])
})

it('fills in the form of LinkedIn, in the zone of the community', () => {
  const certificate = { title: 'Rust & Co Certificate', certificateId: 'CERT-BV-1', issueDate: '2025-12-31T23:30:00Z' }
  const link = new URL(linkedInLink(certificate, { organisation: 'Build Village', site: 'https://y.example', zone: 'Europe/Berlin' }))
  expect(link.origin + link.pathname).toBe('https://www.linkedin.com/profile/add')
  expect(Object.fromEntries(link.searchParams)).toEqual({
    startTask: 'CERTIFICATION_NAME',
    name: 'Rust & Co Certificate',
    organizationName: 'Build Village',
    issueYear: '2026',
    issueMonth: '1',
    certUrl: 'https://y.example/certificates/CERT-BV-1',
    certId: 'CERT-BV-1',
  })
})

it('says in words what the picture says', () => {
  const certificate = { heading: 'Certificate of Victory', customMessage: 'Well done!', recipientName: 'Ada', eventName: 'Rust', certificateId: 'CERT-BV-1' }
  expect(pictureText(certificate, { date: 'March 3, 2026', community: 'Build Village' })).toBe(
    'Certificate of Victory, awarded to Ada for Rust. Well done! Issued on March 3, 2026 by Build Village. Certificate ID CERT-BV-1.',
  )
})

it('says why there is no certificate', () => {
  const at = (status: number) => pageProblem({ status, message: 'Wait.' })
  expect([404, 403, 429, 500, 0].map(at)).toEqual([
    'Certificate not found. Please check the certificate ID.',
    'This certificate is not publicly accessible.',
    'Wait.',
    'Unable to load certificate. Please try again later.',
    'Unable to load certificate. Please try again later.',
  ])
  expect(verifyProblem({ status: 404, message: '' })).toEqual({ title: 'Certificate Not Found', text: 'Certificate not found or invalid certificate ID.', passes: false })
  // A server that does not answer says nothing about the certificate.
  expect(verifyProblem({ status: 0, message: '' }).title).not.toBe('Certificate Not Found')
})
