import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Address } from './Address'

const shown = (email: string) => renderToStaticMarkup(<Address email={email} />).replace(/<\/?bdi[^>]*>/g, '')

it('breaks an address before its last @', () => {
  expect(shown('ada@example.org')).toBe('ada<wbr/>@example.org')
  expect(shown('"a@b"@example.org')).toBe('&quot;a@b&quot;<wbr/>@example.org')
})

it('leaves alone what is no address', () => {
  expect(shown('ada')).toBe('<wbr/>ada')
})
