import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it('icons.svg holds the icons of icons.tsx (npm run icons)', () => {
  const made = execFileSync(process.execPath, ['scripts/icons.mjs', '--print'], { encoding: 'utf8' })
  expect(readFileSync('src/kit/icons.svg', 'utf8')).toBe(made)
})
