// The draft of the project form, and the rules that the form checks itself.
import { PROJECT_INPUT } from '../../api/forms'
import type { components } from '../../api/schema'
import { tooLong } from '../../lib/text'
import { webLink } from '../../paths'
import type { Project } from '../queries'
import type { Category } from '../rules'

export type Member = Pick<components['schemas']['MemberRef'], '_id' | 'name' | 'profilePicture'>
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

const EMPTY: Draft = { title: '', category: '', shortDescription: '', description: '', techStack: [], githubLink: '', demoLink: '', eventId: '', team: [] }

/** An empty draft, with the category that the server gives to a project without one: web, or the first that is offered. */
export function emptyDraft(categories: readonly Category[] = []): Draft {
  const offered = categories.filter(({ hidden }) => !hidden)
  return { ...EMPTY, category: (offered.find(({ id }) => id === 'web') ?? offered[0])?.id ?? '' }
}

/** What is wrong, by field and in the order of the form, in the same words as the server's. */
export function problems(draft: Draft, { repositoryRequired = true, hasPicture = false } = {}): Record<string, string> {
  const found: Record<string, string> = {}
  if (!draft.title.trim()) found.title = 'Project title is required'
  if (!draft.description.trim()) found.description = 'Project description is required'
  if (!draft.techStack.length) found.techStack = 'At least one technology must be added'
  if (!draft.githubLink.trim()) {
    if (repositoryRequired) found.githubLink = 'GitHub link is required'
    else if (!draft.demoLink.trim() && !hasPicture) found.githubLink = 'Add a link to the repository, a link to a demo, or a picture'
  } else if (!webLink(draft.githubLink.trim())) found.githubLink = 'GitHub link must be a web address that begins with https:// or http://'
  if (!draft.shortDescription.trim()) found.shortDescription = 'Project short description is required'
  if (draft.demoLink.trim() && !webLink(draft.demoLink.trim())) found.demoLink = 'Demo link must be a web address that begins with https:// or http://'
  const long = tooLong(draft.shortDescription, PROJECT_INPUT.shortDescription)
  if (long) found.shortDescription = long
  return found
}

/** The body to send. */
export const toInput = (draft: Draft, { captchaToken = '', picturesFollow = false } = {}) => ({ ...draft, team: draft.team.map((member) => member._id), captchaToken, picturesFollow })

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
