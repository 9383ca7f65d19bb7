import { expect, it } from 'vitest'
import { answered, preview, socials, technologiesText } from './rules'

const NOBODY = { github: '', linkedIn: '', twitter: '', portfolio: '', discord: '' }
const href = (patch: Partial<typeof NOBODY>) => socials({ ...NOBODY, ...patch })[0]?.href

it.each([
  [{ github: 'ada' }, 'https://github.com/ada'],
  [{ github: '@ada' }, 'https://github.com/ada'],
  [{ github: 'github.com/ada' }, 'https://github.com/ada'],
  [{ github: 'https://codeberg.org/ada' }, 'https://codeberg.org/ada'],
  [{ linkedIn: 'ada-lovelace' }, 'https://www.linkedin.com/in/ada-lovelace'],
  [{ linkedIn: 'linkedin.com/in/ada' }, 'https://linkedin.com/in/ada'],
  [{ twitter: 'ada' }, 'https://twitter.com/ada'],
  [{ portfolio: 'ada.dev' }, 'https://ada.dev/'],
  [{ portfolio: 'http://ada.dev/work' }, 'http://ada.dev/work'],
  [{ discord: '80351110224678912' }, 'https://discord.com/users/80351110224678912'],
])('links %o', (profile, address) => expect(href(profile)).toBe(address))

it.each([
  { github: 'javascript:alert(1)' },
  { github: 'ada/../../evil' },
  { portfolio: 'javascript:alert(1)' },
  { portfolio: 'data:text/html,x' },
  { portfolio: 'mailto:me@evil.example' },
  { portfolio: 'bank.example@evil.example' },
  { portfolio: 'soon' },
  { discord: 'ada#0001' },
  { discord: 'https://discord.gg/abc' },
])('shows %o as text only', (profile) => {
  expect(socials({ ...NOBODY, ...profile })).toHaveLength(1)
  expect(href(profile)).toBeUndefined()
})

it('leaves out what is empty', () => {
  expect(socials({ ...NOBODY, github: '  ' })).toEqual([])
})

it('previews a hundred characters', () => {
  expect(preview('short')).toBe('short')
  expect(preview('x'.repeat(100))).toBe('x'.repeat(100))
  expect(preview('x'.repeat(101))).toBe(`${'x'.repeat(100)}…`)
  expect(preview('😀'.repeat(120))).toBe(`${'😀'.repeat(100)}…`)
})

it('puts technologies in words', () => {
  expect([technologiesText(1), technologiesText(3)]).toEqual(['1 technology', '3 technologies'])
})

it('leaves out questions without an answer', () => {
  const none = { bestAchievement: '', worstBugEver: ' ', favoriteLanguage: '', dreamProject: '', programmingSuperpowers: '' }
  expect(answered(none)).toEqual([])
  expect(answered({ ...none, favoriteLanguage: 'Rust' })).toEqual([{ question: 'Favorite Language', answer: 'Rust' }])
})
