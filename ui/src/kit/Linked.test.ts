import { expect, test } from 'vitest'
import { linkPieces } from './Linked'

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
