// Rules of certificates: what a page says when a field is missing, file names, links, sentences. Pure.
import { dayIn } from '../lib/dates'

/** What the pages read of a certificate. The server sends more of it, and never less than a name and an id. */
export type Shown = {
  _id?: string
  certificateId?: string
  title?: string
  recipientName?: string
  userName?: string
  issuedTo?: { name: string }
  eventName?: string
  projectName?: string
  context?: { name: string }
  issueDate?: string
  createdAt?: string
  shareableLink?: string
}

export type Standing = 'valid' | 'pending' | 'revoked'

const UNKNOWN_RECIPIENT = 'Unknown Recipient'

export const recipientOf = ({ recipientName, userName, issuedTo }: Shown) => recipientName || userName || issuedTo?.name || UNKNOWN_RECIPIENT

/** Whether nobody is named; the page then warns. */
export const lacksRecipient = (certificate: Shown) => recipientOf(certificate) === UNKNOWN_RECIPIENT

export const achievementOf = ({ eventName, projectName, context, title = '' }: Shown) =>
  eventName || projectName || context?.name || title.replace(/\s*(?:Completion )?Certificate$/i, '').trim() || 'Achievement'

export const idOf = ({ certificateId, _id }: Shown) => certificateId || _id || 'N/A'

export const issuedOf = ({ issueDate, createdAt }: Shown) => issueDate || createdAt

/** The address of its page. `site` is the address of this site. */
export const shareLinkOf = (certificate: Shown, site: string) => certificate.shareableLink || `${site}/certificates/${encodeURIComponent(idOf(certificate))}`

/** The id in what somebody typed, pasted or scanned: in any case, with spaces, or in a link. The server knows which ids exist. */
export function readId(typed: string): string {
  const plain = typed
    .normalize('NFKC')
    .replace(/\s+/g, '')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
  const [id] = /CERT-[A-Z0-9-]+(?!.*CERT-)/.exec(plain.toUpperCase()) ?? []
  // The key of a certificate, which other calls name, works as well; it has letters and digits only.
  return id ?? plain.replace(/[^A-Za-z0-9-]/g, '')
}

/** The name of a downloaded file. Spaces, and what file systems refuse, become underscores. */
export const fileName = (certificate: Shown, ending: 'png' | 'pdf' | 'json', withId = false) =>
  `${[recipientOf(certificate), ...(withId ? [idOf(certificate)] : [])].join('_').replace(/[^\p{L}\p{M}\p{N}\p{Join_C}.-]+/gu, '_')}.${ending}`

/** The size of the name on the sheet that replaces a picture: long names are set smaller. */
export function nameSize(name: string): 'small' | 'medium' | 'large' {
  const { length } = Array.from(name)
  return length > 25 ? 'small' : length > 15 ? 'medium' : 'large'
}

/** The page of LinkedIn that adds the certificate to a profile. `zone` is the community's. */
export function linkedInLink(certificate: Shown, { organisation, site, zone }: { organisation: string; site: string; zone: string | undefined }): string {
  const link = new URL('https://www.linkedin.com/profile/add')
  const put = (name: string, value: string) => link.searchParams.set(name, value)
  put('startTask', 'CERTIFICATION_NAME')
  put('name', certificate.title || achievementOf(certificate))
  put('organizationName', organisation)
  const issued = issuedOf(certificate)
  if (issued) {
    const [year = '', month = ''] = dayIn(zone, new Date(issued)).split('-')
    put('issueYear', year)
    put('issueMonth', String(Number(month)))
  }
  put('certUrl', shareLinkOf(certificate, site))
  put('certId', idOf(certificate))
  return link.href
}

/** All that the picture says, for those who do not see it. `date` is the day of issue in words. */
export function pictureText(certificate: Shown & { heading: string; customMessage: string }, { date, community }: { date: string; community: string | undefined }): string {
  const sentences = [
    `${certificate.heading}, awarded to ${recipientOf(certificate)} for ${achievementOf(certificate)}.`,
    certificate.customMessage,
    date && `Issued on ${date}${community ? ` by ${community}` : ''}.`,
    `Certificate ID ${idOf(certificate)}.`,
  ]
  return sentences.filter(Boolean).join(' ')
}

/** Whether its picture and its document can be had. The server decides; this spares calls that it refuses. */
export const isPrintable = (status: Standing, isAdmin: boolean) => status === 'valid' || isAdmin

export const NOT_FOUND = 'Certificate Not Found'
export const NO_ID = 'Invalid certificate ID provided.'
export const NO_PICTURE = 'Failed to download certificate. Please try again.'
export const PENDING = 'This certificate verification status is pending.'

type Problem = { status: number; message: string }

/** Why the public page shows no certificate. */
export function pageProblem({ status, message }: Problem): string {
  if (status === 404 || status === 400) return 'Certificate not found. Please check the certificate ID.'
  if (status === 403) return 'This certificate is not publicly accessible.'
  if (status === 429) return message
  return 'Unable to load certificate. Please try again later.'
}

/** Why the page that verifies shows no certificate. */
export function verifyProblem(problem: Problem): { title: string; text: string; passes: boolean } {
  if (problem.status === 404 || problem.status === 400) return { title: NOT_FOUND, text: 'Certificate not found or invalid certificate ID.', passes: false }
  if (problem.status === 403) return { title: 'Private certificate', text: pageProblem(problem), passes: false }
  return { title: 'Not verified yet', text: pageProblem(problem), passes: true }
}

export const STANDINGS: Record<Standing, { label: string; tone: 'good' | 'warn' | 'bad' }> = {
  valid: { label: 'Verified', tone: 'good' },
  pending: { label: 'Pending', tone: 'warn' },
  revoked: { label: 'Revoked', tone: 'bad' },
}
