// Lint rules; among them which folder may import which.
import js from '@eslint/js'
import a11y from 'eslint-plugin-jsx-a11y'
import hooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'
import textBesideConditional from './eslint/text-beside-conditional.js'

const features = ['home', 'projects', 'events', 'members', 'account', 'certificates', 'credentials', 'badges', 'mail', 'setup', 'site', 'legal', 'admin']
const folders = (names) => names.flatMap((name) => [`**/${name}/*`, `**/${name}/**`])
const files = (names) => names.map((name) => `**/${name}`)
const top = [...folders(['shell']), ...files(['routes', 'App', 'main'])]
const pages = ['../**/*Page', '!**/kit/Page', '!**/admin/AdminPage', '!../AdminPage']

const routerLinks = { name: 'react-router', importNames: ['Link', 'NavLink'], message: 'Use kit/Link: it prefetches and is lighter.' }

/** Files that match may not import anything that matches `forbidden`. */
const layer = (name, where, forbidden, message) => ({
  name: `layer/${name}`,
  files: where,
  ignores: ['**/*.test.*'],
  rules: { 'no-restricted-imports': ['error', { patterns: [{ group: forbidden, message }], paths: [routerLinks] }] },
})

export default tseslint.config(
  { ignores: ['node_modules', 'dist', 'art', 'src/api/schema.ts', 'test-results', 'playwright-report'] },
  js.configs.recommended,
  ...tseslint.configs.recommended,
  a11y.flatConfigs.recommended,
  hooks.configs.flat['recommended-latest'],
  {
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      eqeqeq: ['error', 'smart'],
      'jsx-a11y/no-noninteractive-tabindex': 'off',
      'jsx-a11y/no-autofocus': 'off',
    },
  },
  { files: ['public/**/*.js'], languageOptions: { globals: { document: 'readonly', localStorage: 'readonly', matchMedia: 'readonly' } } },
  { files: ['src/credentials/offline.js'], languageOptions: { globals: { self: 'readonly', caches: 'readonly', location: 'readonly', fetch: 'readonly', Request: 'readonly', URL: 'readonly', AbortSignal: 'readonly' } } },
  { files: ['scripts/**'], languageOptions: { globals: { URL: 'readonly', process: 'readonly' } } },
  {
    files: ['src/**/*.tsx'],
    ignores: ['**/*.test.*'],
    languageOptions: { parserOptions: { projectService: true } },
    plugins: { house: { rules: { 'text-beside-conditional': textBesideConditional } } },
    rules: { 'house/text-beside-conditional': 'error' },
  },
  // Playwright's fixtures have a `use` that is not a hook.
  { files: ['e2e/**'], rules: { 'react-hooks/rules-of-hooks': 'off' } },
  layer('bottom', ['src/lib/**', 'src/paths.ts', 'src/**/rules.ts'], [...folders(['api', 'kit', 'sessions', ...features]), ...top, '!**/api/rules', '!**/api/forms'], 'lib, paths and rules import nothing from above, but what the server says of its rules.'),
  layer('api', ['src/api/**'], [...folders(['kit', 'sessions', ...features]), ...top], 'api knows lib only.'),
  layer('kit', ['src/kit/**'], [...folders(['sessions', ...features]), ...top], 'The kit knows no feature.'),
  layer('sessions', ['src/sessions/**'], [...folders(features), ...top, ...pages], 'sessions stands below the features.'),
  layer('features', features.map((name) => `src/${name}/**`), [...top, ...pages], 'Features use parts of each other, but neither pages nor the shell.'),
  layer('shell', ['src/shell/**'], [...files(['routes', 'App', 'main']), ...pages], 'The shell knows no page.'),
)
