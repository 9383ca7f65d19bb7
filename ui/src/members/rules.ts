// The display of profile values: links made from handles, previews, interest questions. Pure.
import { webLink } from '../paths'

export type SocialName = 'github' | 'linkedIn' | 'twitter' | 'portfolio' | 'discord'
/** Without `href` the value is shown as plain text. */
export type Social = { name: SocialName; label: string; value: string; href?: string }

const NETWORKS: { name: SocialName; label: string; hosts?: RegExp; address?: string }[] = [
  { name: 'github', label: 'GitHub', hosts: /^(?:www\.)?github\.com\//i, address: 'https://github.com/' },
  { name: 'linkedIn', label: 'LinkedIn', hosts: /^(?:[a-z]{2,3}\.)?linkedin\.com\//i, address: 'https://www.linkedin.com/in/' },
  { name: 'twitter', label: 'Twitter', hosts: /^(?:www\.|mobile\.)?(?:twitter|x)\.com\//i, address: 'https://twitter.com/' },
  { name: 'portfolio', label: 'Portfolio' },
  { name: 'discord', label: 'Discord' },
]

/** The networks with a value, in their order. Only http and https become links. */
export function socials(profile: Record<SocialName, string>): Social[] {
  return NETWORKS.flatMap(({ name, label, hosts, address }) => {
    const value = profile[name].trim()
    if (!value) return []
    return [{ name, label, value, href: name === 'discord' ? discordLink(value) : link(value, hosts, address) }]
  })
}

function link(value: string, hosts: RegExp | undefined, address: string | undefined): string | undefined {
  if (/^https?:/i.test(value)) return webLink(value)
  // A portfolio, or a network's address without its https.
  if (!address || hosts?.test(value)) return plainHost(value)
  const handle = value.replace(/^@/, '')
  return /^[\p{L}\p{N}._~-]+$/u.test(handle) ? webLink(address + encodeURIComponent(handle)) : undefined
}

/** "ada.dev/work" with https in front, unless it hides another scheme or a password. */
function plainHost(value: string): string | undefined {
  return /^[\p{L}\p{N}.-]+\.[\p{L}]{2,}(?::\d+)?(?:[/?#]\S*)?$/u.test(value) ? webLink(`https://${value}`) : undefined
}

/** Only a numeric id has a profile address; a name is shown as text. */
const discordLink = (value: string) => (/^\d+$/.test(value) ? `https://discord.com/users/${value}` : undefined)

const PREVIEW = 100

/** The first 100 characters as readers see them: a letter with its accents or a joined emoji counts as one. */
export function preview(text: string, length = PREVIEW): string {
  const letters = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)
  return letters.length > length ? `${letters.slice(0, length).join('').trimEnd()}…` : text
}

export const SHOWN_TECHNOLOGIES = 4

export function technologiesText(count: number): string {
  return `${count} ${count === 1 ? 'technology' : 'technologies'}`
}

export type Answers = { bestAchievement: string; worstBugEver: string; favoriteLanguage: string; dreamProject: string; programmingSuperpowers: string }

export const QUESTIONS: [keyof Answers, string][] = [
  ['bestAchievement', 'Best Achievement'],
  ['worstBugEver', 'Worst Bug Ever'],
  ['favoriteLanguage', 'Favorite Language'],
  ['dreamProject', 'Dream Project'],
  ['programmingSuperpowers', 'Programming Superpowers'],
]

/** The questions with an answer. */
export const answered = (answers: Answers) => QUESTIONS.map(([key, question]) => ({ question, answer: answers[key].trim() })).filter(({ answer }) => answer)
