import { pbkdf2Sync } from 'node:crypto'
import { expect, test } from 'vitest'
import { search } from './proof'

const nonce = '00112233445566778899aabbccddeeff'
const salt = 'ffeeddccbbaa99887766554433221100'

/** The key of a counter, computed by a library. */
function keyOf(counter: number) {
  const password = Buffer.alloc(20)
  password.write(nonce, 'hex')
  password.writeUInt32BE(counter, 16)
  return pbkdf2Sync(password, Buffer.from(salt, 'hex'), 50, 32, 'sha256').toString('hex')
}

const parameters = { algorithm: 'PBKDF2/SHA-256', cost: 50, expiresAt: 0, keyLength: 32, keyPrefix: keyOf(300).slice(0, 32), keySignature: '', nonce, salt }

test('finds the counter that the challenge was made with', () => {
  expect(search({ parameters, start: 0, step: 1 })).toEqual({ counter: 300, derivedKey: keyOf(300) })
  expect(search({ parameters, start: 2, step: 2 }).counter).toBe(300)
})

test('refuses what it does not know', () => {
  expect(() => search({ parameters: { ...parameters, algorithm: 'SCRYPT' }, start: 0, step: 1 })).toThrow('SCRYPT')
})
