import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it('the font files hold what fonts.css names (npm run fonts)', () => {
  const made = execFileSync(process.execPath, ['scripts/fonts.mjs', '--print'], { encoding: 'utf8' }).trim().split('\n')
  const kept = made.map((line) => line.split('  ')[1]!).map((file) => `${createHash('sha256').update(readFileSync(`src/styles/${file}`)).digest('hex')}  ${file}`)
  expect(kept).toEqual(made)
  const named = [...readFileSync('src/styles/fonts.css', 'utf8').matchAll(/url\('\.\/(fonts\/[^']+)'\)/g)].map((match) => match[1])
  expect(made.map((line) => line.split('  ')[1])).toEqual(named)
})
