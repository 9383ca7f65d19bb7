import { expect, it } from 'vitest'
import { ticketWords, wrapped } from './ticketPicture'

it('breaks a text between words, and a word that is too long for a line inside', () => {
  const length = (text: string) => text.length
  expect(wrapped('The Great Regex Pub Quiz', 12, length)).toEqual(['The Great', 'Regex Pub', 'Quiz'])
  expect(wrapped('an unbreakableword here', 8, length)).toEqual(['an', 'unbreaka', 'bleword', 'here'])
  expect(wrapped('  ', 8, length)).toEqual([])
})

it('says for what and for whom the ticket is, and its number', () => {
  const { above, below } = ticketWords('K7QM-2F9X', { title: 'Pub Quiz', days: 'Fri, Jan 1, 2027', hours: '8:00 PM CET', place: '', name: 'Eleni' })
  expect(above.map(({ text }) => text)).toEqual(['Pub Quiz', 'Fri, Jan 1, 2027', '8:00 PM CET', ''])
  expect(below.map(({ text }) => text)).toEqual(['Eleni', 'Ticket number K7QM-2F9X'])
})
