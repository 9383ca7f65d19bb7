// How badges are named, and what comes next. Pure.
import { BADGE_ALTS, BADGE_FAMILIES, BADGE_LEVELS } from '../api/badges'

/** A level as a name: Troposphere. */
export const levelName = (level: string) => BADGE_LEVELS.find((one) => one.level === level.toLowerCase())?.label ?? level.charAt(0).toUpperCase() + level.slice(1)

/** "Level 2 · Stratosphere". */
export function levelText(level: string): string {
  const number = BADGE_LEVELS.findIndex((one) => one.level === level.toLowerCase()) + 1
  return number ? `Level ${number} · ${levelName(level)}` : levelName(level)
}

/** A family as the name of one of its badges: Upvote Badge. */
export const familyName = (family: string) => BADGE_FAMILIES.find((one) => one.value === family)?.one ?? 'Badge'

/** What the picture of a badge shows. */
export const altOf = (family: string, level: string): string => (BADGE_ALTS as Record<string, string>)[`${family}_${level}`] ?? familyName(family)

/** 1st, 3rd, 25th. */
export function ordinal(count: number): string {
  const endings: Record<string, string> = { one: 'st', two: 'nd', few: 'rd' }
  return `${count}${endings[new Intl.PluralRules('en', { type: 'ordinal' }).select(count)] ?? 'th'}`
}

/** What earns a badge of a family that is awarded by rule; undefined for the others. */
export function earnedBy(family: string, { upvotes, projects }: (typeof BADGE_LEVELS)[number]): string | undefined {
  if (family === 'upvote') return `${upvotes.toLocaleString()} upvotes on a project`
  return family === 'project' ? `${ordinal(projects)} approved project` : undefined
}

/** The next tier for a number of upvotes. */
export const nextTier = (upvotes: number) => BADGE_LEVELS.find((tier) => tier.upvotes > upvotes)
