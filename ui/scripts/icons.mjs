// Writes src/kit/icons.svg: one <symbol> for each name in src/kit/icons.tsx, from lucide, and our own marks.svg (--print: to the screen).
// Shapes in a picture file instead of code keep five kilobytes out of the first view.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))

async function sprite() {
  const names = [...readFileSync(at('src/kit/icons.tsx'), 'utf8').matchAll(/= icon\('([a-z0-9-]+)'\)/g)].map((match) => match[1])
  const symbols = await Promise.all(names.sort().map(symbol))
  const marks = readFileSync(at('scripts/marks.svg'), 'utf8').match(/ *<symbol[^]*<\/symbol>/)[0]
  return `<svg xmlns="http://www.w3.org/2000/svg">\n${symbols.join('\n')}\n${marks}\n</svg>\n`
}

async function symbol(name) {
  const { node } = await shape(name)
  const shapes = node.map(([tag, { key: _, ...attributes }]) => `<${tag} ${Object.entries(attributes).map(([k, v]) => `${k}="${v}"`).join(' ')}/>`)
  return `  <symbol id="${name}" viewBox="0 0 24 24">${shapes.join('')}</symbol>`
}

/** An icon that was renamed points to its new name. */
async function shape(name) {
  const file = at(`node_modules/lucide-react/dist/esm/icons/${name}.mjs`)
  const renamed = /export \{ default \} from '\.\/(.+)\.mjs'/.exec(readFileSync(file, 'utf8'))
  return renamed ? shape(renamed[1]) : (await import(file)).__iconData
}

if (process.argv.includes('--print')) process.stdout.write(await sprite())
else writeFileSync(at('src/kit/icons.svg'), await sprite())
