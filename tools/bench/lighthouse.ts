import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { TestServer } from '../../tests/journeys/support/server.ts'
import { chromiumFlags, findChromium } from '../chromium.ts'
import { holdLeast, median, say } from './figures.ts'
import { installOwn } from './own-package.ts'

const LIGHTHOUSE = join(import.meta.dirname, '..', 'lighthouse')
const ROUNDS = 3
const LEAST = 95

/**
 * A stranger's first visit as Lighthouse judges it for a phone: the sign-in pages (issue 37, 4) and one public page of
 * each kind (issue 35, 1). Medians of three visits. Ten minutes on a quiet machine.
 */
export async function reportLighthouse(server: TestServer): Promise<void> {
  await installOwn(LIGHTHOUSE, 'Lighthouse')
  const pages = [...SIGN_IN.map((path) => server.at('kuzguncuk', path)), ...(await publicPages(server))]
  for (const page of pages) {
    const visits: Visit[] = []
    for (let round = 0; round < ROUNDS; round++) visits.push(await visit(page))
    const { pathname } = new URL(page)
    console.log(`  ${decodeURI(pathname)}`)
    for (const category of SIGN_IN.includes(pathname) ? CATEGORIES.slice(0, 3) : CATEGORIES)
      holdLeast(`… ${category}`, median(visits.map(({ scores }) => scores[category])), 'of 100', LEAST)
    say('… first paint', median(visits.map(({ first }) => first)), 'ms', 1300)
    say('… largest paint', median(visits.map(({ largest }) => largest)), 'ms', 2000)
    say('… blocked', median(visits.map(({ blocked }) => blocked)), 'ms', 150)
    const faults = new Set(visits.flatMap(({ failed }) => failed))
    if (faults.size) console.log(`    below 0.9: ${[...faults].join(', ')}`)
  }
}

const SIGN_IN = ['/login', '/doctor-login', '/patient-login']
// the last is about being found, and a sign-in page asks not to be
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const

/** One address of each kind in the sitemap of the platform. */
async function publicPages(server: TestServer): Promise<readonly string[]> {
  const site = server.at(null, '')
  const text = async (address: string) => (await fetch(address)).text()
  const locations = (xml: string) => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, location = '']) => location)
  const found: string[] = []
  for (const location of locations(await text(`${site}/sitemap.xml`)))
    found.push(...(/\.xml/.test(location) ? locations(await text(location)) : [location]))
  const kindOf = (address: string) => new URL(address).pathname.split('/').slice(2, 3).join()
  const turkish = found.filter((address) => new URL(address).pathname.startsWith('/tr'))
  return [...Map.groupBy(turkish, kindOf).values()].map(([one]) => `${site}${new URL(one!).pathname}`)
}

type Visit = {
  readonly scores: Readonly<Record<(typeof CATEGORIES)[number], number>>
  readonly first: number
  readonly largest: number
  readonly blocked: number
  readonly failed: readonly string[]
}

async function visit(page: string): Promise<Visit> {
  const chromium = findChromium()
  if (!chromium) throw new Error('no Chromium to visit with')
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      join(LIGHTHOUSE, 'node_modules/lighthouse/cli/index.js'),
      page,
      '--output=json',
      '--quiet',
      '--no-enable-error-reporting',
      `--chrome-flags=${['--headless=new', ...chromiumFlags].join(' ')}`,
    ],
    { env: { ...process.env, CHROME_PATH: chromium }, maxBuffer: 100_000_000 },
  )
  const { categories, audits } = JSON.parse(stdout) as Result
  const at = (audit: string) => audits[audit]?.numericValue ?? Number.NaN
  return {
    scores: Object.fromEntries(
      CATEGORIES.map((name) => [name, Math.round((categories[name]?.score ?? 0) * 100)]),
    ) as Visit['scores'], // each category
    first: at('first-contentful-paint'),
    largest: at('largest-contentful-paint'),
    blocked: at('total-blocking-time'),
    failed: Object.values(audits).flatMap(({ id, score }) => (score !== null && score < 0.9 ? [id] : [])),
  }
}

/** What is read of Lighthouse's own result. */
type Result = {
  readonly categories: Readonly<Record<string, { readonly score: number | null }>>
  readonly audits: Readonly<
    Record<string, { readonly id: string; readonly score: number | null; readonly numericValue?: number }>
  >
}
