import { expect, test } from 'vitest'
import { cut, lengthOf, linkPieces, tooLong } from './text'

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

const links = (text: string) => linkPieces(text).flatMap(({ text, href }) => (href ? [[text, href]] : []))

test('addresses are links, without the sentence around them', () => {
  expect(linkPieces('See https://a.example/x_(y)?q=1#z, or (www.b.example).')).toEqual([
    { text: 'See ' },
    { text: 'https://a.example/x_(y)?q=1#z', href: 'https://a.example/x_(y)?q=1#z' },
    { text: ', or (' },
    { text: 'www.b.example', href: 'http://www.b.example/' },
    { text: ').' },
  ])
  expect(links('HTTPS://A.example\nhttp://localhost:3000/ https://例え.example/路。')).toEqual([
    ['HTTPS://A.example', 'https://a.example/'],
    ['http://localhost:3000/', 'http://localhost:3000/'],
    ['https://例え.example/路', 'https://xn--r8jz45g.example/%E8%B7%AF'],
  ])
})

test('nothing else is a link, and no letter is lost', () => {
  for (const text of ['', 'plain', 'www.', 'https://', 'http://intranet/x', 'https://ada:secret@a.example', 'ada@www.a.example', 'xhttps://a.example', 'javascript:alert(1)', 'ftp://www.a.example', 'a.example'])
    expect(links(text), text).toEqual([])
  const text = 'a https://a.example! b\n\nwww.b.example, 👩‍👩‍👧 (https://c.example/)'
  expect(linkPieces(text).map((piece) => piece.text).join('')).toBe(text)
  expect(links(text)).toHaveLength(3)
})
