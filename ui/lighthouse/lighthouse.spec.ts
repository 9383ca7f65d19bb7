// The scores of Lighthouse on the pages where people arrive: the median of a few runs each. Lighthouse is fetched when it runs,
// because nothing else needs it. Scores mean something on a machine that does nothing else.
//
//   RUNS=1   so many runs of each page, 3 by default
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { addressOf, PLACES } from '../e2e/support/pages'
import { expect, test } from '../e2e/support/test'

const LIGHTHOUSE = 'lighthouse@13.5.0'
const RUNS = Number(process.env.RUNS ?? 3)
const NAMES = ['home', 'projects', 'events', 'project', 'event with a partner', 'certificate']
/** The least scores. */
const AIMS = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 } as const
type Category = keyof typeof AIMS
const CATEGORIES = Object.keys(AIMS) as Category[]

type Report = {
  categories: Record<Category, { score: number | null }>
  audits: Record<string, { score: number | null; title: string; numericValue?: number }>
}

const run = promisify(execFile)
const median = (values: number[]) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!

test.use({ demo: true })

async function report(url: string): Promise<Report> {
  const options = ['--quiet', '--output=json', `--only-categories=${CATEGORIES.join(',')}`, '--chrome-flags=--headless=new --no-sandbox']
  const ask = () => run('npx', ['--yes', LIGHTHOUSE, url, ...options], { maxBuffer: 64 * 1024 * 1024, env: { ...process.env, CHROME_PATH: process.env.CHROMIUM ?? '/usr/bin/chromium' } })
  // Now and then it loses the beginning of its own recording (NO_NAVSTART).
  const { stdout } = await ask().catch(ask)
  return JSON.parse(stdout) as Report
}

for (const name of NAMES)
  test(name, async ({ server, admin, member, newcomer }) => {
    const place = PLACES.find((place) => place.name === name && !place.as)!
    const reports: Report[] = []
    for (let at = 0; at < RUNS; at++) reports.push(await report(server.url + (await addressOf(place, { server, admin, member, newcomer }))))
    const score = (category: Category) => Math.round(median(reports.map(({ categories }) => categories[category].score ?? 0)) * 100)
    const seconds = (audit: string) => (median(reports.map(({ audits }) => audits[audit]?.numericValue ?? 0)) / 1000).toFixed(1)
    const scores = Object.fromEntries(CATEGORIES.map((category) => [category, score(category)]))
    console.log(name, scores, `first paint ${seconds('first-contentful-paint')} s, largest ${seconds('largest-contentful-paint')} s`)
    const failed = Object.entries(reports[0]!.audits).filter(([, { score }]) => score !== null && score < 0.9)
    if (failed.length) console.log(failed.map(([id, { title }]) => `  ${id}: ${title}`).join('\n'))
    for (const category of CATEGORIES) expect.soft(scores[category], category).toBeGreaterThanOrEqual(AIMS[category])
  })
