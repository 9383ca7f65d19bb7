// How badges are named. Pure.
import { BADGE_LEVELS } from '../api/rules'

/** A level as a name: Troposphere. */
export const levelName = (level: string) => level.charAt(0).toUpperCase() + level.slice(1)

/** "Level 2 · Stratosphere". */
export function levelText(level: string): string {
  const number = BADGE_LEVELS.findIndex((one) => one.level === level.toLowerCase()) + 1
  return number ? `Level ${number} · ${levelName(level)}` : levelName(level)
}

/** 1st, 3rd, 25th. */
export function ordinal(count: number): string {
  const endings: Record<string, string> = { one: 'st', two: 'nd', few: 'rd' }
  return `${count}${endings[new Intl.PluralRules('en', { type: 'ordinal' }).select(count)] ?? 'th'}`
}
