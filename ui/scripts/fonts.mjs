// Writes src/styles/fonts/: of each typeface in src/styles/fonts.css the letters and weights that its rule names, and no more
// (--print: their hashes to the screen). That is a third fewer bytes than the packages have.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))

/** The characters of a `unicode-range`. */
const characters = (range) =>
  range
    .split(',')
    .flatMap((part) => {
      const [from, to = from] = part.trim().slice(2).split('-').map((code) => parseInt(code, 16))
      return Array.from({ length: to - from + 1 }, (_, offset) => String.fromCodePoint(from + offset))
    })
    .join('')

/** The axes of a `font-weight`: one weight, or two with what is between them. */
function axes(weight) {
  const [min, max] = weight.split(' ').map(Number)
  return { wght: max === undefined ? min : { min, max } }
}

const rules = [...readFileSync(at('src/styles/fonts.css'), 'utf8').matchAll(/font-weight: ([\d ]+);[^}]*url\('\.\/(fonts\/([a-z-]+)\.woff2)'\)[^}]*unicode-range: ([^;]+);/g)]
mkdirSync(at('src/styles/fonts'), { recursive: true })
for (const [, weight, file, name, range] of rules) {
  const family = /^inter/.test(name) ? 'inter' : 'bricolage-grotesque'
  const whole = readFileSync(at(`node_modules/@fontsource-variable/${family}/files/${name.replace('-common', '')}-wght-normal.woff2`))
  const part = await subsetFont(whole, characters(range), { targetFormat: 'woff2', variationAxes: axes(weight) })
  if (process.argv.includes('--print')) process.stdout.write(`${createHash('sha256').update(part).digest('hex')}  ${file}\n`)
  else writeFileSync(at(`src/styles/${file}`), part)
}
