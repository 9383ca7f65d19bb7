// A name's initials and hue, for people without a picture. Works for any script.

const letters = typeof Intl.Segmenter === 'function' ? new Intl.Segmenter(undefined, { granularity: 'grapheme' }) : null

const first = (word: string) => (letters ? (letters.segment(word)[Symbol.iterator]().next().value?.segment ?? '') : (Array.from(word)[0] ?? ''))

/** The first letters of the first and the last word; a single letter in scripts with joined or square letters. */
export function monogram(name: string): string {
  const words = name.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu) ?? []
  const start = first(words[0] ?? '')
  if (!start) return '?'
  const single = /[\p{Script=Arabic}\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(start)
  const end = words.length > 1 && !single ? first(words.at(-1) ?? '') : ''
  return (start + end).toUpperCase()
}

/** A hue in degrees, always the same for the same name. */
export function nameHue(name: string): number {
  let hash = 7
  for (const char of name) hash = (hash * 31 + (char.codePointAt(0) ?? 0)) % 9973
  return (hash * 47) % 360
}

export const firstName = (name: string) => name.trim().split(/\s+/)[0] || name
