import { expect, test } from 'vitest'
import { cut, directionOf, lengthOf, tooLong } from './text'

test('the server counts the same', () => {
  for (const [text, length] of [[' a\nb\n', 3], ['e\u0301', 2], ['👩‍👩‍👧‍👦', 7], ['🙂🙂', 2], [' ', 0]] as const) expect(lengthOf(text), text).toBe(length)
  expect(tooLong('🙂'.repeat(1000), 1000)).toBeUndefined()
  expect(tooLong('🙂'.repeat(1001), 1000)).toBe('This can have at most 1,000 characters')
  expect(tooLong('long', undefined)).toBeUndefined()
})

test('a text is cut between characters', () => {
  for (const [text, most, kept] of [['Grüße', 3, 'Grü'], ['e\u0301e\u0301', 3, 'e\u0301'], ['a👩‍👩‍👧‍👦b', 4, 'a'], ['🇩🇪🇫🇷', 3, '🇩🇪'], ['short', 9, 'short']] as const)
    expect(cut(text, most)).toBe(kept)
})

test('the first letter says from which side a text runs', () => {
  for (const text of ['بند أول', '1. שלום, hello', '\n\t— ދިވެހި']) expect(directionOf(text), text).toBe('rtl')
  for (const text of ['One, שלום', '12 项', '', '!?']) expect(directionOf(text), text).toBe('ltr')
})
