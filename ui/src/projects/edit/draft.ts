// What a member types into the project form, the rules that can be told at once, and the draft that survives a closed tab.
import type { components } from '../../api/schema'
import { readStoredJson, store } from '../../lib/storage'
import { webLink } from '../../paths'
import type { Project } from '../queries'

export type Member = components['schemas']['MemberRef']
export type Draft = {
  title: string
  category: string
  shortDescription: string
  description: string
  techStack: string[]
  githubLink: string
  demoLink: string
  eventId: string
  team: Member[]
}

export const EMPTY: Draft = { title: '', category: 'web', shortDescription: '', description: '', techStack: [], githubLink: '', demoLink: '', eventId: '', team: [] }
export const SHORT_LIMIT = 150
export const DESCRIPTION_LIMIT = 10_000

const KEY = 'projectDraft'

/** The fields that are wrong, in the order of the form; the server says the same sentences. */
export function problems(draft: Draft): Record<string, string> {
  const found: Record<string, string> = {}
  if (!draft.title.trim()) found.title = 'Project title is required'
  if (!draft.description.trim()) found.description = 'Project description is required'
  if (!draft.techStack.length) found.techStack = 'At least one technology must be added'
  if (!draft.githubLink.trim()) found.githubLink = 'GitHub link is required'
  else if (!webLink(draft.githubLink.trim())) found.githubLink = 'GitHub link must be a web address that begins with https:// or http://'
  if (draft.demoLink.trim() && !webLink(draft.demoLink.trim())) found.demoLink = 'Demo link must be a web address that begins with https:// or http://'
  if (Array.from(draft.shortDescription).length > SHORT_LIMIT) found.shortDescription = `This can have at most ${SHORT_LIMIT} characters`
  return found
}

/** What is sent. */
export const toInput = (draft: Draft, captchaToken = '') => ({ ...draft, team: draft.team.map((member) => member._id), captchaToken })

export const fromProject = (project: Project): Draft => ({
  title: project.title,
  category: project.category,
  shortDescription: project.shortDescription,
  description: project.description,
  techStack: project.techStack,
  githubLink: project.githubLink,
  demoLink: project.demoLink,
  eventId: project.eventId?._id ?? '',
  team: project.team,
})

export const isEmpty = (draft: Draft) => JSON.stringify(draft) === JSON.stringify(EMPTY)

/** The kept draft, whole whatever an older version left out. */
export function keptDraft(): Draft | undefined {
  const kept = readStoredJson<Partial<Draft>>(KEY)
  if (!kept || typeof kept !== 'object') return undefined
  const draft = { ...EMPTY, ...kept }
  return Array.isArray(draft.techStack) && Array.isArray(draft.team) && !isEmpty(draft) ? draft : undefined
}

export const keepDraft = (draft: Draft) => store(KEY, isEmpty(draft) ? null : draft)
export const forgetDraft = () => store(KEY, null)

const UNSENT = 'unsentText'

/** Keeps what could not be sent because the session had ended, until its form is there again. */
export const keepUnsent = (form: string, value: unknown) => store(UNSENT, { form, value })

/** What was kept for this form, if anything. */
export function keptUnsent<T>(form: string): T | undefined {
  const kept = readStoredJson<{ form: string; value: T }>(UNSENT)
  return kept?.form === form ? kept.value : undefined
}

export const forgetUnsent = () => store(UNSENT, null)
