import { expect, it } from 'vitest'
import { fragmentName, paths, safeReturnTo, webLink } from './paths'

it('escapes ids and leaves out empty query values', () => {
  expect(paths.project('a/b?')).toBe('/projects/a%2Fb%3F')
  expect(paths.projects({ search: 'x y', page: 2, category: undefined, featured: false })).toBe('/projects?search=x+y&page=2')
  expect(paths.login('/events/1?a=b')).toBe('/login?returnTo=%2Fevents%2F1%3Fa%3Db')
})

it.each([
  ['/projects/1?tab=a#b', '/projects/1?tab=a#b'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['/\t/evil.example', '/'],
  ['https://evil.example', '/'],
  ['javascript:alert(1)', '/'],
  ['/login?returnTo=/x', '/'],
  [null, '/'],
])('returnTo %s becomes %s', (value, expected) => expect(safeReturnTo(value)).toBe(expected))

it('links to the web only', () => {
  expect(webLink('https://example.org/a')).toBe('https://example.org/a')
  expect(webLink('javascript:alert(1)')).toBeUndefined()
  expect(webLink('example.org')).toBeUndefined()
  expect(webLink(undefined)).toBeUndefined()
})

it.each([
  ['#comments', 'comments'],
  ['#caf%C3%A9', 'café'],
  ['#%E0%A4%A', undefined],
  ['#100%', undefined],
])('the fragment %s names %s', (hash, name) => expect(fragmentName(hash)).toBe(name))
