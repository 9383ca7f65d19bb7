// How the UI is served in development and built for embedding into the server.
import { createHash } from 'node:crypto'
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build, type Plugin, type Rolldown } from 'vite'
import { defineConfig } from 'vitest/config'
import { leanReact } from './scripts/lean'

const server = process.env.COMMUNITY_API ?? 'http://127.0.0.1:8080'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** light-dark() stays as it is: the accent needs it at run time, and a part of a page may show the other theme. */
const CSS_TARGET = ['chrome123', 'edge123', 'firefox120', 'safari17.5']

/** The files of a build inside this one. */
const outputOf = (made: Awaited<ReturnType<typeof build>>) => (Array.isArray(made) ? made : [made as Rolldown.RolldownOutput])[0]!.output

// Bundlers would otherwise take the router's development build.
const router = here('./node_modules/react-router/dist/production/index.mjs')

export default defineConfig(({ command }) => ({
  resolve: { alias: command === 'build' ? [{ find: /^react-router$/, replacement: router }] : [] },
  plugins: [react(), tailwindcss(), leanReact(), shakeRouter(), modules(), firstStyles(), pageFiles(), offline(), precompress()],
  build: {
    outDir: process.env.COMMUNITY_UI_OUT ?? 'dist',
    emptyOutDir: true,
    // Files with hashed names have a folder of their own, so that the server can let browsers cache them for ever.
    assetsDir: 'assets/app',
    // The Content-Security-Policy allows no data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    cssTarget: CSS_TARGET,
    reportCompressedSize: false,
    // Everything that the first view needs is one file, and so are the small parts that pages share: a few larger files arrive
    // sooner and compress better than many small ones. A group holds what the same pages load, so none loads what it does not use.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'main', tags: ['$initial'] },
            { name: 'cards', test: /\/kit\/(Card|Chip|Markdown|fields\/Field)\.tsx$|\/lib\/(queryState|seeded|text)\.ts$|\/api\/rules\.ts$/ },
            { name: 'lists', test: /\/kit\/(fields\/)?(Pagination|SearchField|SelectField|ToggleChip)\.tsx$/ },
            { name: 'covers', test: /\/projects\/(Cover|ProjectCover|queries|rules|useCategories)\.tsx?$/ },
            { name: 'projects', test: /\/projects\/(ProjectCard|TechTags)\.tsx$/ },
            // What the page of one project, event, certificate or badge has.
            { name: 'details', test: /\/(api\/(useChange|saveFile)|kit\/(CopyButton|Linked))\.tsx?$/ },
            { name: 'dialogs', test: /\/kit\/(layers\/(Dialog|modal)|Progress)\.tsx?$|\/projects\/edit\/EndDialog\.tsx$/ },
            { name: 'fields', test: /\/(api\/forms|kit\/fields\/TextArea)\.tsx?$/ },
            { name: 'project', test: /\/projects\/(Gallery|detailQueries)\.tsx?$/ },
            { name: 'day', test: /\/(events\/(EventBanner|dayRules)|kit\/Stat)\.tsx?$/ },
            { name: 'events', test: /\/events\/(EventArt|EventWhen|queries|rules|registration\/(TicketCode|ticketQueries))\.tsx?$/ },
            { name: 'certificates', test: /\/certificates\/(Certificate(Facts|Standing|Title)|queries)\.tsx?$/ },
          ],
        },
      },
    },
  },
  worker: { format: 'es' },
  server: {
    proxy: {
      '/api': server,
      '/healthz': server,
      '/media': server,
      '/export': server,
      '/credentials': server,
      '^/.*\\.(ics|atom)$': server,
    },
  },
  test: {
    // A test that needs a document says so in its first line: @vitest-environment jsdom.
    environment: 'node',
    include: ['src/**/*.test.{ts,tsx}'],
    // The fonts are cut by a process of its own, beside the compiler, on two cores.
    testTimeout: 60_000,
  },
}))

/** Marks the router's top-level values as free of side effects, which drops 4 KB of unused loaders, forms and streams. */
function shakeRouter(): Plugin {
  return {
    name: 'shake-router',
    apply: 'build',
    transform: {
      filter: { id: /react-router[\\/]dist/ },
      handler: (code) => ({
        code: code.replace(/^\w+\.displayName = ".*";$/gm, '').replace(/= (React\w*\.(?:forwardRef|createContext|memo)\()/g, '= /* @__PURE__ */ $1'),
        map: null,
      }),
    },
  }
}

/** Makes one module of a package without modules, so that the code which joins the two kinds is not a file that every page loads. */
function modules(): Plugin {
  const name = 'jsonld'
  const entry = here('./node_modules/jsonld/lib/jsonld.js')
  return {
    name: 'modules',
    apply: 'build',
    enforce: 'pre',
    resolveId: { filter: { id: new RegExp(`^${name}$`) }, handler: () => `\0${name}` },
    load: {
      filter: { id: new RegExp(`^\0${name}$`) },
      async handler() {
        const made = await build({ configFile: false, logLevel: 'error', build: { write: false, minify: false, lib: { entry, formats: ['es'] } } })
        return outputOf(made)[0].code
      },
    },
  }
}

/**
 * Puts the styles of the first picture into the HTML, and the link to all others behind the picture, which therefore waits for nothing.
 * Scripts wait for all styles, so they may come after them.
 */
function firstStyles(): Plugin {
  return {
    name: 'first-styles',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const made = await build({ configFile: false, logLevel: 'error', plugins: [tailwindcss()], build: { write: false, cssTarget: CSS_TARGET, rolldownOptions: { input: here('./src/styles/first.css') } } })
        const first = outputOf(made).find(({ fileName }) => fileName.endsWith('.css'))
        const html = bundle['index.html']
        const link = html?.type === 'asset' && /<link rel="stylesheet"[^>]*>/.exec(String(html.source))?.[0]
        if (first?.type !== 'asset' || !link) return this.error('the build has no styles')
        html.source = String(html.source)
          .replace(link, () => `<style>${String(first.source).trim()}</style>`)
          .replace('</body>', () => `${link}</body>`)
          .replace('<script type="module"', '<script type="module" fetchpriority="low"')
      },
    },
  }
}

/** The files that a chunk needs, without the first one, which every page has. */
function filesOf(name: string, byName: Map<string, Rolldown.OutputChunk>, known = new Set<string>()): Set<string> {
  const chunk = byName.get(name)
  if (!chunk || chunk.isEntry || known.has(name)) return known
  known.add(name)
  for (const other of chunk.imports) filesOf(other, byName, known)
  return known
}

/** Writes pages.json: the files of each page beside the first one, which the server names in its HTML, so that a browser asks for all at once. */
function pageFiles(): Plugin {
  const routes = here('./src/routes.tsx')
  return {
    name: 'page-files',
    apply: 'build',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
      const pages: Record<string, string[]> = {}
      for (const [, path, module] of readFileSync(routes, 'utf8').matchAll(/= page\('([^']+)', \(\) => import\('([^']+)'\)\)/g)) {
        const source = `${resolve(routes, '..', module!)}.tsx`
        const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === source)
        if (!chunk) this.error(`no file has the page ${path}`)
        pages[path!] = [...filesOf(chunk.fileName, byName)]
      }
      this.emitFile({ type: 'asset', fileName: 'pages.json', source: JSON.stringify(pages) })
    },
  }
}

/** Writes verify-worker.js, which keeps /verify for the time without a network: its source, and the names of the files to keep. */
function offline(): Plugin {
  const source = here('./src/credentials/offline.js')
  const parts = ['./src/credentials/VerifyFilePage.tsx', './src/credentials/check/index.ts'].map(here)
  return {
    name: 'offline',
    apply: 'build',
    generateBundle(_, bundle) {
      const files = Object.values(bundle)
      const chunks = files.filter((file) => file.type === 'chunk')
      const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
      const wanted = chunks.filter(({ facadeModuleId, isEntry }) => isEntry || parts.includes(facadeModuleId ?? ''))
      if (wanted.length <= parts.length) this.error('no file has a part of /verify')
      const names = new Set(wanted.flatMap(({ fileName }) => [fileName, ...filesOf(fileName, byName)]))
      // The styles, the drawings and icons, and the fonts of most readers; the page names what else it has loaded.
      for (const { fileName } of files) if (/\.css$|(icons|drawings)-[^/]*\.svg$|-latin-[\w-]{8}\.woff2$/.test(fileName)) names.add(fileName)
      const paths = [...names].sort().map((name) => `/${name}`)
      const code = readFileSync(source, 'utf8')
      const version = createHash('sha256').update(code).update(paths.join('\n')).digest('hex').slice(0, 12)
      this.emitFile({ type: 'asset', fileName: 'verify-worker.js', source: code.replace('self.FILES', JSON.stringify({ version, paths })) })
    },
  }
}

/** Writes `x.br` and `x.gz` beside every text file over 1 KB. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    writeBundle: {
      order: 'post',
      sequential: true,
      handler({ dir: out = 'dist' }) {
        for (const entry of readdirSync(out, { recursive: true, withFileTypes: true })) {
          if (!entry.isFile() || !/\.(js|mjs|css|html|svg|json|txt|xml|webmanifest)$/.test(entry.name)) continue
          const path = join(entry.parentPath, entry.name)
          const bytes = readFileSync(path)
          // The server reads these two; index.html is filled in per address.
          if (bytes.length <= 1024 || ['index.html', 'pages.json'].includes(entry.name)) continue
          writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
          writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
        }
      },
    },
  }
}
