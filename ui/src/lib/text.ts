// How texts are counted and cut. Pure.

/** How many characters of a text count against its maximum, as the server counts them. */
export const lengthOf = (text: string) => Array.from(text.trim()).length

/** What is wrong with a text that is too long. */
export const tooLong = (text: string, most: number | undefined) =>
  most !== undefined && lengthOf(text) > most ? `This can have at most ${most.toLocaleString('en')} characters` : undefined

/** The beginning of a text, at most `most` characters long; it ends between what readers see as characters. */
export function cut(text: string, most: number): string {
  if (Array.from(text).length <= most) return text
  const seen = typeof Intl.Segmenter === 'function' ? Array.from(new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text), ({ segment }) => segment) : Array.from(text)
  let kept = ''
  let length = 0
  for (const character of seen) {
    length += Array.from(character).length
    if (length > most) break
    kept += character
  }
  return kept
}

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** From which side a text runs: what its first letter says, as with `dir="auto"`. */
export const directionOf = (text: string) => (RIGHT_TO_LEFT.test(/\p{L}/u.exec(text)?.[0] ?? '') ? 'rtl' : 'ltr')
