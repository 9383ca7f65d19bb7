// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest'
import { EXPIRED } from '../kit/captcha/messages'
import { CAPTCHA_FIRST } from './rules'
import { signInWithGoogle, signInWithLink } from './signIn'

afterEach(() => vi.unstubAllGlobals())
const answer = (status: number, body: unknown, headers = {}) => vi.stubGlobal('fetch', () => Promise.resolve(Response.json(body, { status, headers })))

it('needs a user and a token', async () => {
  for (const half of [{}, { token: 't' }, { user: { id: '1' } }]) {
    answer(200, half)
    expect(await signInWithLink('x')).toMatchObject({ ok: false, message: 'Invalid response from server' })
  }
  answer(200, { user: { id: '1' }, token: 't' })
  expect(await signInWithGoogle('x', 'y')).toMatchObject({ ok: true })
})

it('says each failure of the server in the words for it', async () => {
  answer(401, { message: 'no', code: 'unauthorized' }, { 'X-Attempts-Left': '2' })
  expect(await signInWithLink('x')).toMatchObject({ ok: false, message: 'Authentication failed. 2 attempts remaining.' })
  answer(429, { message: 'Too many failed attempts.', code: 'too_many' }, { 'Retry-After': '840' })
  expect(await signInWithLink('x')).toMatchObject({ ok: false, message: 'Too many failed attempts. Please try again in 14 minutes.' })
})

it('knows the sentences about the captcha', () => {
  expect(CAPTCHA_FIRST).toBe('Please complete the security verification first')
  expect(EXPIRED).toBe('reCAPTCHA expired. Please verify again.')
})
