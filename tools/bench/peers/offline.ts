import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import type { WireRow } from '../../peers/row.ts'
import { addressOf } from '../../../server/app/demo/sign-ins.ts'
import type { TestServer } from '../../../tests/journeys/support/server.ts'
import { wholeChromium } from '../../chromium.ts'
import { freshStart } from '../cold.ts'
import { measureTaps, pressTimes } from '../desk.ts'
import { p95 } from '../figures.ts'
import { callerAt, signIn } from '../lists.ts'
import { CLINIC } from '../sync.ts'
import { DAY, openWeek, weekEnd, weeksOf } from '../week.ts'
import type { PeerPage } from '../../peers/run.tsx'
import { BEDSIDE, type Contestant } from './peers.ts'
import type { Site } from './site.ts'

/** A device that holds everything and is started, or tapped, without a network. */
export type Offline = {
  readonly start: () => Promise<number>
  readonly startShell: (() => Promise<number>) | null
  /** The slowest twentieth of sixty taps in ms, and the number of rows. */
  readonly tap: () => Promise<{ readonly ms: number; readonly rows: number }>
  readonly close: () => Promise<void>
}

/** The visits of the day in which peers are tapped, if Bedside's own day is not known yet. */
export const IN_A_DAY = 675

/** A profile with so many visits; a peer's day has `inDay`. */
export async function openOffline(
  server: TestServer,
  site: Site,
  { name }: Contestant,
  visits: number,
  inDay: number,
): Promise<Offline> {
  if (name === BEDSIDE.name) {
    const week = await openWeek(server, visits)
    return {
      start: week.startWeek,
      startShell: week.startShell,
      tap: async () => {
        const { taps, rows } = await measureTaps(server)
        return { ms: p95(taps), rows }
      },
      close: week.close,
    }
  }
  return openPeer(server, site, name, visits, inDay)
}

async function openPeer(server: TestServer, site: Site, name: string, visits: number, inDay: number): Promise<Offline> {
  const profile = await mkdtemp(join(tmpdir(), 'bedside-peer-'))
  const page = `/pages/${name}.html`
  const pattern = await waitingVisit(server)
  const end = weekEnd(server.now)
  const day = new Date(Date.parse(end) + 3650 * DAY).toISOString()
  await inBrowser(profile, site.at(page), async (tab) => {
    await tab.waitForFunction(() => 'peer' in globalThis)
    const times = [...weeksOf(end, visits - inDay).flat(), ...timesOfDay(day, inDay)]
    await tab.evaluate(async ([row, its]) => (await peer()).lay(row, its), [pattern, times] as const)
    await tab.evaluate(async () => void (await navigator.serviceWorker.ready))
  })
  const range = (from: string, to: string, doctorId: unknown) => `${from},${to},${String(doctorId)}`
  const week = range(new Date(Date.parse(end) - 7 * DAY).toISOString(), end, pattern['doctorId'])
  const today = range(day, new Date(Date.parse(day) + DAY).toISOString(), '')
  return {
    start: () => freshStart(profile, site.at(`${page}?week=${week}`), '.week .week-place'),
    startShell: null,
    tap: () =>
      inBrowser(profile, site.at(`${page}?day=${today}`), async (tab) => {
        const rows = tab.locator('main table tbody tr')
        await rows.first().waitFor()
        await tab.waitForTimeout(1000)
        const taps = await pressTimes(tab, tab, 600, async () => rows.first().getByRole('button'))
        return { ms: p95(taps), rows: await rows.count() }
      }),
    close: () => rm(profile, { recursive: true, force: true }),
  }
}

/** An empty installed app: the least that a shell takes. */
export async function openEmpty(site: Site): Promise<{ start: () => Promise<number>; close: () => Promise<void> }> {
  const profile = await mkdtemp(join(tmpdir(), 'bedside-empty-'))
  const address = site.at('/pages/empty.html')
  await inBrowser(profile, address, (tab) => tab.evaluate(async () => void (await navigator.serviceWorker.ready)))
  return {
    start: () => freshStart(profile, address, 'h1'),
    close: () => rm(profile, { recursive: true, force: true }),
  }
}

/** A visit from the server, of which the others on a peer's device are copies. */
async function waitingVisit(server: TestServer): Promise<WireRow> {
  const call = callerAt(server, CLINIC)
  const headers = await signIn(call, 'doctor', addressOf('doctor', CLINIC))
  for (let cursor = '', more = true; more;) {
    const page = await call(`/api/sync${cursor && `?cursor=${encodeURIComponent(cursor)}`}`, null, headers)
    const { appointment = [] } = page['rows'] as Readonly<Record<string, readonly WireRow[]>> // our own server's
    const found = appointment.find(({ status }) => status === 'waiting')
    if (found) return found
    cursor = String(page['cursor'])
    more = page['more'] === true
  }
  throw new Error('the demo has no visit that waits')
}

const timesOfDay = (from: string, count: number) =>
  Array.from({ length: count }, (_, n) => {
    const start = Date.parse(from) + (n + 1) * 60_000
    return { start: new Date(start).toISOString(), end: new Date(start + 40_000).toISOString() }
  })

async function inBrowser<T>(profile: string, address: string, work: (page: Page) => Promise<T>): Promise<T> {
  const context = await chromium.launchPersistentContext(profile, {
    ...wholeChromium(),
    viewport: { width: 1440, height: 1000 },
  })
  try {
    const page = context.pages()[0] ?? (await context.newPage())
    await page.goto(address)
    return await work(page)
  } finally {
    await context.close()
  }
}

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof chromium.launchPersistentContext>>['newPage']>>

/** Defined in the page. */
declare function peer(): Promise<PeerPage>
