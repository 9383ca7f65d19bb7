import { expect, test } from 'vitest'
import { isRoot, readHead, readSize } from './rules'

const ROOT = '31c0b3e8bd9ceea1c1243c1809e0b850325dae09153dd22c8079808f3f6ad2b5'

test('a head is read from a mail, from a signed one, and alone', () => {
  expect(readHead(`87 ${ROOT}`)).toEqual({ root: ROOT, size: 87 })
  expect(readHead(`Head of the log: 87 ${ROOT}\n`)).toEqual({ root: ROOT, size: 87 })
  expect(readHead(`z6MkepHcKaHmrZ66hyFrKskKwm6Bp94dGvK6VfBgjfAXnNr7\n87\n${ROOT}\n2026-11-29T08:41:31.732Z\nz4g1\n`)).toEqual({ root: ROOT, size: 87 })
  expect(readHead(ROOT.toUpperCase())).toEqual({ root: ROOT, size: undefined })
  for (const text of ['', '87', ROOT.slice(1), `${ROOT}0`]) expect(readHead(text)).toBeUndefined()
})

test('a size is a whole number from 1', () => {
  expect(readSize(' 87 ')).toBe(87)
  for (const text of ['', '0', '-1', '1.5', 'x', '1e3']) expect(readSize(text)).toBeUndefined()
  expect([isRoot(ROOT), isRoot('')]).toEqual([true, false])
})
